import type { Sealer } from '../../kit/index.ts'
import { json, named, type Queryable, StoreError, sql } from '../../store/index.ts'
import { noteContext, replyContext } from '../read/seal-contexts.ts'
import { sumByKind } from '../rules/state.ts'
import type { AccountWrites } from '../rules/writes.ts'

/**
 * Locks the decided accounts, checks that they are at the version that was read, and writes their rows, in
 * one statement: all of them, or none. The statement is its own transaction unless it is given one. Throws a
 * StoreError if an account has another version (`isConflict`) or a row is not as expected.
 */
export async function writeRows(
  queryable: Queryable,
  sealer: Sealer,
  nowMs: number,
  accounts: readonly AccountWrites[],
): Promise<void> {
  if (accounts.length === 0) return
  const rows = json(rowsOf(accounts, sealer, nowMs))
  await queryable.one(named('ledger_commit', sql`select ledger_commit(${rows}::jsonb)`))
}

/** Whether another process wrote an account between read and write. Then nothing was written. */
export function isConflict(error: unknown): boolean {
  return error instanceof StoreError && error.sqlState === 'LG003'
}

/** The argument of ledger_commit. Lists without rows are left out. */
function rowsOf(writes: readonly AccountWrites[], sealer: Sealer, nowMs: number): object {
  const accounts = [...writes].sort((a, b) => (a.next.accountId < b.next.accountId ? -1 : 1))
  const each = <Row extends object>(rowsOfOne: (account: AccountWrites) => readonly Row[]) => {
    const rows = accounts.flatMap((account) =>
      rowsOfOne(account).map((row) => ({ accountId: account.next.accountId, ...row })),
    )
    return rows.length === 0 ? undefined : rows
  }
  const seal = (bytes: Uint8Array, context: string) =>
    Buffer.from(sealer.seal(bytes, context)).toString('base64')
  return {
    nowMs,
    accounts: accounts.map(accountRow),
    grantsMade: each((account) => account.grantsMade),
    grantsDrawn: each((account) => account.grantsDrawn),
    opened: each(({ opened, next: { accountId } }) =>
      opened.map(({ note, ...row }) => {
        if (note === null) return row
        const context = noteContext(accountId, row.requestId)
        return { ...row, noteSealed: seal(Buffer.from(note, 'utf8'), context) }
      }),
    ),
    extended: each((account) => account.extended),
    ended: each((account) => account.ended),
    claimsPut: each((account) => account.claimsPut),
    claimsAnswered: each(({ claimsAnswered, next: { accountId } }) =>
      claimsAnswered.map(({ reply, ...row }) => {
        return { ...row, replySealed: seal(reply, replyContext(accountId, row.requestId)) }
      }),
    ),
    claimsDropped: each((account) => account.claimsDropped),
    entries: each((account) => account.entries),
    budgetsPut: each((account) => account.budgetsPut),
  }
}

function accountRow({ next, expectedVersion, nextExpiryMs }: AccountWrites): object {
  const { day, dayCount, month, monthCount } = next.counters
  return {
    accountId: next.accountId,
    version: expectedVersion,
    ...sumByKind(next.grants),
    held: next.held,
    nextExpiryMs,
    ...{ day: day || null, dayCount, month: month ? `${month}-01` : null, monthCount },
    quotaDaily: next.ownQuota.daily,
    quotaMonthly: next.ownQuota.monthly,
  }
}
