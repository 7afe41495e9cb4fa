import { type GrantKind, grantKinds, pointCents } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import { type Queryable, sql } from '../../store/index.ts'
import type { GrantSource } from '../ledger.ts'
import type { DecisionContext } from '../rules/context.ts'
import { captureOrder, expireDue, inBurnOrder, planHolds, spendable } from '../rules/grants.ts'
import { quotaAt } from '../rules/quota.ts'
import type { Grant } from '../rules/state.ts'
import type { AccountMoney, GrantRecord, Money } from '../statement-types.ts'
import { type AccountRow, toAccount } from './load.ts'
import { uuidArray } from './sql-arrays.ts'

/** The number of empty grants listed besides those with points left. */
const spentGrantsMax = 100

/**
 * All points of an account, from one statement, so that the sums belong to one moment. Charged is computed as
 * granted less all other parts; verify compares it with the captures.
 */
export async function readMoney(
  queryable: Queryable,
  accountId: string,
  context: DecisionContext,
): Promise<AccountMoney> {
  const row = await queryable.one<MoneyRow>(sql`
    select l.accounts,
      (select coalesce(sum(granted), 0)::bigint from grants where account_id = ${accountId}) as granted,
      (select coalesce(sum(point_cents) filter (where credit = 'expired'), 0)::bigint from entries
       where account_id = ${accountId} and credit <> 'revenue') as expired,
      (select coalesce(sum(point_cents) filter (where credit = 'withdrawn'), 0)::bigint from entries
       where account_id = ${accountId} and credit <> 'revenue') as withdrawn,
      (select json_agg(g) from (
         (select * from grants where account_id = ${accountId} and not spent)
         union all
         (select * from grants where account_id = ${accountId} and spent
          order by created_at desc, grant_id desc limit ${spentGrantsMax})) g) as grants
    from ledger_load(${uuidArray([accountId])}, '{}', '{}', '{}', '{}', '{}') l`)
  const [account] = row.accounts ?? []
  assert(account !== undefined, `account ${accountId} has no row in the ledger`)
  const state = toAccount(account)
  const { nowMs, period, terms } = context
  const { grants, expired: due } = expireDue(state.grants, state.held, terms.balanceOrder, nowMs)
  const dueSum = due.reduce((sum, each) => sum + each.pointCents, 0)
  const left = grants.reduce((sum, each) => sum + each.remaining, 0)
  const canSpend = spendable(grants, state.held, terms.balanceOrder)
  const expired = row.expired + dueSum
  const money: Money = {
    grantedPointCents: pointCents(row.granted),
    spendablePointCents: canSpend,
    heldPointCents: state.held,
    chargedPointCents: pointCents(row.granted - left - expired - row.withdrawn),
    expiredPointCents: pointCents(expired),
    withdrawnPointCents: pointCents(row.withdrawn),
    unlistedPointCents: pointCents(left - canSpend - state.held),
  }
  const { counters, quota } = quotaAt(state.counters, state.ownQuota, context)
  return {
    money,
    byKind: kindsOf(grants, state.held, context),
    grants: recordsOf(row.grants ?? [], grants, context),
    quota,
    calls: { day: counters.dayCount, month: counters.monthCount },
    windowsEnd: { day: new Date(period.dayEndsAtMs), month: new Date(period.monthEndsAtMs) },
    ownQuota: state.ownQuota,
  }
}

function kindsOf(
  grants: readonly Grant[],
  held: Money['heldPointCents'],
  { nowMs, terms: { balanceOrder } }: DecisionContext,
): AccountMoney['byKind'] {
  const kept = planHolds(grants, held, balanceOrder)
  const free = grants.map((grant) => ({ ...grant, free: grant.remaining - (kept.get(grant.grantId) ?? 0) }))
  return captureOrder(balanceOrder).map((kind) => {
    const own = free.filter((grant) => grant.kind === kind && grant.free > 0)
    const ends = own.flatMap(({ expiresAtMs: at }) => (at !== null && at > nowMs ? [at] : []))
    const next = ends.length === 0 ? null : Math.min(...ends)
    const sum = (of: typeof own) => pointCents(of.reduce((total, grant) => total + grant.free, 0))
    return {
      kind,
      spendablePointCents: sum(own),
      listed: balanceOrder.includes(kind),
      nextExpiry:
        next === null
          ? null
          : { at: new Date(next), pointCents: sum(own.filter((grant) => grant.expiresAtMs === next)) },
    }
  })
}

function recordsOf(
  rows: readonly GrantRow[],
  grants: readonly Grant[],
  { nowMs, terms }: DecisionContext,
): GrantRecord[] {
  const records = rows.map((row) => toRecord(row, nowMs))
  const byId = new Map(records.map((record) => [record.grantId, record]))
  const open = inBurnOrder(grants, captureOrder(terms.balanceOrder)).flatMap((grant) => {
    const record = byId.get(grant.grantId)
    byId.delete(grant.grantId)
    return record === undefined ? [] : [{ ...record, remainingPointCents: grant.remaining }]
  })
  // These have expired, although the sweeper has not removed them yet.
  const others = [...byId.values()].map((record) => ({ ...record, remainingPointCents: pointCents(0) }))
  return [...open, ...others.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())]
}

interface MoneyRow {
  readonly accounts: readonly AccountRow[] | null
  readonly granted: number
  readonly expired: number
  readonly withdrawn: number
  readonly grants: readonly GrantRow[] | null
}

/** A row of `grants`, as JSON or as columns. */
export interface GrantRow {
  readonly grant_id: string
  readonly kind: GrantKind
  readonly granted: number
  readonly remaining: number
  readonly created_at: string | Date
  readonly expires_at: string | Date | null
  readonly source: GrantSource
  readonly note: string | null
}

function toRecord(row: GrantRow, nowMs: number): GrantRecord {
  assert(grantKinds.includes(row.kind), 'a grant has a known kind')
  const expiresAt = row.expires_at === null ? null : new Date(row.expires_at)
  return {
    grantId: row.grant_id,
    kind: row.kind,
    grantedPointCents: pointCents(row.granted),
    remainingPointCents: pointCents(row.remaining),
    createdAt: new Date(row.created_at),
    expiresAt,
    isExpired: expiresAt !== null && expiresAt.getTime() <= nowMs,
    source: row.source,
    note: row.note,
  }
}

export async function readGrant(
  from: Queryable,
  accountId: string,
  grantId: string,
  nowMs: number,
): Promise<GrantRecord> {
  const row = await from.one<GrantRow>(
    sql`select * from grants where account_id = ${accountId} and grant_id = ${grantId}`,
  )
  return toRecord(row, nowMs)
}
