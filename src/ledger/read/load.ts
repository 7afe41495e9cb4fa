import { type GrantKind, grantKinds, type OperationName, pointCents } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import { named, type Queryable, sql } from '../../store/index.ts'
import type { HoldState } from '../ledger.ts'
import { sumByKind } from '../rules/grants.ts'
import type { AccountState, Claim, KeyBudget, RequestState } from '../rules/state.ts'
import { hexArray, textArray, uuidArray } from './sql-arrays.ts'

export interface LoadQuery {
  readonly accounts: readonly string[]
  readonly requests: readonly { readonly accountId: string; readonly requestId: string }[]
  readonly claims: readonly {
    readonly accountId: string
    readonly operation: OperationName
    readonly keyHash: string
  }[]
}

/** Rows by account. An account, a request or a claim that is missing here does not exist. */
export interface Loaded {
  readonly accounts: ReadonlyMap<string, AccountState>
  readonly requests: ReadonlyMap<string, readonly RequestState[]>
  readonly claims: ReadonlyMap<string, readonly Claim[]>
}

const nothing: Loaded = { accounts: new Map(), requests: new Map(), claims: new Map() }

/** Reads states, requests and claims in one snapshot. An empty query is not sent. */
export async function load(queryable: Queryable, query: LoadQuery): Promise<Loaded> {
  if (query.accounts.length + query.requests.length + query.claims.length === 0) return nothing
  const row = await queryable.one<LoadedRow>(
    named(
      'ledger_load',
      sql`select accounts, requests, claims from ledger_load(
            ${uuidArray(query.accounts)},
            ${uuidArray(query.requests.map((each) => each.accountId))},
            ${uuidArray(query.requests.map((each) => each.requestId))},
            ${uuidArray(query.claims.map((each) => each.accountId))},
            ${textArray(query.claims.map((each) => each.operation))},
            ${hexArray(query.claims.map((each) => each.keyHash))})`,
    ),
  )
  const requests = new Map<string, RequestState[]>()
  const claims = new Map<string, Claim[]>()
  for (const each of row.requests ?? []) collect(requests, each.account_id, toRequest(each))
  for (const each of row.claims ?? []) collect(claims, each.account_id, toClaim(each))
  return {
    accounts: new Map((row.accounts ?? []).map((each) => [each.account_id, toAccount(each)])),
    requests,
    claims,
  }
}

/** Locks the accounts in the global lock order. */
export async function lockAccounts(queryable: Queryable, accountIds: readonly string[]): Promise<void> {
  await queryable.run(named('ledger_lock', lockStatement(accountIds)))
}

/** Locks the accounts that no other session has locked, and returns them. */
export async function lockFreeAccounts(
  queryable: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const statement = named('ledger_lock_free', sql`${lockStatement(accountIds)} skip locked`)
  const rows = await queryable.many<{ account_id: string }>(statement)
  return new Set(rows.map((row) => row.account_id))
}

const lockStatement = (accountIds: readonly string[]) => sql`
  select account_id from ledger_accounts where account_id = any(${uuidArray(accountIds)}::uuid[])
  order by account_id for update`

interface LoadedRow {
  readonly accounts: AccountRow[] | null
  readonly requests: RequestRow[] | null
  readonly claims: ClaimRow[] | null
}

export interface AccountRow extends Record<GrantKind, number> {
  readonly account_id: string
  readonly version: number
  readonly held: number
  readonly quota_day: string | null
  readonly day_count: number
  readonly quota_month: string | null
  readonly month_count: number
  readonly quota_daily: number | null
  readonly quota_monthly: number | null
  readonly grants: GrantRow[] | null
  readonly budgets: BudgetRow[] | null
}

interface BudgetRow {
  readonly budget_id: string
  readonly key_ids: string[]
  readonly limit_total: number | null
  readonly limit_daily: number | null
  readonly limit_monthly: number | null
  readonly spent_total: number
  readonly spent_day: string
  readonly spent_daily: number
  readonly spent_monthly: number
}

interface GrantRow {
  readonly grant_id: string
  readonly kind: GrantKind
  readonly remaining: number
  readonly expires_at: number | null
  readonly created_at: number
  readonly held_since_expiry: number
}

interface RequestRow {
  readonly account_id: string
  readonly request_id: string
  readonly operation: OperationName
  readonly state: HoldState
  readonly held: number
  readonly captured: number
  readonly resource_captured: number
  readonly created_at: number
  readonly lease_until: number
  readonly key_hash: string | null
  readonly key_id: string
  readonly quota_day: string
}

interface ClaimRow {
  readonly account_id: string
  readonly operation: OperationName
  readonly key_hash: string
  readonly request_id: string
  readonly fingerprint: string
  readonly reply_sealed: string | null
  readonly expires_at: number | null
}

/** Refuses an account whose totals differ from the sums of its grants: writing it would hide the damage. */
export function toAccount(row: AccountRow): AccountState {
  const grants = (row.grants ?? []).map((grant) => ({
    grantId: grant.grant_id,
    kind: grant.kind,
    remaining: pointCents(grant.remaining),
    expiresAtMs: grant.expires_at,
    createdAtMs: grant.created_at,
    heldSinceExpiry: pointCents(grant.held_since_expiry),
  }))
  const sums = sumByKind(grants)
  const agrees = grantKinds.every((kind) => sums[kind] === row[kind])
  assert(
    agrees,
    `the buckets of account ${row.account_id} are not what is left of its grants: run ledger verify`,
  )
  return {
    accountId: row.account_id,
    version: row.version,
    held: pointCents(row.held),
    counters: {
      day: row.quota_day ?? '',
      dayCount: row.day_count,
      month: (row.quota_month ?? '').slice(0, 7),
      monthCount: row.month_count,
    },
    ownQuota: { daily: row.quota_daily, monthly: row.quota_monthly },
    grants,
    budgets: (row.budgets ?? []).map(toBudget),
    requests: new Map(),
  }
}

function toRequest(row: RequestRow): RequestState {
  return {
    requestId: row.request_id,
    operation: row.operation,
    state: row.state,
    held: pointCents(row.held),
    captured: pointCents(row.captured),
    resourceCaptured: pointCents(row.resource_captured),
    admittedAtMs: row.created_at,
    leaseUntilMs: row.lease_until,
    keyHash: row.key_hash,
    keyId: row.key_id,
    day: row.quota_day,
  }
}

function toBudget(row: BudgetRow): KeyBudget {
  const limit = (value: number | null) => (value === null ? null : pointCents(value))
  return {
    budgetId: row.budget_id,
    keyIds: row.key_ids,
    limits: {
      total: limit(row.limit_total),
      daily: limit(row.limit_daily),
      monthly: limit(row.limit_monthly),
    },
    spent: {
      total: pointCents(row.spent_total),
      day: row.spent_day,
      daily: pointCents(row.spent_daily),
      monthly: pointCents(row.spent_monthly),
    },
  }
}

function toClaim(row: ClaimRow): Claim {
  const reply = row.reply_sealed === null ? null : Buffer.from(row.reply_sealed, 'base64')
  return {
    operation: row.operation,
    keyHash: row.key_hash,
    requestId: row.request_id,
    fingerprint: row.fingerprint,
    reply: reply === null ? null : { sealed: true, bytes: reply },
    expiresAtMs: row.expires_at,
  }
}

function collect<T>(lists: Map<string, T[]>, name: string, value: T): void {
  const list = lists.get(name)
  if (list === undefined) lists.set(name, [value])
  else list.push(value)
}
