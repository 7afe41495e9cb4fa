import type { BatchStatus } from '../contract/index.ts'
import type { Sealer } from '../kit/index.ts'
import { sql, type Tx } from '../store/index.ts'
import type { BatchView } from './batches.ts'
import type { Deps } from './deps.ts'
import { failOpenItems } from './fail-open-items.ts'
import { showBatchIn } from './list.ts'
import { batchSealer } from './sealed.ts'
import { type BatchName, endIn } from './settle.ts'

/** The outcome of a cancellation; `changed` is false if the batch had already ended. */
export interface Cancelled {
  readonly changed: boolean
  readonly batch: BatchView & { readonly status: Exclude<BatchStatus, 'running'> }
  readonly scored: number
}

interface CancelDeps extends Pick<Deps, 'ledger' | 'clock'> {
  readonly sealer: Sealer
}

/**
 * Ends a running batch in the caller's transaction: open candidates fail as cancelled, scored ones are
 * charged, and the rest of the hold is released. A process that works on a candidate loses its claim.
 * Undefined if there is no such batch. Idempotent.
 */
export async function cancelBatchIn(
  tx: Tx,
  { sealer, ...deps }: CancelDeps,
  batchId: string,
): Promise<Cancelled | undefined> {
  const found = await showBatchIn(tx, batchId)
  if (found === undefined) return undefined
  const name = { accountId: found.accountId, batchId }
  // Lock the ledger's account row first, as a start does before it locks batch_accounts.
  await deps.ledger.wasAdmittedIn(tx, { accountId: name.accountId, requestId: found.requestId })
  await tx.run(sql`select from batch_accounts where account_id = ${name.accountId} for update`)
  await failCancelled(tx, name, deps.clock.now())
  const ended = await endIn(tx, { ...deps, sealed: batchSealer(sealer) }, name)
  const batch = await showBatchIn(tx, batchId)
  return batch === undefined ? undefined : { changed: ended !== null, ...(await resultOf(tx, batch)) }
}

async function failCancelled(tx: Tx, name: BatchName, endedAt: Date): Promise<void> {
  const taken = await tx.run(sql`
    update batches set open_items = 0, cancelled_at = ${endedAt}
    where account_id = ${name.accountId} and batch_id = ${name.batchId} and status = 'running'
      and open_items > 0`)
  if (taken > 0) await failOpenItems(tx, { ...name, failure: 'cancelled', endedAt })
}

async function resultOf(tx: Tx, batch: BatchView): Promise<Omit<Cancelled, 'changed'>> {
  const { status } = batch
  if (status === 'running') throw new Error(`batch ${batch.batchId} still runs after it was cancelled`)
  const { scored } = await tx.one<{ scored: number }>(sql`
    select count(*)::int as scored from batch_items
    where account_id = ${batch.accountId} and batch_id = ${batch.batchId} and state = 'scored'`)
  return { batch: { ...batch, status }, scored }
}
