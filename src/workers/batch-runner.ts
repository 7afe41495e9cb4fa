import type { Batches, Claim } from '../batches/index.ts'
import { type Clock, errorFields, type Log } from '../kit/index.ts'
import type { Loop } from './loop.ts'

const idleMs = 150
/** Three times within a lease, so that one lost beat costs nothing. */
const renewEveryMs = 1_000
const warnEveryMs = 10_000

export interface BatchRunnerDeps {
  readonly batches: Pick<Batches, 'claim' | 'process' | 'renew' | 'onStarted'>
  /** Candidates at work at a time. */
  readonly concurrency: number
  readonly log: Log
  readonly clock: Clock
}

/**
 * Works on candidates, so many at a time, as long as there are any; asks again soon when there are none.
 * `stop` hands those at work back at once, so that another process goes on with them.
 */
export function startBatchRunner(deps: BatchRunnerDeps): Loop {
  const runner = new BatchRunner(deps)
  runner.start()
  return { stop: () => runner.stop() }
}

class BatchRunner {
  readonly #deps: BatchRunnerDeps
  readonly #atWork = new Map<Claim, { readonly leave: AbortController; readonly ended: Promise<void> }>()
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
    // While it runs no claim is new and none is at rest.
    await this.#filling
    const leaving = [...this.#atWork.values()]
    for (const { leave } of leaving) leave.abort(new Error('the process stops'))
    await Promise.all(leaving.map(({ ended }) => ended))
    clearInterval(this.#beat)
    await this.#beating
  }

  /** Claims until every hand is full or nothing is left; at most one of these at a time. */
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
      while (!this.#stopped && this.#atWork.size < this.#deps.concurrency) {
        const claim = await this.#deps.batches.claim()
        if (claim === null) return
        this.#begin(claim)
      }
    } catch (error) {
      this.#again = false
      this.#warn(error, 'no candidate could be claimed')
    }
  }

  #begin(claim: Claim): void {
    const leave = new AbortController()
    const ended = this.#deps.batches
      .process(claim, leave.signal)
      // Its lease ends, and somebody works on it again.
      .catch((error: unknown) => this.#warn(error, 'a candidate could not be written down'))
      .finally(() => {
        this.#atWork.delete(claim)
        this.#fill()
      })
    this.#atWork.set(claim, { leave, ended })
  }

  async #renew(): Promise<void> {
    try {
      const lost = await this.#deps.batches.renew([...this.#atWork.keys()])
      for (const claim of lost) this.#atWork.get(claim)?.leave.abort(new Error('the claim was lost'))
    } catch (error) {
      this.#warn(error, 'leases could not be renewed')
    }
  }

  /** While the database is away this happens several times a second: one line in a while is enough. */
  #warn(error: unknown, message: string): void {
    const nowMs = this.#deps.clock.monotonicMs()
    if (nowMs - this.#warnedMs < warnEveryMs) return
    this.#warnedMs = nowMs
    this.#deps.log.warn({ worker: 'batch-runner', ...errorFields(error) }, message)
  }
}
