import { sql, type Tx } from '../store/index.ts'
import { again, type Deps } from './deps.ts'
import { failOpenItems } from './fail-open-items.ts'
import { type BatchOfAccount, processRows } from './process-rows.ts'
import { settleBatch } from './settle.ts'

const batchesAtOnce = 100

/** Ends batches that have run for too long, oldest first. One bounded run; returns how many. */
export async function reclaimStale(deps: Deps): Promise<number> {
  const rows = await deps.store.many<BatchOfAccount>(staleStatement(staleLine(deps), deps.skipped.batchIds()))
  return processRows(deps, rows, (row) => reclaimBatch(deps, row.account_id, row.batch_id))
}

export const staleStatement = (line: Date, skipped: readonly string[]) => sql`
  select account_id, batch_id from batches where status = 'running' and created_at <= ${line}
    and batch_id <> all(${skipped}::uuid[])
  order by created_at limit ${batchesAtOnce}`

/**
 * Ends one batch if it has run for too long: its open candidates fail, and it is settled like any other. A
 * process that works on one of them loses its claim. If this process dies between the two steps,
 * `settleFinished` settles the batch. Returns whether this call ended it.
 */
export async function reclaimBatch(deps: Deps, accountId: string, batchId: string): Promise<boolean> {
  const failed = await deps.store.transaction(
    (tx) => failStaleItems(tx, deps, accountId, batchId),
    again(deps),
  )
  if (failed > 0) deps.log.warn({ batchId, failed }, 'a batch ran for too long and was ended')
  return settleBatch(deps, accountId, batchId)
}

async function failStaleItems(tx: Tx, deps: Deps, accountId: string, batchId: string): Promise<number> {
  await tx.run(sql`select from batch_accounts where account_id = ${accountId} for update`)
  const endedAt = deps.clock.now()
  const taken = await tx.run(sql`
    update batches set open_items = 0, reclaimed_at = ${endedAt}
    where account_id = ${accountId} and batch_id = ${batchId} and status = 'running' and open_items > 0
      and created_at <= ${staleLine(deps)}`)
  return taken === 0 ? 0 : failOpenItems(tx, { accountId, batchId, failure: 'stale', endedAt })
}

/** Batches that were started before this have run for too long. */
function staleLine({ clock, options }: Deps): Date {
  return new Date(clock.now().getTime() - options.staleAfterMs)
}
