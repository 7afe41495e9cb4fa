import type { AccountState } from '../rules/state.ts'
import type { CoalescerOptions } from './coalescer.ts'
import { decideAccounts } from './decide-accounts.ts'
import { type CommitDeps, commitLocked, waitForLock } from './locked-commit.ts'
import { type AccountCommands, forgetAnswers, rememberAnswers, sendAnswers } from './pending.ts'
import { writeAccounts } from './write-accounts.ts'

/**
 * An account that another process wrote will probably be written by it again soon; it bypasses the cache for
 * this long.
 */
const sharedMs = 2_000
/** An account that changed even between read and write is locked from the start for this long. */
const contendedMs = 250
const recentAccountsMax = 10_000

/**
 * Commits groups in three ways, each for the accounts that the previous one could not write because another
 * process was faster: on cached states, on fresh reads, and under lock. An account keeps its way for a
 * moment. An account that another session has locked is left to `waitForLock`.
 */
export function createGroupCommit(deps: CommitDeps): Pick<CoalescerOptions, 'commit' | 'waitForLock'> {
  const { cache, clock } = deps
  const shared = createRecentSet(sharedMs, clock)
  const contended = createRecentSet(contendedMs, clock)

  async function commitFree(accounts: readonly AccountCommands[]): Promise<readonly AccountCommands[]> {
    if (accounts.length === 0) return []
    let left = accounts
    try {
      for (const { accountId } of left) if (shared.has(accountId)) cache.forget(accountId)
      left = await commitUnlocked(deps, left)
      for (const { accountId } of left) shared.add(accountId)
      if (left.length > 0) left = await commitUnlocked(deps, left)
      for (const { accountId } of left) contended.add(accountId)
    } catch {
      // Whatever the error was, the locked path meets it again and reports it to the command that caused it.
      for (const { accountId } of left) cache.forget(accountId)
    }
    return await commitLocked(deps, left)
  }

  return {
    async commit(accounts) {
      const free: AccountCommands[] = []
      const locked: AccountCommands[] = []
      for (const account of accounts) (contended.has(account.accountId) ? locked : free).push(account)
      return (await Promise.all([commitFree(free), commitLocked(deps, locked)])).flat()
    },
    waitForLock: (account) => waitForLock(deps, account),
  }
}

/**
 * Commits a group without a lock: decides on cached states, and writes every account that is still at the
 * expected version in one statement. It answers the commands of those and returns the other accounts. Throws
 * when the write failed or its outcome is unknown; then no command that depends on the write is answered.
 */
async function commitUnlocked(
  { database, sealer, cache, context }: CommitDeps,
  accounts: readonly AccountCommands[],
): Promise<readonly AccountCommands[]> {
  const now = context()
  const cached = new Map<string, AccountState>()
  for (const { accountId } of accounts) {
    const state = cache.get(accountId)
    if (state !== undefined) cached.set(accountId, state)
  }
  const first = await decideAccounts(database, now, accounts, cached, false)
  // If nothing changes for an account, its commands are refused, and a cache alone must not cause a refusal:
  // another process may have granted points since. Such accounts are read and decided again.
  const doubtful = first.filter(({ account, decision }) => !decision.writes && cached.has(account.accountId))
  const doubtfulAccounts = doubtful.map(({ account }) => account)
  const again = await decideAccounts(database, now, doubtfulAccounts, new Map(), false)
  const decided = [...first.filter((each) => !doubtful.includes(each)), ...again]

  const writes = decided.flatMap(({ decision }) => decision.writes ?? [])
  for (const each of decided) {
    if (each.decision.writes === null) sendAnswers(each)
    else {
      // The cached state must not be used until the write is known to have succeeded.
      cache.forget(each.account.accountId)
      rememberAnswers(each)
    }
  }
  const written = await writeAccounts(database, sealer, now.nowMs, writes)
  const left: AccountCommands[] = []
  for (const each of decided) {
    const { account, decision } = each
    if (decision.writes === null) continue
    if (written.has(account.accountId)) {
      cache.set(account.accountId, decision.writes.next)
      sendAnswers(each)
    } else {
      forgetAnswers(each)
      left.push(account)
    }
  }
  return left
}

/** Remembers accounts for a moment. */
function createRecentSet(lastsMs: number, clock: CommitDeps['clock']) {
  const until = new Map<string, number>()
  return {
    add(accountId: string): void {
      if (until.size >= recentAccountsMax) until.clear()
      until.set(accountId, clock.monotonicMs() + lastsMs)
    },
    has(accountId: string): boolean {
      const endMs = until.get(accountId)
      if (endMs === undefined) return false
      if (endMs > clock.monotonicMs()) return true
      until.delete(accountId)
      return false
    },
  }
}
