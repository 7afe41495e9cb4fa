import { sql } from '../store/index.ts'
import type { ItemKey } from './batches.ts'
import type { Deps } from './deps.ts'
import { settleIfLast } from './process.ts'
import { type BatchOfAccount, processRows } from './process-rows.ts'
import { recordItem, returnToQueue } from './record-item.ts'
import { startsMax } from './state.ts'

const itemsAtOnce = 200

interface Row extends BatchOfAccount {
  readonly position: number
  readonly leased_by: string
  readonly attempts: number
  readonly starts: number
}

/**
 * Puts back the candidates whose leases have ended. Their processes are dead, or so slow that their writes
 * will be refused. A candidate whose processes died repeatedly fails. One bounded run; returns how many.
 */
export async function recoverAbandoned(deps: Deps): Promise<number> {
  const rows = await deps.store.many<Row>(abandonedStatement(deps.skipped.batchIds()))
  return processRows(deps, rows, (row) => recover(deps, row))
}

export const abandonedStatement = (skipped: readonly string[]) => sql`
  select account_id, batch_id, position, leased_by, attempts, starts from batch_items
  where state = 'running' and lease_until <= clock_timestamp() and batch_id <> all(${skipped}::uuid[])
  order by lease_until limit ${itemsAtOnce}`

async function recover(deps: Deps, row: Row): Promise<boolean> {
  const key: ItemKey = {
    accountId: row.account_id,
    batchId: row.batch_id,
    position: row.position,
    leasedBy: row.leased_by,
  }
  if (row.starts < startsMax) {
    return (await returnToQueue(deps, key, 'abandoned')).kind === 'recorded'
  }
  const end = { kind: 'failed', failure: 'abandoned', attempts: row.attempts } as const
  const recorded = await recordItem(deps, key, end)
  await settleIfLast(deps, key, recorded)
  return recorded.kind === 'recorded'
}
