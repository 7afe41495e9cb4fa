import { errorFields } from '../kit/index.ts'
import { isTimeout, StoreError } from '../store/index.ts'
import type { Deps } from './deps.ts'

/** A row of a list that holds batches of many accounts. */
export interface TurnRow {
  readonly account_id: string
  readonly batch_id: string
}

/**
 * Does the work of one turn, row by row, and returns how often it was done. One that fails must not stop
 * those of other accounts: its batch is named in the log, and rests. So do all of an account that somebody
 * keeps locked: they would only wait for it again. Throws where the database itself is at fault, since every
 * other row would only meet that too.
 */
export async function inTurn<Row extends TurnRow>(
  deps: Deps,
  rows: readonly Row[],
  work: (row: Row) => Promise<boolean>,
): Promise<number> {
  let done = 0
  const locked = new Set<string>()
  for (const row of rows) {
    const { account_id: accountId, batch_id: batchId } = row
    if (locked.has(accountId)) deps.resting.add(batchId)
    try {
      if (!deps.resting.has(batchId) && (await work(row))) done += 1
    } catch (error) {
      if (isOfTheDatabase(error)) throw error
      if (isTimeout(error)) locked.add(accountId)
      deps.resting.add(batchId)
      deps.log.error({ accountId, batchId, ...errorFields(error) }, 'a batch could not go on')
    }
  }
  return done
}

/** It gave no answer, takes no connections or writes, has no room, or doesn't know the statement at all. */
function isOfTheDatabase(error: unknown): boolean {
  if (!(error instanceof StoreError)) return false
  return error.sqlState === undefined || /^(08|25|42|53|57P|58)/.test(error.sqlState)
}
