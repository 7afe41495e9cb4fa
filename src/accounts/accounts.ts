import type { Clock, Ids } from '../kit/index.ts'
import { empty, type Queryable, type Sql, sql, type Tx } from '../store/index.ts'
import { AccountError } from './account-error.ts'
import { normalizeEmail } from './email.ts'
import { verifyPassword } from './passwords.ts'
import type { Role } from './roles.ts'

export interface Account {
  readonly accountId: string
  /** Normalised: lower case. */
  readonly email: string
  readonly role: Role
  readonly hasPassword: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | null
}

export interface NewAccount {
  readonly email: string
  readonly role: Role
  /** From `hashPassword`, computed before the transaction; null: password sign-in is impossible. */
  readonly passwordHash: string | null
}

export interface Page {
  readonly after: string | null
  readonly limit: number
}

interface AccountRow {
  account_id: string
  email: string
  role: Role
  has_password: boolean
  created_at: Date
  disabled_at: Date | null
}

/**
 * Creates an account. The ledger opens its balance in the same transaction. Throws email_invalid,
 * email_taken.
 */
export async function createAccount(
  tx: Tx,
  deps: { clock: Clock; ids: Ids },
  account: NewAccount,
): Promise<Account> {
  const email = normalizeEmail(account.email)
  const row = await tx.maybe<AccountRow>(sql`
    insert into accounts (account_id, email, role, password_hash, created_at)
    values (${deps.ids.uuid()}, ${email}, ${account.role}, ${account.passwordHash}, ${deps.clock.now()})
    on conflict (email) do nothing
    returning ${columns}`)
  if (row === undefined) throw new AccountError('email_taken', `there is an account with ${email} already`)
  return toAccount(row)
}

/** The account with this address in any spelling, or undefined. Throws email_invalid. */
export async function findAccountByEmail(from: Queryable, email: string): Promise<Account | undefined> {
  const row = await from.maybe<AccountRow>(
    sql`select ${columns} from accounts where email = ${normalizeEmail(email)}`,
  )
  return row === undefined ? undefined : toAccount(row)
}

/** Accounts, newest first; `after` is the last account_id of the previous page. */
export async function listAccounts(from: Queryable, page: Page): Promise<Account[]> {
  const older: Sql = page.after === null ? empty : sql`where account_id < ${page.after}`
  const rows = await from.many<AccountRow>(
    sql`select ${columns} from accounts ${older} order by account_id desc limit ${page.limit}`,
  )
  return rows.map(toAccount)
}

/** Takes effect in every process within a second. Throws account_unknown. */
export async function setRole(tx: Tx, accountId: string, role: Role): Promise<Account> {
  return changed(accountId, await update(tx, accountId, sql`role = ${role}`))
}

/**
 * A disabled account keeps its data, but none of its keys works; null enables it again. Throws
 * account_unknown.
 */
export async function setDisabled(tx: Tx, accountId: string, disabledAt: Date | null): Promise<Account> {
  return changed(accountId, await update(tx, accountId, sql`disabled_at = ${disabledAt}`))
}

/**
 * The account with this address and password, or undefined. A failure takes as long as a success and gives no
 * reason.
 */
export async function checkPassword(
  from: Queryable,
  email: string,
  password: string,
): Promise<Account | undefined> {
  const row = await from.maybe<AccountRow & { password_hash: string | null }>(
    sql`select ${columns}, password_hash from accounts where email = ${normalizeEmail(email)}`,
  )
  const right = await verifyPassword(row?.password_hash ?? null, password)
  return right && row !== undefined && row.disabled_at === null ? toAccount(row) : undefined
}

const columns = sql`account_id, email, role, password_hash is not null as has_password, created_at,
  disabled_at`

function update(tx: Tx, accountId: string, assignment: Sql): Promise<AccountRow | undefined> {
  return tx.maybe(sql`update accounts set ${assignment} where account_id = ${accountId} returning ${columns}`)
}

function changed(accountId: string, row: AccountRow | undefined): Account {
  if (row === undefined) throw new AccountError('account_unknown', `there is no account ${accountId}`)
  return toAccount(row)
}

function toAccount(row: AccountRow): Account {
  return {
    accountId: row.account_id,
    email: row.email,
    role: row.role,
    hasPassword: row.has_password,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  }
}

/** The addresses of some accounts. */
export async function emailsOf(
  from: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await from.many<{ account_id: string; email: string }>(
    sql`select account_id, email from accounts where account_id = any(${[...accountIds]}::uuid[])`,
  )
  return new Map(rows.map(({ account_id: accountId, email }) => [accountId, email]))
}
