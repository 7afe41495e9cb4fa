import { sql } from '../store/index.ts'
import type { ItemKey } from './batches.ts'
import type { Deps } from './deps.ts'
import { settleIfLast } from './process.ts'
import { putBack, recordItem } from './record-item.ts'
import { startsMax } from './state.ts'

const itemsAtOnce = 200

interface Row {
  readonly account_id: string
  readonly batch_id: string
  readonly position: number
  readonly leased_by: string
  readonly attempts: number
  readonly starts: number
}

/**
 * Puts back the candidates whose leases have ended: their processes are dead, or so slow that what they would
 * write is refused. One whose processes died again and again is given up. One bounded turn; returns how many.
 */
export async function recoverAbandoned(deps: Deps): Promise<number> {
  const rows = await deps.store.many<Row>(abandonedStatement())
  for (const row of rows) await recover(deps, row)
  return rows.length
}

export const abandonedStatement = () => sql`
  select account_id, batch_id, position, leased_by, attempts, starts from batch_items
  where state = 'running' and lease_until <= clock_timestamp() order by lease_until limit ${itemsAtOnce}`

async function recover(deps: Deps, row: Row): Promise<void> {
  const key: ItemKey = {
    accountId: row.account_id,
    batchId: row.batch_id,
    position: row.position,
    leasedBy: row.leased_by,
  }
  if (row.starts < startsMax) {
    await putBack(deps, key, 'abandoned')
    return
  }
  const end = { kind: 'failed', failure: 'abandoned', attempts: row.attempts } as const
  await settleIfLast(deps, key, await recordItem(deps, key, end))
}
