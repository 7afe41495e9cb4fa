import { firstUuidAt } from '../kit/index.ts'
import { type Database, sql, type Tx } from '../store/index.ts'
import { type Deps, repeatable } from './deps.ts'
import type { BatchOfAccount } from './process-rows.ts'

/** Deletes ended batches and all stored data of their candidates. The ledger keeps their charges. */

/** With a hundred candidates each, more would keep one statement busy for longer than 20 ms. */
const batchesAtOnce = 5
const dayMs = 86_400_000

/** Deletes batches whose retention time has passed. One bounded run; returns how many. */
export async function deleteOld(deps: Deps): Promise<number> {
  const { retentionDays } = deps.options
  if (retentionDays === 0) return 0
  const line = new Date(deps.clock.now().getTime() - retentionDays * dayMs)
  const work = async (tx: Tx) => deleteRows(tx, await tx.many<BatchOfAccount>(oldStatement(line)))
  return deps.store.transaction(work, repeatable(deps))
}

/** Selects by id: a batch begins before it ends, so the id bounds the end. */
export const oldStatement = (line: Date) => sql`
  select account_id, batch_id from batches
  where batch_id < ${firstUuidAt(line)} and status <> 'running' and ended_at < ${line}
  order by batch_id limit ${batchesAtOnce} for update skip locked`

/** Deletes one ended batch of any account, for an operator who handles a candidate's request. */
export async function deleteBatch(
  database: Database,
  batchId: string,
): Promise<'deleted' | 'running' | 'unknown'> {
  return database.transaction((tx) => deleteBatchIn(tx, batchId))
}

/** The same inside the caller's transaction. */
export async function deleteBatchIn(tx: Tx, batchId: string): Promise<'deleted' | 'running' | 'unknown'> {
  const row = await tx.maybe<BatchOfAccount & { readonly status: string }>(
    sql`select account_id, batch_id, status from batches where batch_id = ${batchId} for update`,
  )
  if (row === undefined) return 'unknown'
  if (row.status === 'running') return 'running'
  await deleteRows(tx, [row])
  return 'deleted'
}

async function deleteRows(tx: Tx, rows: readonly BatchOfAccount[]): Promise<number> {
  const old = sql`
    unnest(${rows.map((row) => row.account_id)}::uuid[], ${rows.map((row) => row.batch_id)}::uuid[])
      as old (account_id, batch_id)`
  await tx.run(sql`
    delete from batch_items i using ${old} where i.account_id = old.account_id and i.batch_id = old.batch_id`)
  return tx.run(sql`
    delete from batches b using ${old} where b.account_id = old.account_id and b.batch_id = old.batch_id`)
}
