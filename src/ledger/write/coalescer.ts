import { internalError } from '../../contract/index.ts'
import type { Clock } from '../../kit/index.ts'
import type { Answer, Command } from '../rules/command.ts'
import type { AccountCommands, PendingCommand } from './pending.ts'

/** Collects commands that wait at the same time, so that one group commit writes them together. */
export interface Coalescer {
  submit(accountId: string, command: Command): Promise<Answer>
  /** Finishes submitted commands and refuses new ones. */
  close(): Promise<void>
}

export interface CoalescerOptions {
  /**
   * Commits a group and answers every command, except those of the accounts it returns: another session has
   * these locked. Never throws.
   */
  readonly commit: (accounts: readonly AccountCommands[]) => Promise<readonly AccountCommands[]>
  /** Answers the commands of a locked account outside of groups. Never throws. */
  readonly waitForLock: (account: AccountCommands) => Promise<void>
  readonly clock: Clock
  /** Groups that are committed at the same time, each on its own connection. */
  readonly groupsMax: number
  /** Commands in one group. A group has fewer than the minimum only when no more are waiting. */
  readonly groupCommandsMin: number
  readonly groupCommandsMax: number
  /** Commands waiting or running. More are refused, because a queue that only grows helps no caller. */
  readonly commandsMax: number
  /** The maximum age at which a command is sent or retried. */
  readonly waitMs: number
}

/**
 * There is no timer, so a single command does not wait: a group starts at the end of the event loop iteration
 * in which a command came, and commands that come while groups are committed join the next one. An account is
 * in one group at a time, so its commands are decided in order of arrival, on the state that the previous
 * group wrote. An account that another session has locked leaves its group, so that the others do not wait
 * for it.
 */
export function createCoalescer(options: CoalescerOptions): Coalescer {
  const queue = new Queue(options)
  return { submit: (accountId, command) => queue.submit(accountId, command), close: () => queue.close() }
}

class Queue {
  readonly #options: CoalescerOptions
  readonly #waiting = new Map<string, PendingCommand[]>()
  /** Accounts in a group, or locked by another session. */
  readonly #busy = new Set<string>()
  /** Commands without an answer. */
  #openCommands = 0
  /** Those that are in no group yet. */
  #waitingCommands = 0
  #groups = 0
  #scheduled = false
  #closed = false
  #watched = false
  #whenIdle: (() => void)[] = []

  constructor(options: CoalescerOptions) {
    this.#options = options
  }

  submit(accountId: string, command: Command): Promise<Answer> {
    if (this.#closed) return Promise.reject(refused('the ledger is closed'))
    if (this.#openCommands >= this.#options.commandsMax) {
      return Promise.reject(refused(`${this.#openCommands} commands wait for the ledger already`))
    }
    return new Promise((resolve, reject) => {
      const pending = this.#newCommand(accountId, command, resolve, reject)
      const queue = this.#waiting.get(accountId)
      if (queue === undefined) this.#waiting.set(accountId, [pending])
      else queue.push(pending)
      this.#waitingCommands += 1
      this.#schedule()
      this.#watch()
    })
  }

  close(): Promise<void> {
    this.#closed = true
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve)
      this.#resolveIfIdle()
    })
  }

  #newCommand(
    accountId: string,
    command: Command,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ): PendingCommand {
    let open = true
    this.#openCommands += 1
    const end = () => {
      if (!open) return false
      open = false
      this.#openCommands -= 1
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
    if (this.#scheduled || this.#groups >= this.#options.groupsMax) return
    this.#scheduled = true
    setImmediate(() => this.#dispatch())
  }

  #dispatch(): void {
    this.#scheduled = false
    while (this.#groups < this.#options.groupsMax) {
      const accounts = this.#take(this.#share())
      if (accounts.length === 0) return
      this.#groups += 1
      void this.#commit(accounts)
    }
  }

  async #commit(accounts: readonly AccountCommands[]): Promise<void> {
    const locked = await this.#options.commit(accounts).catch((error: unknown) => {
      for (const { pending } of accounts) for (const each of pending) each.fail(error)
      return []
    })
    this.#groups -= 1
    const waiting = new Set(locked.map(({ accountId }) => accountId))
    this.#leave(accounts.filter(({ accountId }) => !waiting.has(accountId)))
    for (const account of locked)
      void this.#options.waitForLock(account).finally(() => this.#leave([account]))
  }

  #leave(accounts: readonly AccountCommands[]): void {
    for (const { accountId } of accounts) this.#busy.delete(accountId)
    if (this.#waiting.size > 0) this.#schedule()
    this.#resolveIfIdle()
  }

  /**
   * The number of commands for the next group: an equal share of the waiting ones, so that Node decides one
   * group while PostgreSQL writes another. Very small groups are not worth their round trip.
   */
  #share(): number {
    const { groupsMax, groupCommandsMin, groupCommandsMax } = this.#options
    const share = Math.ceil(this.#waitingCommands / (groupsMax - this.#groups))
    return Math.min(groupCommandsMax, Math.max(groupCommandsMin, share))
  }

  /** Takes the accounts that have waited longest and are in no group. */
  #take(commandsMax: number): AccountCommands[] {
    const accounts: AccountCommands[] = []
    const later: [string, PendingCommand[]][] = []
    let free = commandsMax
    for (const [accountId, queue] of this.#waiting) {
      if (free <= 0) break
      if (this.#busy.has(accountId)) continue
      // Commands of one account cannot be in two groups at the same time.
      const pending = queue.splice(0, this.#options.groupCommandsMax)
      free -= pending.length
      this.#waitingCommands -= pending.length
      this.#busy.add(accountId)
      this.#waiting.delete(accountId)
      if (queue.length > 0) later.push([accountId, queue])
      accounts.push({ accountId, pending })
    }
    // Commands that did not fit go to the end of the queue, so other accounts are served first.
    for (const [accountId, queue] of later) this.#waiting.set(accountId, queue)
    return accounts
  }

  /** While the database does not respond, no group ends. This timer fails commands at their deadline. */
  #watch(): void {
    if (this.#watched) return
    this.#watched = true
    setTimeout(() => {
      this.#watched = false
      this.#giveUpOld()
      if (this.#waiting.size > 0) this.#watch()
      this.#resolveIfIdle()
    }, 1_000).unref()
  }

  #giveUpOld(): void {
    const nowMs = this.#options.clock.monotonicMs()
    for (const [accountId, queue] of this.#waiting) {
      const early = queue.filter((each) => each.deadlineMs > nowMs)
      if (early.length === queue.length) continue
      if (early.length === 0) this.#waiting.delete(accountId)
      else this.#waiting.set(accountId, early)
      const late = queue.filter((each) => each.deadlineMs <= nowMs)
      this.#waitingCommands -= late.length
      for (const each of late) each.fail(refused(`waited ${this.#options.waitMs} ms for the database`))
    }
  }

  #resolveIfIdle(): void {
    if (this.#busy.size > 0 || this.#waiting.size > 0) return
    for (const resolve of this.#whenIdle.splice(0)) resolve()
  }
}

function refused(internal: string): Error {
  return internalError('internal', { internal })
}
