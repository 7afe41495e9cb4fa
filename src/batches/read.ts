import {
  type BatchItem,
  type BatchRecord,
  type BatchStatus,
  type BatchSummary,
  type BillingStatus,
  billingToWire,
  pointCents,
} from '../contract/index.ts'
import type { Language } from '../engines/index.ts'
import { isTimeout, named, sql } from '../store/index.ts'
import type { ItemState } from './batches.ts'
import type { Deps } from './deps.ts'
import { phrasesIn } from './phrases.ts'
import { reclaimBatch } from './reclaim.ts'
import { type ItemResult, places } from './sealed.ts'
import { isStale, rank } from './state.ts'

interface Row {
  readonly status: BatchStatus
  readonly language: Language
  readonly total: number
  readonly open_items: number
  readonly label_sealed: Uint8Array | null
  readonly created_at: Date
  readonly billed: number | null
  readonly resource_billed: number | null
  readonly balance: number | null
  readonly summary_sealed: Uint8Array | null
  readonly position: number
  readonly state: ItemState
  readonly candidate_sealed: Uint8Array | null
  readonly score: number | null
  readonly result_sealed: Uint8Array | null
}

/** A batch as its owner may see it, in one snapshot; null where the account has none of this id. */
export async function readBatch(deps: Deps, accountId: string, batchId: string): Promise<BatchRecord | null> {
  const rows = await readRows(deps, accountId, batchId)
  const [first] = rows
  if (first === undefined) return null
  const { clock, options } = deps
  if (first.status !== 'running' || !isStale(first.created_at, clock.now(), options.staleAfterMs)) {
    return toRecord(deps, accountId, batchId, first, rows)
  }
  await reclaimBatch(deps, accountId, batchId).catch(laterIfLocked)
  const after = await readRows(deps, accountId, batchId)
  return toRecord(deps, accountId, batchId, after[0] ?? first, after)
}

/** Whoever keeps the account locked is missed in the end; until then the batch is told as it is. */
function laterIfLocked(error: unknown): void {
  if (!isTimeout(error)) throw error
}

/** One statement, so that the batch and its candidates are of the same moment. */
export const readStatement = (accountId: string, batchId: string) => sql`
  select b.status, b.language, b.total, b.open_items, b.label_sealed, b.created_at, b.billed, b.resource_billed,
         b.balance, b.summary_sealed,
         i.position, i.state, i.label_sealed as candidate_sealed, i.score, i.result_sealed
  from batches b join batch_items i on i.account_id = b.account_id and i.batch_id = b.batch_id
  where b.account_id = ${accountId} and b.batch_id = ${batchId}`

const readRows = (deps: Deps, accountId: string, batchId: string) =>
  deps.store.many<Row>(named('batch_read', readStatement(accountId, batchId)))

function toRecord(
  deps: Deps,
  accountId: string,
  batchId: string,
  batch: Row,
  items: readonly Row[],
): BatchRecord {
  const name = { accountId, batchId }
  const label =
    batch.label_sealed === null ? '' : deps.sealed.openText(batch.label_sealed, places.label(name))
  const summary =
    batch.summary_sealed === null
      ? null
      : deps.sealed.openJson<BatchSummary>(batch.summary_sealed, places.summary(name))
  return {
    batch_id: batchId,
    status: batch.status,
    total: batch.total,
    completed: batch.total - batch.open_items,
    label: label ?? '',
    created_at: batch.created_at.toISOString(),
    billing_status: billingStatus(batch),
    billing: billingOf(batch),
    items: rank(items).map((item) => toItem(deps, name, item)),
    summary,
  }
}

function billingStatus({ billed }: Row): BillingStatus {
  if (billed === null) return 'pending'
  return billed > 0 ? 'settled' : 'not_charged'
}

/** Empty while nothing is known; without a balance where nothing was charged. */
function billingOf({ billed, resource_billed, balance }: Row): BatchRecord['billing'] {
  if (billed === null) return {}
  const { balance_point_cents, balance_points, ...charge } = billingToWire({
    billedPointCents: pointCents(billed),
    resourcePointCents: pointCents(resource_billed ?? 0),
    balancePointCents: pointCents(balance ?? 0),
  })
  return balance === null ? charge : { ...charge, balance_point_cents, balance_points }
}

function toItem(deps: Deps, name: { accountId: string; batchId: string }, item: Row): BatchItem {
  const place = { ...name, position: item.position }
  const phrases = phrasesIn(item.language)
  const label =
    item.candidate_sealed === null
      ? null
      : deps.sealed.openText(item.candidate_sealed, places.candidate(place))
  const result =
    item.result_sealed === null
      ? null
      : deps.sealed.openJson<ItemResult>(item.result_sealed, places.result(place))
  return {
    index: item.position - 1,
    candidate_label: label ?? phrases.defaultLabel(item.position),
    score: item.score === null ? null : Math.round(item.score),
    tags: [...(result?.tags ?? [])],
    recommendation: result?.recommendation ?? (item.state === 'failed' ? phrases.notScored : ''),
  }
}
