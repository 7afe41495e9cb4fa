import type { Batches, Claim } from '../batches/index.ts'
import { type Clock, errorFields, type Log } from '../kit/index.ts'
import type { Loop } from './loop.ts'

const idleMs = 150
/** Three times within a lease, so one missed renewal does no harm. */
const renewEveryMs = 1_000
const warnEveryMs = 10_000
/** If no running candidate began or ended for this long, one more may run, of another account. */
const extraAfterMs = 2_000

export interface BatchRunnerDeps {
  readonly batches: Pick<Batches, 'claim' | 'process' | 'renew' | 'onStarted'>
  readonly concurrency: number
  readonly log: Log
  readonly clock: Clock
}

/**
 * Processes candidates, `concurrency` at a time, and polls again soon when there are none. While none of them
 * ends, it runs one more at a time, of accounts that have none here: so candidates that hang delay only their
 * own account. `stop` puts running candidates back immediately, so another process can take them.
 */
export function startBatchRunner(deps: BatchRunnerDeps): Loop {
  const runner = new BatchRunner(deps)
  runner.start()
  return { stop: () => runner.stop() }
}

interface Running {
  readonly controller: AbortController
  readonly ended: Promise<void>
  /** Runs beyond `concurrency`. */
  readonly isExtra: boolean
}

class BatchRunner {
  readonly #deps: BatchRunnerDeps
  readonly #running = new Map<Claim, Running>()
  /** When one of the regular candidates last began or ended. */
  #changedMs = Number.NEGATIVE_INFINITY
  #filling: Promise<void> | undefined
  #again = false
  #stopped = false
  #poll: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  #beating: Promise<void> | undefined
  #forget = () => {}
  #warnedMs = Number.NEGATIVE_INFINITY

  constructor(deps: BatchRunnerDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#forget = this.#deps.batches.onStarted(() => this.#fill())
    this.#beat = setInterval(() => {
      this.#beating ??= this.#renew().finally(() => {
        this.#beating = undefined
      })
    }, renewEveryMs).unref()
    this.#fill()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#forget()
    clearTimeout(this.#poll)
    // While it runs, no claim is new and none is idle.
    await this.#filling
    const stopping = [...this.#running.values()]
    for (const { controller } of stopping) controller.abort(new Error('the process stops'))
    await Promise.all(stopping.map(({ ended }) => ended))
    clearInterval(this.#beat)
    await this.#beating
  }

  /** Claims until all slots are used or no candidate is left; runs once at a time. */
  #fill(): void {
    this.#again = true
    if (this.#filling !== undefined || this.#stopped) return
    clearTimeout(this.#poll)
    this.#filling = this.#claimAll().finally(() => {
      this.#filling = undefined
      if (this.#stopped) return
      if (this.#again) this.#fill()
      else this.#poll = setTimeout(() => this.#fill(), idleMs).unref()
    })
  }

  async #claimAll(): Promise<void> {
    this.#again = false
    try {
      while (!this.#stopped) {
        const isExtra = this.#regularCount() >= this.#deps.concurrency
        if (isExtra && !this.#mayStartExtra()) return
        const excludedAccountIds = isExtra ? [...this.#running.keys()].map(({ accountId }) => accountId) : []
        const claim = await this.#deps.batches.claim(excludedAccountIds)
        if (claim === null) return
        this.#begin(claim, isExtra)
      }
    } catch (error) {
      this.#again = false
      this.#warn(error, 'no candidate could be claimed')
    }
  }

  #regularCount(): number {
    return [...this.#running.values()].filter(({ isExtra }) => !isExtra).length
  }

  #mayStartExtra(): boolean {
    const { concurrency, clock } = this.#deps
    return this.#running.size <= concurrency && clock.monotonicMs() - this.#changedMs >= extraAfterMs
  }

  #changed(isExtra: boolean): void {
    if (!isExtra) this.#changedMs = this.#deps.clock.monotonicMs()
  }

  #begin(claim: Claim, isExtra: boolean): void {
    this.#changed(isExtra)
    const controller = new AbortController()
    const ended = this.#deps.batches
      .process(claim, controller.signal)
      // The lease ends, and another claim repeats the work.
      .catch((error: unknown) => this.#warn(error, 'a candidate could not be written down'))
      .finally(() => {
        this.#running.delete(claim)
        this.#changed(isExtra)
        this.#fill()
      })
    this.#running.set(claim, { controller, ended, isExtra })
  }

  async #renew(): Promise<void> {
    try {
      const lost = await this.#deps.batches.renew([...this.#running.keys()])
      for (const claim of lost) this.#running.get(claim)?.controller.abort(new Error('the claim was lost'))
    } catch (error) {
      this.#warn(error, 'leases could not be renewed')
    }
  }

  /** Rate-limited: while the database is unreachable this happens several times a second. */
  #warn(error: unknown, message: string): void {
    const nowMs = this.#deps.clock.monotonicMs()
    if (nowMs - this.#warnedMs < warnEveryMs) return
    this.#warnedMs = nowMs
    this.#deps.log.warn({ worker: 'batch-runner', ...errorFields(error) }, message)
  }
}
