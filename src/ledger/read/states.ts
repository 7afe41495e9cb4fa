import {
  type GrantKind,
  grantKinds,
  internalError,
  type OperationName,
  pointCents,
} from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import { json, named, type Queryable, sql } from '../../store/index.ts'
import {
  type AccountState,
  type Claim,
  type Grant,
  type KeyBudget,
  type RequestState,
  sumByKind,
} from '../rules/state.ts'

/** What to read: accounts, and requests and claims by their names. */
export interface Wanted {
  readonly accounts: readonly string[]
  readonly requests: readonly { readonly accountId: string; readonly requestId: string }[]
  readonly claims: readonly {
    readonly accountId: string
    readonly operation: OperationName
    readonly keyHash: string
  }[]
}

/** By account. An account, a request or a claim that is missing here does not exist. */
export interface States {
  /** With the requests that were wanted. */
  readonly accounts: ReadonlyMap<string, AccountState>
  readonly claims: ReadonlyMap<string, readonly Claim[]>
}

/** Reads states in one statement, so in one snapshot. */
export async function readStates(queryable: Queryable, wanted: Wanted): Promise<States> {
  const { states } = await queryable.one<{ states: StateRows }>(
    named('ledger_read', sql`select ledger_read(${json(wanted)}::jsonb) as states`),
  )
  const requests = Map.groupBy(states.requests, (row) => row.accountId)
  return {
    accounts: new Map(
      states.accounts.map((row) => [row.accountId, toAccount(row, requests.get(row.accountId))]),
    ),
    claims: Map.groupBy(states.claims.map(toClaim), (claim) => claim.accountId),
  }
}

/** Reads one account. Throws if it has no row. */
export async function readAccount(queryable: Queryable, accountId: string): Promise<AccountState> {
  const { accounts } = await readStates(queryable, { accounts: [accountId], requests: [], claims: [] })
  return accounts.get(accountId) ?? refuseUnknown(accountId)
}

export function refuseUnknown(accountId: string): never {
  throw unknownAccount(accountId)
}

export function unknownAccount(accountId: string): Error {
  return internalError('internal', { internal: `account ${accountId} has no row in the ledger` })
}

/** The result of the SQL function ledger_read. */
export interface StateRows {
  readonly accounts: readonly AccountRow[]
  readonly requests: readonly (RequestState & { readonly accountId: string })[]
  readonly claims: readonly ClaimRow[]
}

interface AccountRow extends Record<GrantKind, number> {
  readonly accountId: string
  readonly version: number
  readonly held: number
  readonly day: string | null
  readonly dayCount: number
  readonly month: string | null
  readonly monthCount: number
  readonly quotaDaily: number | null
  readonly quotaMonthly: number | null
  readonly grants: readonly Grant[] | null
  readonly budgets: readonly KeyBudget[] | null
}

interface ClaimRow extends Omit<Claim, 'reply'> {
  readonly accountId: string
  readonly replySealed: string | null
}

/** Refuses an account whose totals differ from the sums of its grants: writing it would hide the damage. */
export function toAccount(row: AccountRow, requests: StateRows['requests'] = []): AccountState {
  const grants = row.grants ?? []
  const sums = sumByKind(grants)
  assert(
    grantKinds.every((kind) => sums[kind] === row[kind]),
    `the buckets of account ${row.accountId} are not what is left of its grants: run ledger verify`,
  )
  return {
    accountId: row.accountId,
    version: row.version,
    held: pointCents(row.held),
    counters: {
      day: row.day ?? '',
      dayCount: row.dayCount,
      month: (row.month ?? '').slice(0, 7),
      monthCount: row.monthCount,
    },
    ownQuota: { daily: row.quotaDaily, monthly: row.quotaMonthly },
    grants,
    budgets: row.budgets ?? [],
    requests: new Map(requests.map(({ accountId: _, ...request }) => [request.requestId, request])),
  }
}

function toClaim({ replySealed, ...claim }: ClaimRow): Claim & { readonly accountId: string } {
  const reply = replySealed === null ? null : { sealed: true, bytes: Buffer.from(replySealed, 'base64') }
  return { ...claim, reply }
}
