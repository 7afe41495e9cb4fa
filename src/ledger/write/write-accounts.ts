import { assert, type Sealer } from '../../kit/index.ts'
import { join, named, type Queryable, type Sql, sql, type Tx } from '../../store/index.ts'
import {
  dateArray,
  hex,
  hexArray,
  numberArray,
  textArray,
  timeArray,
  uuidArray,
  wordArray,
} from '../read/sql-arrays.ts'
import type { AccountWrites, ClaimRef } from '../rules/account-writes.ts'
import { sumByKind } from '../rules/grants.ts'
import { noteContext, replyContext } from '../seal-contexts.ts'

/**
 * Writes the decided accounts in one statement, which is its own transaction unless it is given one. Returns
 * the ids of those that were written; accounts at another version are left unchanged. Throws a StoreError
 * when a row is not as expected; then nothing is written.
 */
export async function writeAccounts(
  queryable: Queryable,
  sealer: Sealer,
  nowMs: number,
  writes: readonly AccountWrites[],
): Promise<ReadonlySet<string>> {
  if (writes.length === 0) return new Set()
  // The order of the accounts is the global lock order.
  const accounts = [...writes].sort((a, b) => (a.next.accountId < b.next.accountId ? -1 : 1))
  const statement = named(
    'ledger_write_round',
    sql`select ledger_write_round(${join([
      new Date(nowMs).toISOString(),
      accountColumns(accounts),
      grantColumns(accounts),
      requestColumns(accounts, sealer),
      claimColumns(accounts, sealer),
      entryColumns(accounts),
      budgetColumns(accounts),
    ])}) as written`,
  )
  const { written } = await queryable.one<{ written: boolean[] }>(statement)
  return new Set(accounts.filter((_, index) => written[index]).map(({ next }) => next.accountId))
}

/** Writes accounts that the transaction has locked, so no other session can have changed them. */
export async function writeLockedAccounts(
  tx: Tx,
  sealer: Sealer,
  nowMs: number,
  writes: readonly AccountWrites[],
): Promise<void> {
  const written = await writeAccounts(tx, sealer, nowMs, writes)
  assert(written.size === writes.length, 'another session changed a locked account')
}

/** A row and the position of its account in the statement, counted from 1 like PostgreSQL arrays. */
interface Positioned<T> {
  readonly row: T
  readonly accountId: string
  readonly position: number
}

function positioned<T>(
  accounts: readonly AccountWrites[],
  rowsOf: (account: AccountWrites) => readonly T[],
): Positioned<T>[] {
  const all: Positioned<T>[] = []
  accounts.forEach((account, index) => {
    for (const row of rowsOf(account)) {
      all.push({ row, accountId: account.next.accountId, position: index + 1 })
    }
  })
  return all
}

const positions = (rows: readonly Positioned<unknown>[]) => numberArray(rows.map((each) => each.position))

function accountColumns(accounts: readonly AccountWrites[]): Sql {
  const next = accounts.map((account) => account.next)
  const sums = next.map((state) => sumByKind(state.grants))
  const counters = next.map((state) => state.counters)
  return join([
    uuidArray(next.map((state) => state.accountId)),
    numberArray(accounts.map((account) => account.expectedVersion)),
    numberArray(sums.map((sum) => sum.promotion)),
    numberArray(sums.map((sum) => sum.signup_bonus)),
    numberArray(sums.map((sum) => sum.resource_pack)),
    numberArray(sums.map((sum) => sum.paid)),
    numberArray(next.map((state) => state.held)),
    timeArray(accounts.map((account) => account.nextExpiryMs)),
    dateArray(counters.map((each) => each.day)),
    numberArray(counters.map((each) => each.dayCount)),
    dateArray(counters.map((each) => each.month && `${each.month}-01`)),
    numberArray(counters.map((each) => each.monthCount)),
    numberArray(next.map((state) => state.ownQuota.daily)),
    numberArray(next.map((state) => state.ownQuota.monthly)),
  ])
}

function grantColumns(accounts: readonly AccountWrites[]): Sql {
  const made = positioned(accounts, (account) => account.grantsMade)
  const drawn = positioned(accounts, (account) => account.grantsDrawn)
  return join([
    positions(made),
    uuidArray(made.map(({ row }) => row.grantId)),
    wordArray(made.map(({ row }) => row.kind)),
    numberArray(made.map(({ row }) => row.granted)),
    timeArray(made.map(({ row }) => row.expiresAtMs)),
    textArray(made.map(({ row }) => row.note)),
    wordArray(made.map(({ row }) => row.source)),
    positions(drawn),
    uuidArray(drawn.map(({ row }) => row.grantId)),
    numberArray(drawn.map(({ row }) => row.remaining)),
  ])
}

