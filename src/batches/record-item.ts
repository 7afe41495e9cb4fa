import type { TokenUsage } from '../contract/index.ts'
import { named, type Sql, sql, type Tx } from '../store/index.ts'
import type { ItemFailure, ItemKey } from './batches.ts'
import { type Deps, repeatable } from './deps.ts'
import { placeholder } from './sealed.ts'

export type ItemEnd =
  | {
      readonly kind: 'scored'
      readonly score: number
      readonly resultSealed: Uint8Array
      readonly usage: TokenUsage
    }
  | { readonly kind: 'failed'; readonly failure: ItemFailure; readonly attempts: number }

/** `lost`: another process has the candidate, or it has ended; nothing was written. */
export type Recorded = { readonly kind: 'recorded'; readonly openItems: number } | { readonly kind: 'lost' }

class ClaimLost extends Error {}

/**
 * Stores a candidate's outcome and removes its text, if the claim is still valid. Returns the number of open
 * candidates of the batch.
 */
export async function recordItem(deps: Deps, key: ItemKey, end: ItemEnd): Promise<Recorded> {
  const statement = named(`batch_record_${end.kind}`, recordStatement(deps, key, end))
  const row = await deps.store.maybe<{ open_items: number }>(statement)
  return row === undefined ? { kind: 'lost' } : { kind: 'recorded', openItems: row.open_items }
}

/**
 * One statement, so the account stays locked for no round trip: outcomes of one account are written one after
 * another, and the database may be far away. It locks the account's row first, like every change of a
 * candidate's state. Without the claim it changes nothing. Its commit does not wait for the disk, as for all
 * repeatable writes.
 */
export function recordStatement(
  { clock, lockTimeoutMs }: Pick<Deps, 'clock' | 'lockTimeoutMs'>,
  { accountId, batchId, position, leasedBy }: ItemKey,
  end: ItemEnd,
): Sql {
  const outcome =
    end.kind === 'scored'
      ? sql`state = 'scored', score = ${end.score}, result_sealed = ${end.resultSealed},
            prompt_tokens = ${end.usage.promptTokens}, completion_tokens = ${end.usage.completionTokens}`
      : sql`state = 'failed', failure = ${end.failure}, attempts = ${end.attempts}`
  return sql`
    with account as materialized (
      select account_id from batch_accounts
      where account_id = ${accountId} and running > 0
        and (select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)) is not null for update),
    item as materialized (
      select account_id, batch_id from batch_items
      where account_id = (select account_id from account) and batch_id = ${batchId} and position = ${position}
        and leased_by = ${leasedBy} for update),
    batch as (
      update batches b set open_items = b.open_items - 1 from item
      where b.account_id = item.account_id and b.batch_id = item.batch_id and b.status = 'running'
        and b.open_items > 0
      returning b.account_id, b.batch_id, b.open_items),
    ended as (
      update batch_items i
      set leased_by = null, lease_until = null, resume = ${placeholder}, ended_at = ${clock.now()}, ${outcome}
      from batch
      where i.account_id = batch.account_id and i.batch_id = batch.batch_id and i.position = ${position}),
    counted as (
      update batch_accounts a set running = a.running - 1 from batch where a.account_id = batch.account_id)
    select open_items, set_config('synchronous_commit', 'off', true) from batch`
}

/** Schedules another attempt for a candidate, if the claim is still valid. */
export async function retryItem(
  deps: Deps,
  key: ItemKey,
  again: { readonly attempts: number; readonly delayMs: number },
): Promise<Recorded> {
  return underClaim(deps, async (tx) => {
    await returnToAccount(tx, key.accountId)
    const written = await tx.run(sql`
      update batch_items
      set state = 'waiting', leased_by = null, lease_until = null, attempts = ${again.attempts},
          not_before = clock_timestamp() + ${again.delayMs} * interval '1 ms'
      where account_id = ${key.accountId} and batch_id = ${key.batchId} and position = ${key.position}
        and leased_by = ${key.leasedBy}`)
    if (written === 0) throw new ClaimLost()
    return 1
  })
}

/**
 * Puts a candidate back immediately. `handed_back`: by the process that has it. `abandoned`: its lease has
 * ended and was not renewed meanwhile.
 */
export async function returnToQueue(
  deps: Deps,
  key: ItemKey,
  why: 'handed_back' | 'abandoned',
): Promise<Recorded> {
  return underClaim(deps, async (tx) => {
    await returnToAccount(tx, key.accountId)
    const isReleased = why === 'handed_back'
    const written = await tx.run(sql`
      update batch_items
      set state = 'waiting', leased_by = null, lease_until = null, starts = starts - ${isReleased ? 1 : 0}
      where account_id = ${key.accountId} and batch_id = ${key.batchId} and position = ${key.position}
        and leased_by = ${key.leasedBy} and (${isReleased} or lease_until <= clock_timestamp())`)
    if (written === 0) throw new ClaimLost()
    return 1
  })
}

async function underClaim(deps: Deps, work: (tx: Tx) => Promise<number>): Promise<Recorded> {
  try {
    return { kind: 'recorded', openItems: await deps.store.transaction(work, repeatable(deps)) }
  } catch (error) {
    if (error instanceof ClaimLost) return { kind: 'lost' }
    throw error
  }
}

/** Locks the account's row first, like every change of a candidate's state. */
async function returnToAccount(tx: Tx, accountId: string): Promise<void> {
  const found = await tx.run(sql`
    update batch_accounts set running = running - 1, pending = pending + 1, due_at = clock_timestamp()
    where account_id = ${accountId} and running > 0`)
  if (found === 0) throw new ClaimLost()
}
