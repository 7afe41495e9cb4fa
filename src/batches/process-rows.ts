import { errorFields } from '../kit/index.ts'
import { isTimeout, StoreError } from '../store/index.ts'
import type { Deps } from './deps.ts'

/** A row of a list with batches of many accounts. */
export interface BatchOfAccount {
  readonly account_id: string
  readonly batch_id: string
}

/**
 * Processes rows one by one and returns how many succeeded. A row that fails must not stop those of other
 * accounts: its batch is logged and skipped for a while. If an account is locked, all its batches are
 * skipped, because they would wait for the same lock. Throws if the database itself is at fault, since every
 * other row would fail too.
 */
export async function processRows<Row extends BatchOfAccount>(
  deps: Deps,
  rows: readonly Row[],
  work: (row: Row) => Promise<boolean>,
): Promise<number> {
  let done = 0
  const locked = new Set<string>()
  for (const row of rows) {
    const { account_id: accountId, batch_id: batchId } = row
    if (locked.has(accountId)) deps.skipped.add(batchId)
    try {
      if (!deps.skipped.has(batchId) && (await work(row))) done += 1
    } catch (error) {
      if (isOfTheDatabase(error)) throw error
      if (isTimeout(error)) locked.add(accountId)
      deps.skipped.add(batchId)
      deps.log.error({ accountId, batchId, ...errorFields(error) }, 'a batch could not go on')
    }
  }
  return done
}

/**
 * The database did not respond, accepts no connections or writes, has no space, or does not know the
 * statement.
 */
function isOfTheDatabase(error: unknown): boolean {
  if (!(error instanceof StoreError)) return false
  return error.sqlState === undefined || /^(08|25|42|53|57P|58)/.test(error.sqlState)
}
