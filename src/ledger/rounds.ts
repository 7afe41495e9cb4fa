import type { RoundDeps } from './attempt.ts'
import type { AccountCalls } from './call.ts'
import { runLocked } from './locked.ts'
import { runRound } from './round.ts'

/** An account that another process wrote in between is expected to be written by it again this soon. */
const contendedMs = 250
const contendedAccountsMax = 10_000

/**
 * Runs rounds: without locks first, and what another process was faster with, at once under lock. An
 * account that was contended keeps to the locked path for a moment. Answers every call, and never throws.
 */
export function createRounds(deps: RoundDeps): (accounts: readonly AccountCalls[]) => Promise<void> {
  const contendedUntil = new Map<string, number>()

  function isContended(accountId: string, nowMs: number): boolean {
    const until = contendedUntil.get(accountId)
    if (until === undefined) return false
    if (until > nowMs) return true
    contendedUntil.delete(accountId)
    return false
  }

  async function runFree(accounts: readonly AccountCalls[]): Promise<void> {
    if (accounts.length === 0) return
    let left = accounts
    try {
      left = await runRound(deps, accounts)
      if (contendedUntil.size > contendedAccountsMax) contendedUntil.clear()
      const untilMs = deps.clock.monotonicMs() + contendedMs
      for (const { accountId } of left) contendedUntil.set(accountId, untilMs)
    } catch {
      // Whatever it was, the locked path meets it again and tells it to the call that it belongs to.
      for (const { accountId } of left) deps.cache.forget(accountId)
    }
    await runLocked(deps, left)
  }

  return async (accounts) => {
    const nowMs = deps.clock.monotonicMs()
    const contended = accounts.filter(({ accountId }) => isContended(accountId, nowMs))
    const free = accounts.filter((account) => !contended.includes(account))
    await Promise.all([runFree(free), runLocked(deps, contended)])
  }
}
