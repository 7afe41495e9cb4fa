import { empty, type Sql, sql } from '../store/index.ts'
import type { OwnBatch, OwnBatchQuery, WholeBatch } from './batches.ts'
import { deleteBatchIn } from './delete.ts'
import type { Deps } from './deps.ts'
import {
  type BatchRow,
  billingStatus,
  criteriaOf,
  labelOf,
  readBatchRows,
  summaryOf,
  toItem,
} from './read.ts'
import { rank } from './state.ts'

/** An account's batches for its page: the API status of each batch, and the state of each candidate. */

type HeadRow = Pick<
  BatchRow,
  'status' | 'total' | 'open_items' | 'label_sealed' | 'created_at' | 'ended_at' | 'billed'
>

/** An account's batches, newest first. */
export async function listOwn(deps: Deps, query: OwnBatchQuery): Promise<OwnBatch[]> {
  const rows = await deps.store.many<HeadRow & { readonly batch_id: string }>(listOwnStatement(query))
  return rows.map((row) => toHead(deps, { accountId: query.accountId, batchId: row.batch_id }, row))
}

export function listOwnStatement({ accountId, after, limit }: OwnBatchQuery): Sql {
  const older: Sql = after === null ? empty : sql`and batch_id < ${after}`
  return sql`
    select batch_id, status, total, open_items, label_sealed, created_at, ended_at, billed from batches
    where account_id = ${accountId} ${older} order by batch_id desc limit ${limit}`
}

/** One batch with its candidates; null if the account has none with this id. Ends it first if it is stale. */
export async function readWhole(
  deps: Deps,
  name: { readonly accountId: string; readonly batchId: string },
): Promise<WholeBatch | null> {
  const rows = await readBatchRows(deps, name.accountId, name.batchId)
  const [first] = rows
  if (first === undefined) return null
  return {
    head: toHead(deps, name, first),
    items: rank(rows).map((row) => ({
      ...toItem(deps, name, row),
      index: row.position - 1,
      state: row.state,
    })),
    summary: summaryOf(deps, name, first),
    criteria: criteriaOf(deps, name, first),
  }
}

/** Deletes an ended batch of this account. */
export async function deleteOwn(
  deps: Pick<Deps, 'store'>,
  { accountId, batchId }: { readonly accountId: string; readonly batchId: string },
): Promise<'deleted' | 'running' | 'unknown'> {
  return deps.store.transaction(async (tx) => {
    const own = await tx.maybe(
      sql`select 1 from batches where account_id = ${accountId} and batch_id = ${batchId}`,
    )
    return own === undefined ? 'unknown' : deleteBatchIn(tx, batchId)
  })
}

function toHead(
  deps: Deps,
  name: { readonly accountId: string; readonly batchId: string },
  row: HeadRow,
): OwnBatch {
  return {
    batchId: name.batchId,
    label: labelOf(deps, name, row),
    status: row.status,
    billingStatus: billingStatus(row),
    total: row.total,
    completed: row.total - row.open_items,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    billedPointCents: row.billed ?? 0,
  }
}
