import type { TokenUsage } from '../contract/index.ts'
import { sql, type Tx } from '../store/index.ts'
import type { ItemFailure, ItemKey } from './batches.ts'
import { type Deps, repeatable } from './deps.ts'
import { placeholder } from './sealed.ts'

/** How a candidate ended. */
export type ItemEnd =
  | {
      readonly kind: 'scored'
      readonly score: number
      readonly resultSealed: Uint8Array
      readonly usage: TokenUsage
    }
  | { readonly kind: 'failed'; readonly failure: ItemFailure; readonly attempts: number }

/** `lost`: somebody else has the candidate by now, or it has ended; nothing was written. */
export type Recorded = { readonly kind: 'recorded'; readonly openItems: number } | { readonly kind: 'lost' }

class ClaimLost extends Error {}

/**
 * Writes down how a candidate ended and takes its text away, if the claim still holds. Tells how many
 * candidates of the batch are left.
 */
export async function recordItem(deps: Deps, key: ItemKey, end: ItemEnd): Promise<Recorded> {
  return underClaim(deps, async (tx) => {
    await takeFromAccount(tx, key.accountId)
    const openItems = await takeFromBatch(tx, key)
    const written = end.kind === 'scored' ? writeScored(tx, deps, key, end) : writeFailed(tx, deps, key, end)
    if ((await written) === 0) throw new ClaimLost()
    return openItems
  })
}

/** Lets a candidate wait for another attempt, if the claim still holds. */
export async function retryItem(
  deps: Deps,
  key: ItemKey,
  again: { readonly attempts: number; readonly delayMs: number },
): Promise<Recorded> {
  return underClaim(deps, async (tx) => {
    await giveBackToAccount(tx, key.accountId)
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
 * Puts a candidate back at once. `handed_back` by the process that has it; `abandoned`: its lease has ended,
 * unless it was renewed meanwhile.
 */
export async function putBack(deps: Deps, key: ItemKey, why: 'handed_back' | 'abandoned'): Promise<Recorded> {
  return underClaim(deps, async (tx) => {
    await giveBackToAccount(tx, key.accountId)
    const handedBack = why === 'handed_back'
    const written = await tx.run(sql`
      update batch_items
      set state = 'waiting', leased_by = null, lease_until = null, starts = starts - ${handedBack ? 1 : 0}
      where account_id = ${key.accountId} and batch_id = ${key.batchId} and position = ${key.position}
        and leased_by = ${key.leasedBy} and (${handedBack} or lease_until <= clock_timestamp())`)
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

/** Locks the account's row first, as everybody does who changes a candidate's state. */
async function takeFromAccount(tx: Tx, accountId: string): Promise<void> {
  const found = await tx.run(sql`
    update batch_accounts set running = running - 1 where account_id = ${accountId} and running > 0`)
  if (found === 0) throw new ClaimLost()
}

async function giveBackToAccount(tx: Tx, accountId: string): Promise<void> {
  const found = await tx.run(sql`
    update batch_accounts set running = running - 1, pending = pending + 1, due_at = clock_timestamp()
    where account_id = ${accountId} and running > 0`)
  if (found === 0) throw new ClaimLost()
}

async function takeFromBatch(tx: Tx, key: ItemKey): Promise<number> {
  const row = await tx.maybe<{ open_items: number }>(sql`
    update batches set open_items = open_items - 1
    where account_id = ${key.accountId} and batch_id = ${key.batchId} and status = 'running' and open_items > 0
    returning open_items`)
  if (row === undefined) throw new ClaimLost()
  return row.open_items
}

const writeScored = (tx: Tx, deps: Deps, key: ItemKey, end: Extract<ItemEnd, { kind: 'scored' }>) =>
  tx.run(sql`
    update batch_items
    set state = 'scored', leased_by = null, lease_until = null, resume = ${placeholder}, score = ${end.score},
        result_sealed = ${end.resultSealed}, prompt_tokens = ${end.usage.promptTokens},
        completion_tokens = ${end.usage.completionTokens}, ended_at = ${deps.clock.now()}
    where account_id = ${key.accountId} and batch_id = ${key.batchId} and position = ${key.position}
      and leased_by = ${key.leasedBy}`)

const writeFailed = (tx: Tx, deps: Deps, key: ItemKey, end: Extract<ItemEnd, { kind: 'failed' }>) =>
  tx.run(sql`
    update batch_items
    set state = 'failed', leased_by = null, lease_until = null, resume = ${placeholder}, failure = ${end.failure},
        attempts = ${end.attempts}, ended_at = ${deps.clock.now()}
    where account_id = ${key.accountId} and batch_id = ${key.batchId} and position = ${key.position}
      and leased_by = ${key.leasedBy}`)
