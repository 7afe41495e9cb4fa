import { setTimeout as sleep } from 'node:timers/promises'
import { internalError } from '../../contract/index.ts'
import type { Clock, RecentMap, Sealer } from '../../kit/index.ts'
import { type Database, isTimeout, StoreError, type Tx } from '../../store/index.ts'
import { lockAccounts, lockFreeAccounts } from '../read/load.ts'
import type { DecisionContext } from '../rules/context.ts'
import type { AccountState } from '../rules/state.ts'
import { type Decided, decideAccounts } from './decide-accounts.ts'
import { type AccountCommands, rememberAnswers, sendAnswers } from './pending.ts'
import { writeLockedAccounts } from './write-accounts.ts'

export interface CommitDeps {
  readonly database: Database
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly sealer: Sealer
  /** The context of a decision that is made now. */
  readonly context: () => DecisionContext
  /**
   * The states that this process wrote last. They may be stale; correctness does not depend on them, because
   * every write compares the version.
   */
  readonly cache: RecentMap<AccountState>
}

const attemptsMax = 20
const firstPauseMs = 25
const longestPauseMs = 1_000
/** A normal write locks an account for milliseconds; a host that lost power, until its session ends. */
const lockTimeoutMs = 1_000
/**
 * An account that is known to be locked is retried repeatedly, with a short lock wait so that connections
 * stay free.
 */
const retryLockTimeoutMs = 10

/**
 * Locks, reads, decides and writes accounts in one transaction. Used when another process wrote first, and
 * after any failure. Requests that an earlier attempt may have written are looked up and answered with what
 * they became. If the database refuses a row, commands are tried one by one, so only the faulty one fails. If
 * the database is unreachable, the transaction is retried while the commands may wait. Never throws: it
 * answers every command, except those of the accounts it returns, which another session has locked.
 */
export async function commitLocked(
  deps: CommitDeps,
  accounts: readonly AccountCommands[],
): Promise<readonly AccountCommands[]> {
  return await commit(deps, accounts, 'return')
}

/** The same for an account that commitLocked returned, retried until the deadline of its commands. */
export async function waitForLock(deps: CommitDeps, account: AccountCommands): Promise<void> {
  await commit(deps, [account], 'retry')
}

type WhenLocked = 'return' | 'retry'

async function commit(
  deps: CommitDeps,
  accounts: readonly AccountCommands[],
  whenLocked: WhenLocked,
): Promise<readonly AccountCommands[]> {
  const { cache, clock, context, database } = deps
  const bounds = { lockTimeoutMs: whenLocked === 'return' ? lockTimeoutMs : retryLockTimeoutMs }
  let left = withOpenCommands(accounts)
  let skipLocked = false
  for (let attempt = 1; left.length > 0; attempt += 1) {
    try {
      const { decided, locked } = await database.transaction(
        (tx) => decideLocked(tx, deps.sealer, context, left, skipLocked),
        bounds,
      )
      for (const each of decided) {
        const { writes } = each.decision
        if (writes !== null) cache.set(each.account.accountId, writes.next)
        sendAnswers(each)
      }
      return locked
    } catch (error) {
      for (const { accountId } of left) cache.forget(accountId)
      if (isRefusal(error)) return await commitOneByOne(deps, left, error, whenLocked)
      skipLocked = whenLocked === 'return' && isTimeout(error)
      failAll(left, error, attempt === attemptsMax ? Number.POSITIVE_INFINITY : clock.monotonicMs())
      left = withOpenCommands(left)
      if (left.length > 0) await sleep(Math.min(longestPauseMs, firstPauseMs * 4 ** (attempt - 1)))
    }
  }
  return []
}

interface DecidedLocked {
  readonly decided: readonly Decided<AccountCommands>[]
  /** Accounts locked by another session; nothing was done with them. */
  readonly locked: readonly AccountCommands[]
}

/** Decides and writes under lock. The result is durable only after the transaction has committed. */
async function decideLocked(
  tx: Tx,
  sealer: Sealer,
  context: () => DecisionContext,
  accounts: readonly AccountCommands[],
  skipLocked: boolean,
): Promise<DecidedLocked> {
  const accountIds = accounts.map(({ accountId }) => accountId)
  const free = skipLocked ? await lockFreeAccounts(tx, accountIds) : new Set(accountIds)
  if (!skipLocked) await lockAccounts(tx, accountIds)
  const ours = accounts.filter(({ accountId }) => free.has(accountId))
  const now = context()
  const decided = await decideAccounts(tx, now, ours, new Map(), true)
  const writes = decided.flatMap(({ decision }) => decision.writes ?? [])
  await writeLockedAccounts(tx, sealer, now.nowMs, writes)
  for (const each of decided) rememberAnswers(each)
  return { decided, locked: accounts.filter(({ accountId }) => !free.has(accountId)) }
}

/** Whether the database rejected the rows (a constraint, a value), so that a retry would fail again. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof StoreError)) return true
  return /^(22|23|42|LG|P0)/.test(error.sqlState ?? '')
}

async function commitOneByOne(
  deps: CommitDeps,
  accounts: readonly AccountCommands[],
  error: unknown,
  whenLocked: WhenLocked,
): Promise<readonly AccountCommands[]> {
  const [first, ...others] = accounts
  if (first === undefined) return []
  if (others.length > 0) {
    const locked: AccountCommands[] = []
    for (const account of accounts) locked.push(...(await commit(deps, [account], whenLocked)))
    return locked
  }
  if (first.pending.length === 1) failAll(accounts, error)
  else {
    for (const each of first.pending) {
      const locked = await commit(deps, [{ ...first, pending: [each] }], whenLocked)
      if (locked.length > 0) return withOpenCommands([first])
    }
  }
  return []
}

function withOpenCommands(accounts: readonly AccountCommands[]): AccountCommands[] {
  return accounts
    .map(({ accountId, pending }) => ({ accountId, pending: pending.filter((each) => each.isOpen()) }))
    .filter(({ pending }) => pending.length > 0)
}

/** Fails the commands whose deadline is not after `untilMs`. */
function failAll(
  accounts: readonly AccountCommands[],
  cause: unknown,
  untilMs = Number.POSITIVE_INFINITY,
): void {
  for (const { pending } of accounts) {
    for (const each of pending) {
      if (each.deadlineMs > untilMs) continue
      const internal = `the ledger could not be written: ${each.command.kind} on account ${each.accountId}`
      each.fail(internalError('internal', { internal, cause }))
    }
  }
}