function requestColumns(accounts: readonly AccountWrites[], sealer: Sealer): Sql {
  const opened = positioned(accounts, (account) => account.opened)
  const ended = positioned(accounts, (account) => account.ended)
  const extended = positioned(accounts, (account) => account.extended)
  const sealedNotes = opened.map(({ row, accountId }) =>
    row.note === null
      ? null
      : hex(sealer.seal(Buffer.from(row.note, 'utf8'), noteContext(accountId, row.request.requestId))),
  )
  return join([
    positions(opened),
    uuidArray(opened.map(({ row }) => row.request.requestId)),
    wordArray(opened.map(({ row }) => row.request.operation)),
    wordArray(opened.map(({ row }) => row.door)),
    uuidArray(opened.map(({ row }) => row.request.keyId)),
    numberArray(opened.map(({ row }) => row.request.held)),
    timeArray(opened.map(({ row }) => row.request.leaseUntilMs)),
    dateArray(opened.map(({ row }) => row.request.day)),
    hexArray(opened.map(({ row }) => row.request.keyHash)),
    hexArray(sealedNotes),
    positions(ended),
    uuidArray(ended.map(({ row }) => row.request.requestId)),
    wordArray(ended.map(({ row }) => row.request.state)),
    numberArray(ended.map(({ row }) => row.request.captured)),
    numberArray(ended.map(({ row }) => row.request.resourceCaptured)),
    textArray(ended.map(({ row }) => (row.usage === null ? null : JSON.stringify(row.usage)))),
    positions(extended),
    uuidArray(extended.map(({ row }) => row.requestId)),
    timeArray(extended.map(({ row }) => row.leaseUntilMs)),
  ])
}

function claimColumns(accounts: readonly AccountWrites[], sealer: Sealer): Sql {
  const put = positioned(accounts, (account) => account.claimsPut)
  const answered = positioned(accounts, (account) => account.claimsAnswered)
  const sealedReplies = answered.map(({ row, accountId }) =>
    hex(sealer.seal(row.reply, replyContext(accountId, row.requestId))),
  )
  return join([
    claimRefs(positioned(accounts, (account) => account.claimsDropped)),
    claimRefs(put),
    hexArray(put.map(({ row }) => row.fingerprint)),
    timeArray(put.map(({ row }) => row.leaseUntilMs)),
    claimRefs(answered),
    hexArray(sealedReplies),
    timeArray(answered.map(({ row }) => row.expiresAtMs)),
  ])
}

function claimRefs(rows: readonly Positioned<ClaimRef>[]): Sql {
  return join([
    positions(rows),
    wordArray(rows.map(({ row }) => row.operation)),
    hexArray(rows.map(({ row }) => row.keyHash)),
    uuidArray(rows.map(({ row }) => row.requestId)),
  ])
}

function entryColumns(accounts: readonly AccountWrites[]): Sql {
  const entries = positioned(accounts, (account) => account.entries)
  return join([
    positions(entries),
    uuidArray(entries.map(({ row }) => row.groupId)),
    uuidArray(entries.map(({ row }) => row.grantId)),
    wordArray(entries.map(({ row }) => row.movement)),
    numberArray(entries.map(({ row }) => row.pointCents)),
  ])
}

function budgetColumns(accounts: readonly AccountWrites[]): Sql {
  const budgets = positioned(accounts, (account) => account.budgetsPut)
  return join([
    positions(budgets),
    uuidArray(budgets.map(({ row }) => row.budgetId)),
    textArray(budgets.map(({ row }) => uuidArray(row.keyIds))),
    numberArray(budgets.map(({ row }) => row.limits.total)),
    numberArray(budgets.map(({ row }) => row.limits.daily)),
    numberArray(budgets.map(({ row }) => row.limits.monthly)),
    numberArray(budgets.map(({ row }) => row.spent.total)),
    dateArray(budgets.map(({ row }) => row.spent.day)),
    numberArray(budgets.map(({ row }) => row.spent.daily)),
    numberArray(budgets.map(({ row }) => row.spent.monthly)),
  ])
}
