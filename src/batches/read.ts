import {
  type BatchItem,
  type BatchRecord,
  type BatchStatus,
  type BatchSummary,
  type BillingStatus,
  billingToWire,
  type Criterion,
  criteriaEcho,
  pointCents,
  type RequirementFinding,
  warning,
} from '../contract/index.ts'
import type { Language } from '../engines/index.ts'
import { sha256Hex } from '../kit/index.ts'
import { isTimeout, named, sql } from '../store/index.ts'
import type { ItemState } from './batches.ts'
import type { Deps } from './deps.ts'
import { phrasesIn } from './phrases.ts'
import { reclaimBatch } from './reclaim.ts'
import { type ItemResult, sealedFields } from './sealed.ts'
import { isStale, rank } from './state.ts'

/** A batch with one of its candidates. */
export interface BatchRow {
  readonly status: BatchStatus
  readonly language: Language
  readonly total: number
  readonly open_items: number
  readonly label_sealed: Uint8Array | null
  readonly created_at: Date
  readonly ended_at: Date | null
  readonly billed: number | null
  readonly resource_billed: number | null
  readonly balance: number | null
  readonly summary_sealed: Uint8Array | null
  readonly criteria_sealed: Uint8Array | null
  readonly position: number
  readonly state: ItemState
  readonly candidate_sealed: Uint8Array | null
  readonly score: number | null
  readonly result_sealed: Uint8Array | null
  readonly duplicate_of: readonly number[]
}

/** A batch as its owner may see it, in one snapshot; null if the account has none with this id. */
export async function readBatch(deps: Deps, accountId: string, batchId: string): Promise<BatchRecord | null> {
  const rows = await readBatchRows(deps, accountId, batchId)
  const [first] = rows
  return first === undefined ? null : toRecord(deps, accountId, batchId, first, rows)
}

/** One row per candidate, in one snapshot. Ends the batch first if it is stale. */
export async function readBatchRows(
  deps: Deps,
  accountId: string,
  batchId: string,
): Promise<readonly BatchRow[]> {
  const rows = await readRows(deps, accountId, batchId)
  const [first] = rows
  const { clock, options } = deps
  if (first?.status !== 'running' || !isStale(first.created_at, clock.now(), options.staleAfterMs))
    return rows
  await reclaimBatch(deps, accountId, batchId).catch(ignoreIfLocked)
  return readRows(deps, accountId, batchId)
}

/** If the account is locked, returns the stale batch. The lock times out on the server. */
function ignoreIfLocked(error: unknown): void {
  if (!isTimeout(error)) throw error
}

/** One statement, so that the batch and its candidates are in one snapshot. */
export const readStatement = (accountId: string, batchId: string) => sql`
  select b.status, b.language, b.total, b.open_items, b.label_sealed, b.created_at, b.ended_at, b.billed,
         b.resource_billed, b.balance, b.summary_sealed, b.criteria_sealed,
         i.position, i.state, i.label_sealed as candidate_sealed, i.score, i.result_sealed,
         i.duplicate_of
  from batches b join batch_items i on i.account_id = b.account_id and i.batch_id = b.batch_id
  where b.account_id = ${accountId} and b.batch_id = ${batchId}`

const readRows = (deps: Deps, accountId: string, batchId: string) =>
  deps.store.many<BatchRow>(named('batch_read', readStatement(accountId, batchId)))

function toRecord(
  deps: Deps,
  accountId: string,
  batchId: string,
  batch: BatchRow,
  items: readonly BatchRow[],
): BatchRecord {
  const name = { accountId, batchId }
  return {
    batch_id: batchId,
    status: batch.status,
    total: batch.total,
    completed: batch.total - batch.open_items,
    label: labelOf(deps, name, batch) ?? '',
    created_at: batch.created_at.toISOString(),
    billing_status: billingStatus(batch),
    billing: billingOf(batch),
    ...criteriaEcho(criteriaOf(deps, name, batch) ?? undefined, sha256Hex),
    items: rank(items).map((item) => toItem(deps, name, item)),
    summary: summaryOf(deps, name, batch),
  }
}

interface BatchName {
  readonly accountId: string
  readonly batchId: string
}

/** Also null if it was sealed under another key. */
export function labelOf(deps: Deps, name: BatchName, batch: Pick<BatchRow, 'label_sealed'>): string | null {
  const { label_sealed: sealed } = batch
  return sealed === null ? null : deps.sealed.openText(sealed, sealedFields.label(name))
}

/** Null if none were given, or if they were sealed under another key. */
export function criteriaOf(
  deps: Deps,
  name: BatchName,
  { criteria_sealed: sealed }: BatchRow,
): readonly Criterion[] | null {
  return sealed === null
    ? null
    : deps.sealed.openJson<readonly Criterion[]>(sealed, sealedFields.criteria(name))
}

export function summaryOf(deps: Deps, name: BatchName, batch: BatchRow): BatchSummary | null {
  const { summary_sealed: sealed } = batch
  return sealed === null ? null : deps.sealed.openJson<BatchSummary>(sealed, sealedFields.summary(name))
}

export function billingStatus({ billed }: Pick<BatchRow, 'billed'>): BillingStatus {
  if (billed === null) return 'pending'
  return billed > 0 ? 'settled' : 'not_charged'
}

/** Empty before the end of the batch; without a balance if nothing was charged. */
function billingOf({ billed, resource_billed, balance }: BatchRow): BatchRecord['billing'] {
  if (billed === null) return {}
  const { balance_point_cents, balance_points, ...charge } = billingToWire({
    billedPointCents: pointCents(billed),
    resourcePointCents: pointCents(resource_billed ?? 0),
    balancePointCents: pointCents(balance ?? 0),
  })
  return balance === null ? charge : { ...charge, balance_point_cents, balance_points }
}

export function toItem(deps: Deps, name: BatchName, item: BatchRow): BatchItem {
  const place = { ...name, position: item.position }
  const phrases = phrasesIn(item.language)
  const label =
    item.candidate_sealed === null
      ? null
      : deps.sealed.openText(item.candidate_sealed, sealedFields.candidate(place))
  const result =
    item.result_sealed === null
      ? null
      : deps.sealed.openJson<ItemResult>(item.result_sealed, sealedFields.result(place))
  return {
    index: item.position - 1,
    candidate_label: label ?? phrases.defaultLabel(item.position),
    score: item.score === null ? null : Math.round(item.score),
    ...(result?.confidence !== undefined && { confidence: result.confidence }),
    tags: [...(result?.tags ?? [])],
    recommendation: result?.recommendation ?? (item.state === 'failed' ? phrases.notScored : ''),
    strengths: [...(result?.strengths ?? [])],
    gaps: [...(result?.gaps ?? [])],
    requirements: (result?.requirements ?? []).map(complete),
    warnings: [...(result?.warnings ?? []), ...duplicateWarnings(item)],
    duplicate_of: [...item.duplicate_of],
  }
}

/** Older results lack these two fields. */
function complete(finding: RequirementFinding): RequirementFinding {
  return { ...finding, weight: finding.weight || 1, stated: finding.stated ?? finding.status !== 'not_met' }
}

function duplicateWarnings({ duplicate_of, language }: BatchRow): BatchItem['warnings'] {
  return duplicate_of.length === 0 ? [] : [warning('likely_duplicate', language, 'duplicate_of')]
}
