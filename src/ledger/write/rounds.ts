import type { RoundDeps } from './attempt.ts'
import type { AccountCalls } from './call.ts'
import type { CoalescerOptions } from './coalescer.ts'
import { runLocked, waitForLock } from './locked.ts'
import { runRound } from './round.ts'

/**
 * An account that another process wrote will probably be written by it again soon; it bypasses the cache for
 * this long.
 */
const sharedMs = 2_000
/** An account that changed even between read and write is locked from the start for this long. */
const contendedMs = 250
const accountsMarkedMax = 10_000

/**
 * Runs rounds in three ways, each for the accounts that the previous one could not write because another
 * process was faster: on cached states, on fresh reads, and under lock. An account keeps its way for a
 * moment. An account that another session has locked is left to `wait`.
 */
export function createRounds(deps: RoundDeps): Pick<CoalescerOptions, 'run' | 'wait'> {
  const shared = createMarks(sharedMs, () => deps.clock.monotonicMs())
  const contended = createMarks(contendedMs, () => deps.clock.monotonicMs())

  async function runFree(accounts: readonly AccountCalls[]): Promise<readonly AccountCalls[]> {
    if (accounts.length === 0) return []
    let left = accounts
    try {
      for (const { accountId } of left) if (shared.has(accountId)) deps.cache.forget(accountId)
      left = await runRound(deps, left)
      for (const { accountId } of left) shared.add(accountId)
      if (left.length > 0) left = await runRound(deps, left)
      for (const { accountId } of left) contended.add(accountId)
    } catch {
      // Whatever the error was, the locked path meets it again and reports it to the call that caused it.
      for (const { accountId } of left) deps.cache.forget(accountId)
    }
    return await runLocked(deps, left)
  }

  return {
    async run(accounts) {
      const free: AccountCalls[] = []
      const locked: AccountCalls[] = []
      for (const account of accounts) (contended.has(account.accountId) ? locked : free).push(account)
      return (await Promise.all([runFree(free), runLocked(deps, locked)])).flat()
    },
    wait: (account) => waitForLock(deps, account),
  }
}

/** Accounts that were marked recently. */
function createMarks(lastMs: number, nowMs: () => number) {
  const until = new Map<string, number>()
  return {
    add(accountId: string): void {
      if (until.size >= accountsMarkedMax) until.clear()
      until.set(accountId, nowMs() + lastMs)
    },
    has(accountId: string): boolean {
      const endMs = until.get(accountId)
      if (endMs === undefined) return false
      if (endMs > nowMs()) return true
      until.delete(accountId)
      return false
    },
  }
}
