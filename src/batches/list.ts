import { type BatchStatus, pointCents } from '../contract/index.ts'
import { type Queryable, sql } from '../store/index.ts'
import type { BatchView, ItemFailure, ItemState, ItemView } from './batches.ts'

/** What an operator may see of batches: how they go, and nothing of what is in them. */

interface Row {
  readonly account_id: string
  readonly batch_id: string
  readonly request_id: string
  readonly status: BatchStatus
  readonly total: number
  readonly open_items: number
  readonly created_at: Date
  readonly ended_at: Date | null
  readonly reclaimed_at: Date | null
  readonly billed: number | null
}

export interface BatchQuery {
  readonly accountId: string | null
  readonly status: BatchStatus | null
  readonly limit: number
}

/** Batches, the newest first. */
export async function listBatches(queryable: Queryable, query: BatchQuery): Promise<BatchView[]> {
  const rows = await queryable.many<Row>(sql`
    select account_id, batch_id, request_id, status, total, open_items, created_at, ended_at, reclaimed_at, billed
    from batches
    where (${query.accountId}::uuid is null or account_id = ${query.accountId})
      and (${query.status}::text is null or status = ${query.status})
    order by created_at desc, batch_id desc limit ${query.limit}`)
  return rows.map(toView)
}

/** One batch, whoever's it is, with its candidates in the order of submission. */
export async function showBatch(
  queryable: Queryable,
  batchId: string,
): Promise<{ readonly batch: BatchView; readonly items: readonly ItemView[] } | undefined> {
  const row = await queryable.maybe<Row>(sql`
    select account_id, batch_id, request_id, status, total, open_items, created_at, ended_at, reclaimed_at, billed
    from batches where batch_id = ${batchId}`)
  if (row === undefined) return undefined
  const items = await queryable.many<ItemRow>(sql`
    select position, state, score, attempts, starts, failure, lease_until from batch_items
    where account_id = ${row.account_id} and batch_id = ${batchId} order by position`)
  return {
    batch: toView(row),
    items: items.map(({ lease_until, ...item }) => ({ ...item, leaseUntil: lease_until })),
  }
}

interface ItemRow {
  readonly position: number
  readonly state: ItemState
  readonly score: number | null
  readonly attempts: number
  readonly starts: number
  readonly failure: ItemFailure | null
  readonly lease_until: Date | null
}

function toView(row: Row): BatchView {
  return {
    accountId: row.account_id,
    batchId: row.batch_id,
    requestId: row.request_id,
    status: row.status,
    total: row.total,
    openItems: row.open_items,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    reclaimedAt: row.reclaimed_at,
    chargedPointCents: row.billed === null ? null : pointCents(row.billed),
  }
}
