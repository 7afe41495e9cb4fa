import { internalError } from '../../contract/index.ts'
import type { Clock } from '../../kit/index.ts'
import type { Answer, Command } from '../rules/command.ts'
import type { AccountCalls, Call } from './call.ts'

/** Collects commands that wait at the same time, so that one round writes them together. */
export interface Coalescer {
  submit(accountId: string, command: Command): Promise<Answer>
  /** Finishes submitted commands and refuses new ones. */
  close(): Promise<void>
}

export interface CoalescerOptions {
  /**
   * Runs a round and answers every call, except those of the accounts it returns: another session has these
   * locked. Never throws.
   */
  readonly run: (accounts: readonly AccountCalls[]) => Promise<readonly AccountCalls[]>
  /** Answers the calls of a locked account outside of rounds. Never throws. */
  readonly wait: (account: AccountCalls) => Promise<void>
  readonly clock: Clock
  /** Rounds that run at the same time, each on its own connection. */
  readonly roundsMax: number
  /** Commands in one round. A round has fewer than the minimum only when no more are waiting. */
  readonly roundCommandsMin: number
  readonly roundCommandsMax: number
  /** Commands waiting or running. More are refused, because a queue that only grows helps no caller. */
  readonly callsMax: number
  /** The maximum age at which a command is sent or retried. */
  readonly waitMs: number
}

/**
 * There is no timer, so a lone call does not wait: a round starts at the end of the event loop iteration in
 * which a call came, and calls that come while rounds run join the next one. An account is in one round at a
 * time, so its calls are decided in order of arrival, on the state that the previous round wrote. An account
 * that another session has locked leaves its round, so that the others do not wait for it.
 */
export function createCoalescer(options: CoalescerOptions): Coalescer {
  const queue = new Queue(options)
  return { submit: (accountId, command) => queue.submit(accountId, command), close: () => queue.close() }
}

class Queue {
  readonly #options: CoalescerOptions
  readonly #waiting = new Map<string, Call[]>()
  /** Accounts in a round, or locked by another session. */
  readonly #busy = new Set<string>()
  /** Calls without an answer. */
  #calls = 0
  /** Those that are in no round yet. */
  #waitingCalls = 0
  #rounds = 0
  #scheduled = false
  #closed = false
  #watched = false
  #whenIdle: (() => void)[] = []

  constructor(options: CoalescerOptions) {
    this.#options = options
  }

  submit(accountId: string, command: Command): Promise<Answer> {
    if (this.#closed) return Promise.reject(refused('the ledger is closed'))
    if (this.#calls >= this.#options.callsMax) {
      return Promise.reject(refused(`${this.#calls} commands wait for the ledger already`))
    }
    return new Promise((resolve, reject) => {
      const call = this.#openCall(accountId, command, resolve, reject)
      const queue = this.#waiting.get(accountId)
      if (queue === undefined) this.#waiting.set(accountId, [call])
      else queue.push(call)
      this.#waitingCalls += 1
      this.#schedule()
      this.#watch()
    })
  }

  close(): Promise<void> {
    this.#closed = true
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve)
      this.#tellIfIdle()
    })
  }

  #openCall(
    accountId: string,
    command: Command,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ): Call {
    let open = true
    this.#calls += 1
    const end = () => {
      if (!open) return false
      open = false
      this.#calls -= 1
      return true
    }
    return {
      accountId,
      command,
      deadlineMs: this.#options.clock.monotonicMs() + this.#options.waitMs,
      lastAnswer: null,
      isOpen: () => open,
      answer: (answer) => end() && resolve(answer),
      fail: (error) => end() && reject(error),
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#rounds >= this.#options.roundsMax) return
    this.#scheduled = true
    setImmediate(() => this.#dispatch())
  }

  #dispatch(): void {
    this.#scheduled = false
    while (this.#rounds < this.#options.roundsMax) {
      const accounts = this.#take(this.#share())
      if (accounts.length === 0) return
      this.#rounds += 1
      void this.#round(accounts)
    }
  }

  async #round(accounts: readonly AccountCalls[]): Promise<void> {
    const locked = await this.#options.run(accounts).catch((error: unknown) => {
      for (const { calls } of accounts) for (const call of calls) call.fail(error)
      return []
    })
    this.#rounds -= 1
    const waiting = new Set(locked.map(({ accountId }) => accountId))
    this.#leave(accounts.filter(({ accountId }) => !waiting.has(accountId)))
    for (const account of locked) void this.#options.wait(account).finally(() => this.#leave([account]))
  }

  #leave(accounts: readonly AccountCalls[]): void {
    for (const { accountId } of accounts) this.#busy.delete(accountId)
    if (this.#waiting.size > 0) this.#schedule()
    this.#tellIfIdle()
  }

  /**
   * The number of commands for the next round: an equal share of the waiting ones, so that Node decides one
   * round while PostgreSQL writes another. Very small rounds are not worth their round trip.
   */
  #share(): number {
    const { roundsMax, roundCommandsMin, roundCommandsMax } = this.#options
    const share = Math.ceil(this.#waitingCalls / (roundsMax - this.#rounds))
    return Math.min(roundCommandsMax, Math.max(roundCommandsMin, share))
  }

  /** Takes the accounts that have waited longest and are in no round. */
  #take(commandsMax: number): AccountCalls[] {
    const accounts: AccountCalls[] = []
    const later: [string, Call[]][] = []
    let room = commandsMax
    for (const [accountId, queue] of this.#waiting) {
      if (room <= 0) break
      if (this.#busy.has(accountId)) continue
      // Calls of one account cannot run in two rounds at the same time.
      const calls = queue.splice(0, this.#options.roundCommandsMax)
      room -= calls.length
      this.#waitingCalls -= calls.length
      this.#busy.add(accountId)
      this.#waiting.delete(accountId)
      if (queue.length > 0) later.push([accountId, queue])
      accounts.push({ accountId, calls })
    }
    // Calls that did not fit go to the end of the queue, so other accounts are served first.
    for (const [accountId, queue] of later) this.#waiting.set(accountId, queue)
    return accounts
  }

  /** While the database does not respond, no round ends. This timer fails waiting calls at their deadline. */
  #watch(): void {
    if (this.#watched) return
    this.#watched = true
    setTimeout(() => {
      this.#watched = false
      this.#giveUpOld()
      if (this.#waiting.size > 0) this.#watch()
      this.#tellIfIdle()
    }, 1_000).unref()
  }

  #giveUpOld(): void {
    const nowMs = this.#options.clock.monotonicMs()
    for (const [accountId, queue] of this.#waiting) {
      const patient = queue.filter((call) => call.deadlineMs > nowMs)
      if (patient.length === queue.length) continue
      if (patient.length === 0) this.#waiting.delete(accountId)
      else this.#waiting.set(accountId, patient)
      const late = queue.filter((call) => call.deadlineMs <= nowMs)
      this.#waitingCalls -= late.length
      for (const call of late) call.fail(refused(`waited ${this.#options.waitMs} ms for the database`))
    }
  }

  #tellIfIdle(): void {
    if (this.#busy.size > 0 || this.#waiting.size > 0) return
    for (const resolve of this.#whenIdle.splice(0)) resolve()
  }
}

function refused(internal: string): Error {
  return internalError('internal', { internal })
}
