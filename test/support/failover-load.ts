import { setTimeout as sleep } from 'node:timers/promises'
import { apiPrefix, type JsonObject } from '../../src/contract/index.ts'
import type { Accepted, ChaosAccounts } from './chaos.ts'
import { batchInput, soundInputs } from './inputs.ts'
import type { ServiceProcess } from './service-process.ts'
import { type Answer, exchange } from './world.ts'

/** A charged call that was answered with 200. */
export interface Acknowledged {
  readonly accountId: string
  readonly key: string
  readonly idempotencyKey: string
  readonly requestId: string
}

const callers = 6
const starters = 2
const candidates = 5
/** The time limit for the answer to a call, including its retries. */
const answerWithinMs = 100_000

/**
 * Charged calls and batches, each with an idempotency key. A failed request is retried with the same key at
 * the next process until it is answered.
 */
export class FailoverLoad {
  readonly calls: Acknowledged[] = []
  readonly batches: Accepted[] = []
  readonly wrong: string[] = []
  /** Requests that were retried with the same key. */
  repeated = 0
  readonly #services: readonly ServiceProcess[]
  readonly #accounts: ChaosAccounts
  readonly #loops: Promise<void>[]
  #stopped = false
  #turn = 0

  constructor(services: readonly ServiceProcess[], accounts: ChaosAccounts) {
    this.#services = services
    this.#accounts = accounts
    this.#loops = [
      ...Array.from({ length: callers }, () => this.#repeat(() => this.#call())),
      ...Array.from({ length: starters }, () => this.#repeat(() => this.#startBatch())),
    ]
  }

  /** Starts no more requests, and waits for the answers to pending ones. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#loops)
  }

  /** Repeats an acknowledged call, and returns the answer. */
  async sendAgain(call: Acknowledged): Promise<Answer | null> {
    return await this.#send(0, '/matches/resume-jd', soundInputs.matchResumeToJd, call)
  }

  async #repeat(once: () => Promise<void>): Promise<void> {
    while (!this.#stopped && this.wrong.length === 0) await once()
  }

  async #call(): Promise<void> {
    const asked = this.#nextKey('call')
    const answer = await this.#untilAnswered('/matches/resume-jd', soundInputs.matchResumeToJd, asked)
    if (answer !== null) this.calls.push({ ...asked, requestId: answer.body.request_id })
  }

  async #startBatch(): Promise<void> {
    const asked = this.#nextKey('batch')
    const answer = await this.#untilAnswered('/batches/screen', batchInput(candidates), asked)
    if (answer === null) return
    this.batches.push({ ...asked, batchId: String(answer.body.data.batch_id), total: candidates })
    await sleep(300)
  }

  #nextKey(what: string) {
    this.#turn += 1
    const account = this.#accounts[this.#turn % this.#accounts.length]
    if (account === undefined) throw new Error('a load needs an account')
    return { ...account, idempotencyKey: `${what}-${this.#turn}` }
  }

  async #untilAnswered(path: string, body: JsonObject, asked: Omit<Acknowledged, 'requestId'>) {
    const until = performance.now() + answerWithinMs
    for (let attempt = 0; performance.now() < until; attempt++) {
      if (attempt > 0) this.repeated += 1
      const answer = await this.#send(attempt, path, body, asked)
      if (answer?.status === 200) return answer
      if (answer !== null && answer.status !== 500 && answer.status !== 409) {
        this.wrong.push(`${asked.idempotencyKey} was answered with ${answer.status}: ${answer.text}`)
        return null
      }
      await sleep(100)
    }
    this.wrong.push(`${asked.idempotencyKey} was not answered within ${answerWithinMs} ms`)
    return null
  }

  /** Null if the connection broke. */
  async #send(
    attempt: number,
    path: string,
    body: JsonObject,
    { key, idempotencyKey }: { key: string; idempotencyKey: string },
  ): Promise<Answer | null> {
    const { url } = this.#services[(idempotencyKey.length + attempt) % this.#services.length] ?? {}
    const what = { path: apiPrefix + path, key, idempotencyKey, body: JSON.stringify(body) }
    return url === undefined ? null : await exchange(url, what).catch(() => null)
  }
}
