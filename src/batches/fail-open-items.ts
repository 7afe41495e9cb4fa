import { sql, type Tx } from '../store/index.ts'
import type { ItemFailure } from './batches.ts'
import { placeholder } from './sealed.ts'

interface Failing {
  readonly accountId: string
  readonly batchId: string
  readonly failure: ItemFailure
  readonly endedAt: Date
}

/**
 * Fails every open candidate of a batch and removes its text. The caller has locked the row of batch_accounts
 * and set open_items to 0. Returns how many failed.
 */
export async function failOpenItems(tx: Tx, failing: Failing): Promise<number> {
  const running = await failItems(tx, failing, 'running')
  const waiting = await failItems(tx, failing, 'waiting')
  await tx.run(sql`
    update batch_accounts set running = running - ${running}, pending = pending - ${waiting}
    where account_id = ${failing.accountId}`)
  return running + waiting
}

const failItems = (
  tx: Tx,
  { accountId, batchId, failure, endedAt }: Failing,
  state: 'running' | 'waiting',
): Promise<number> =>
  tx.run(sql`
    update batch_items
    set state = 'failed', failure = ${failure}, leased_by = null, lease_until = null,
        resume = ${placeholder}, ended_at = ${endedAt}
    where account_id = ${accountId} and batch_id = ${batchId} and state = ${state}`)
