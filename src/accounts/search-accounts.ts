import { empty, type Queryable, type Sql, sql } from '../store/index.ts'
import type { Account, Page } from './accounts.ts'

export interface AccountSearch extends Page {
  /** A prefix of the address; null: all. */
  readonly search: string | null
}

/** An account without its sign-in data. */
export type KnownAccount = Omit<Account, 'hasPassword'>

/** Accounts, newest first. */
export function searchAccounts(from: Queryable, search: AccountSearch): Promise<KnownAccount[]> {
  return from.many<KnownAccount>(searchStatement(search))
}

export function searchStatement({ after, limit, search }: AccountSearch): Sql {
  const older = after === null ? empty : sql`and account_id < ${after}`
  const beginning = search === null ? empty : sql`and email like ${`${literal(search.toLowerCase())}%`}`
  return sql`
    select ${columns} from accounts where true ${older} ${beginning} order by account_id desc limit ${limit}`
}

export function findAccount(from: Queryable, accountId: string): Promise<KnownAccount | undefined> {
  return from.maybe<KnownAccount>(sql`select ${columns} from accounts where account_id = ${accountId}`)
}

const columns = sql`account_id as "accountId", email, role, created_at as "createdAt",
  disabled_at as "disabledAt"`

/** Escapes the wildcards of LIKE. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
