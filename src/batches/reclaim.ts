import { sql, type Tx } from '../store/index.ts'
import { again, type Deps } from './deps.ts'
import { placeholder } from './sealed.ts'
import { settleBatch } from './settle.ts'
import { inTurn, type TurnRow } from './turn.ts'

const batchesAtOnce = 100

/** Ends batches that have run for too long, oldest first. One bounded turn; returns how many. */
export async function reclaimStale(deps: Deps): Promise<number> {
  const rows = await deps.store.many<TurnRow>(staleStatement(staleLine(deps), deps.resting.batchIds()))
  return inTurn(deps, rows, (row) => reclaimBatch(deps, row.account_id, row.batch_id))
}

export const staleStatement = (line: Date, resting: readonly string[]) => sql`
  select account_id, batch_id from batches where status = 'running' and created_at <= ${line}
    and batch_id <> all(${resting}::uuid[])
  order by created_at limit ${batchesAtOnce}`

/**
 * Ends one batch if it has run for too long: its open candidates fail, then it is settled like any other.
 * Whoever is at work on one of them finds its claim lost. A process that dies between the two leaves a batch
 * to settle. Returns whether it was us who ended it.
 */
export async function reclaimBatch(deps: Deps, accountId: string, batchId: string): Promise<boolean> {
  const failed = await deps.store.transaction(
    (tx) => failOpenItems(tx, deps, accountId, batchId),
    again(deps),
  )
  if (failed > 0) deps.log.warn({ batchId, failed }, 'a batch ran for too long and was ended')
  return settleBatch(deps, accountId, batchId)
}

async function failOpenItems(tx: Tx, deps: Deps, accountId: string, batchId: string): Promise<number> {
  await tx.run(sql`select from batch_accounts where account_id = ${accountId} for update`)
  const taken = await tx.run(sql`
    update batches set open_items = 0, reclaimed_at = ${deps.clock.now()}
    where account_id = ${accountId} and batch_id = ${batchId} and status = 'running' and open_items > 0
      and created_at <= ${staleLine(deps)}`)
  if (taken === 0) return 0
  const running = await failItems(tx, deps, accountId, batchId, 'running')
  const waiting = await failItems(tx, deps, accountId, batchId, 'waiting')
  await tx.run(sql`
    update batch_accounts set running = running - ${running}, pending = pending - ${waiting}
    where account_id = ${accountId}`)
  return running + waiting
}

const failItems = (
  tx: Tx,
  deps: Deps,
  accountId: string,
  batchId: string,
  state: 'running' | 'waiting',
): Promise<number> =>
  tx.run(sql`
    update batch_items
    set state = 'failed', failure = 'stale', leased_by = null, lease_until = null, resume = ${placeholder},
        ended_at = ${deps.clock.now()}
    where account_id = ${accountId} and batch_id = ${batchId} and state = ${state}`)

/** Batches that were started before this have run for too long. */
function staleLine({ clock, options }: Deps): Date {
  return new Date(clock.now().getTime() - options.staleAfterMs)
}
