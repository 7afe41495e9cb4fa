import type { Language } from '../engines/index.ts'
import { isTimeout, named, type Sql, sql } from '../store/index.ts'
import type { Claim } from './batches.ts'
import { briefMs, type Deps } from './deps.ts'

/** An account all of whose candidates wait for another attempt is looked at again after this long. */
const lookAgainMs = 250
/** Accounts that are looked at in one claim, if none of their candidates is due. */
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

/** An account that was looked at: all of its candidates wait for another attempt. */
interface NothingDue {
  readonly batch_id: null
}

/**
 * Takes the oldest candidate of the account that was served longest ago. Two claims never get the same one.
 * An account at its cap, or left out, gets none. One whose candidates all wait for another attempt does not
 * block other accounts.
 */
export async function claimItem(deps: Deps, leaveOut: readonly string[]): Promise<Claim | null> {
  const leasedBy = deps.ids.uuid()
  for (let look = 0; look < looksMax; look++) {
    const row = await lookForItem(deps, leasedBy, leaveOut)
    if (row === undefined) return null
    if (row.batch_id !== null) return toClaim(row, leasedBy)
  }
  return null
}

/**
 * The second look skips no lock, so that nobody is passed over for being looked at; it waits for a moment
 * only. Undefined where no account is due.
 */
async function lookForItem(
  deps: Deps,
  leasedBy: string,
  leaveOut: readonly string[],
): Promise<Row | NothingDue | undefined> {
  const { free, waiting } = choices(deps.options.accountRunningMax, leaveOut)
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
 * Whose turn it is: first whoever is free at once, then, after a short wait, whoever another claim was
 * looking at. A host that loses power keeps its locks for seconds: who waits for it is not waited for. The
 * bound is set before the first row is looked at, and is gone with the statement.
 */
export function choices(
  runningMax: number,
  leaveOut: readonly string[],
): { readonly free: Sql; readonly waiting: Sql } {
  const isDue = sql`pending > 0 and due_at <= clock_timestamp() and account_id <> all(${leaveOut}::uuid[])`
  const underCap = sql`select account_id from batch_accounts where ${isDue} and running < ${runningMax}`
  const longestAgo = sql`order by served_at limit 1 for update`
  const briefly = sql`(select set_config('lock_timeout', ${String(briefMs)}, true)) is not null`
  return {
    free: sql`${underCap} ${longestAgo} skip locked`,
    waiting: sql`${underCap} and ${briefly} ${longestAgo}`,
  }
}

/**
 * One statement: the account's row is locked first, then its candidate, and both are changed. Tells the
 * account even where none of its candidates is due. A row that another claim changed meanwhile is judged as
 * it is now. It does not wait for the disk: a claim that a crash of the database takes back is made again.
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
                        else clock_timestamp() + ${lookAgainMs} * interval '1 ms' end
      from (select count(*)::integer as n from claimed) taken
      where a.account_id = (select account_id from account))
    select a.account_id, c.batch_id, c.position, c.attempts, c.resume, b.jd, b.language, b.criteria_sealed,
           set_config('synchronous_commit', 'off', true)
    from account a
    left join claimed c on true
    left join batches b on b.account_id = c.account_id and b.batch_id = c.batch_id`
}
