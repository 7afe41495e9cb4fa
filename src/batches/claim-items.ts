import type { Language } from '../engines/index.ts'
import { isTimeout, named, type Sql, sql } from '../store/index.ts'
import type { Claim } from './batches.ts'
import { briefLockWaitMs, type Deps } from './deps.ts'

/** If all candidates of an account wait for a retry, the account is checked again after this time. */
const pollMs = 250
/** Accounts that one claim checks if none of their candidates is due. */
const looksMax = 20

interface Row {
  readonly account_id: string
  readonly batch_id: string
  readonly position: number
  readonly attempts: number
  readonly jd: Uint8Array
  readonly criteria_sealed: Uint8Array | null
  readonly resume: Uint8Array
  readonly language: Language
}

/** An account whose candidates all wait for a retry. */
interface NothingDue {
  readonly batch_id: null
}

/**
 * Claims the oldest candidate of the account that was served least recently. Two claims never get the same
 * one. An account at its cap or in `excludedAccountIds` gets none. An account whose candidates all wait for
 * a retry does not block others.
 */
export async function claimItem(deps: Deps, excludedAccountIds: readonly string[]): Promise<Claim | null> {
  const leasedBy = deps.ids.uuid()
  for (let look = 0; look < looksMax; look++) {
    const row = await lookForItem(deps, leasedBy, excludedAccountIds)
    if (row === undefined) return null
    if (row.batch_id !== null) return toClaim(row, leasedBy)
  }
  return null
}

/**
 * The second query does not skip locked rows, so an account is not passed over only because another claim
 * locked it briefly. It waits for a short time. Undefined if no account is due.
 */
async function lookForItem(
  deps: Deps,
  leasedBy: string,
  excludedAccountIds: readonly string[],
): Promise<Row | NothingDue | undefined> {
  const { free, waiting } = choices(deps.options.accountRunningMax, excludedAccountIds)
  const look = (name: string, choice: Sql) =>
    deps.store.maybe<Row | NothingDue>(
      named(`batch_claim_${name}`, claimStatement(choice, leasedBy, deps.options.leaseMs)),
    )
  return (await look('free', free)) ?? (await look('waiting', waiting).catch(noneIfLocked))
}

const toClaim = (row: Row, leasedBy: string): Claim => ({
  accountId: row.account_id,
  batchId: row.batch_id,
  position: row.position,
  leasedBy,
  attempts: row.attempts,
  language: row.language,
  jdSealed: row.jd,
  criteriaSealed: row.criteria_sealed,
  resumeSealed: row.resume,
})

function noneIfLocked(error: unknown): undefined {
  if (!isTimeout(error)) throw error
}

/**
 * Selects the next account: first among unlocked rows, then, with a short wait, among rows that another claim
 * has locked. A host that loses power keeps its locks for seconds; the lock timeout keeps claims from waiting
 * for it. The timeout is set before the first row is read and ends with the statement.
 */
export function choices(
  runningMax: number,
  excludedAccountIds: readonly string[],
): { readonly free: Sql; readonly waiting: Sql } {
  const isDue = sql`pending > 0 and due_at <= clock_timestamp() and account_id <> all(${excludedAccountIds}::uuid[])`
  const underCap = sql`select account_id from batch_accounts where ${isDue} and running < ${runningMax}`
  const longestAgo = sql`order by served_at limit 1 for update`
  const briefly = sql`(select set_config('lock_timeout', ${String(briefLockWaitMs)}, true)) is not null`
  return {
    free: sql`${underCap} ${longestAgo} skip locked`,
    waiting: sql`${underCap} and ${briefly} ${longestAgo}`,
  }
}

/**
 * One statement locks the account's row, then its candidate, and updates both. It returns the account even if
 * none of its candidates is due. A row that another claim has just changed is evaluated again. The commit is
 * asynchronous: a claim that a database crash loses is made again.
 */
export function claimStatement(choice: Sql, leasedBy: string, leaseMs: number): Sql {
  return sql`
    with account as materialized (${choice}),
    item as materialized (
      select account_id, batch_id, position from batch_items
      where account_id = (select account_id from account) and state = 'waiting'
        and not_before <= clock_timestamp()
      order by account_id, batch_id, position limit 1 for update skip locked),
    claimed as (
      update batch_items i
      set state = 'running', leased_by = ${leasedBy}, starts = i.starts + 1,
          lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms'
      from item
      where i.account_id = item.account_id and i.batch_id = item.batch_id and i.position = item.position
      returning i.account_id, i.batch_id, i.position, i.attempts, i.resume),
    served as (
      update batch_accounts a
      set pending = a.pending - taken.n, running = a.running + taken.n, served_at = clock_timestamp(),
          due_at = case when taken.n > 0 then a.due_at
                        else clock_timestamp() + ${pollMs} * interval '1 ms' end
      from (select count(*)::integer as n from claimed) taken
      where a.account_id = (select account_id from account))
    select a.account_id, c.batch_id, c.position, c.attempts, c.resume, b.jd, b.language, b.criteria_sealed,
           set_config('synchronous_commit', 'off', true)
    from account a
    left join claimed c on true
    left join batches b on b.account_id = c.account_id and b.batch_id = c.batch_id`
}
