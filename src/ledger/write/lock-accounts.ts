import { named, sql, type Tx } from '../../store/index.ts'

/**
 * Locks accounts until the transaction ends, in the order in which every writer locks them. Returns those
 * that it locked: all of them, or with `skipLocked` those that no other session has locked.
 */
export async function lockAccounts(
  tx: Tx,
  accountIds: readonly string[],
  { skipLocked = false } = {},
): Promise<ReadonlySet<string>> {
  const lock = sql`select account_id as "accountId" from ledger_accounts where account_id = any(${accountIds}::uuid[])
                   order by account_id for update`
  const statement = skipLocked
    ? named('ledger_lock_free', sql`${lock} skip locked`)
    : named('ledger_lock', lock)
  const rows = await tx.many<{ accountId: string }>(statement)
  return new Set(rows.map((row) => row.accountId))
}
