import { type BatchStatus, pointCents } from '../contract/index.ts'
import { empty, type Queryable, type Sql, sql } from '../store/index.ts'
import type { BatchView, ItemFailure, ItemState, ItemView } from './batches.ts'

/** An operator's view of batches: their progress, without their content. */

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
  readonly cancelled_at: Date | null
  readonly billed: number | null
}

export interface BatchQuery {
  readonly accountId: string | null
  readonly status: BatchStatus | null
  /** The last batch_id of the previous page; null: start at the newest. */
  readonly after: string | null
  readonly limit: number
}

/** Batches, newest first. */
export async function listBatches(queryable: Queryable, query: BatchQuery): Promise<BatchView[]> {
  return (await queryable.many<Row>(listStatement(query))).map(toView)
}

export function listStatement({ accountId, status, after, limit }: BatchQuery): Sql {
  const ofAccount: Sql = accountId === null ? empty : sql`and account_id = ${accountId}`
  const inStatus: Sql = status === null ? empty : sql`and status = ${status}`
  const older: Sql = after === null ? empty : sql`and batch_id < ${after}`
  return sql`
    select ${columns} from batches
    where true ${ofAccount} ${inStatus} ${older} order by batch_id desc limit ${limit}`
}

export function showStatement(batchId: string): Sql {
  return sql`select ${columns} from batches where batch_id = ${batchId}`
}

const columns = sql`
  account_id, batch_id, request_id, status, total, open_items, created_at, ended_at, reclaimed_at, cancelled_at,
  billed`

/** The batch that a call started; undefined if it started none, or the batch was deleted. */
export async function batchOfCall(
  queryable: Queryable,
  call: { readonly accountId: string; readonly requestId: string },
): Promise<BatchView | undefined> {
  const row = await queryable.maybe<Row>(sql`
    select ${columns} from batches where account_id = ${call.accountId} and request_id = ${call.requestId}`)
  return row && toView(row)
}

/** One batch of any account, without its candidates. */
export async function showBatchIn(queryable: Queryable, batchId: string): Promise<BatchView | undefined> {
  const row = await queryable.maybe<Row>(showStatement(batchId))
  return row && toView(row)
}

/** One batch of any account, with its candidates in the order of submission. */
export async function showBatch(
  queryable: Queryable,
  batchId: string,
): Promise<{ readonly batch: BatchView; readonly items: readonly ItemView[] } | undefined> {
  const batch = await showBatchIn(queryable, batchId)
  if (batch === undefined) return undefined
  const items = await queryable.many<ItemRow>(sql`
    select position, state, score, attempts, starts, failure, lease_until from batch_items
    where account_id = ${batch.accountId} and batch_id = ${batchId} order by position`)
  return {
    batch,
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
    cancelledAt: row.cancelled_at,
    chargedPointCents: row.billed === null ? null : pointCents(row.billed),
  }
}
