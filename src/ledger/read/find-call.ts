import { type GrantKind, type OperationName, type PointCents, pointCents } from '../../contract/index.ts'
import { type Queryable, sql } from '../../store/index.ts'
import type { Door, HoldState } from '../ledger.ts'

/** The ledger's record of one call: its hold, its charge, the grants that paid, and the refund. */
export interface LedgerCall {
  readonly accountId: string
  readonly operation: OperationName
  readonly door: Door
  readonly keyId: string
  readonly admittedAt: Date
  readonly state: HoldState
  readonly heldPointCents: PointCents
  readonly chargedPointCents: PointCents
  /** The part of the charge that resource packs paid. */
  readonly resourcePointCents: PointCents
  /** When the sweeper releases the hold, if it is still open. */
  readonly leaseUntil: Date
  readonly settledAt: Date | null
  readonly paidBy: readonly {
    readonly grantId: string
    readonly kind: GrantKind
    readonly pointCents: PointCents
  }[]
  readonly refundedAt: Date | null
}

interface Row {
  readonly operation: OperationName
  readonly door: Door
  readonly key_id: string
  readonly state: HoldState
  readonly held: number
  readonly captured: number
  readonly resource_captured: number
  readonly lease_until: Date
  readonly created_at: Date
  readonly settled_at: Date | null
  readonly refunded_at: Date | null
}

/** Finds a call by id, in any account; undefined if it was never admitted. */
export async function findCall(queryable: Queryable, requestId: string): Promise<LedgerCall | undefined> {
  const accountId = await accountOfCall(queryable, requestId)
  if (accountId === undefined) return undefined
  const row = await queryable.one<Row>(sql`
    select r.operation, r.door, r.key_id, r.state, r.held, r.captured, r.resource_captured, r.lease_until,
           r.created_at, r.settled_at, f.created_at as refunded_at
    from requests r
    left join refunds f on f.account_id = r.account_id and f.request_id = r.request_id
    where r.account_id = ${accountId} and r.request_id = ${requestId}`)
  const paid = await queryable.many<{ grant_id: string; kind: GrantKind; point_cents: number }>(sql`
    select e.grant_id, g.kind, e.point_cents from entries e
    join grants g on g.account_id = e.account_id and g.grant_id = e.grant_id
    where e.account_id = ${accountId} and e.group_id = ${requestId} order by e.point_cents desc, e.grant_id`)
  return {
    accountId,
    operation: row.operation,
    door: row.door,
    keyId: row.key_id,
    admittedAt: row.created_at,
    state: row.state,
    heldPointCents: pointCents(row.held),
    chargedPointCents: pointCents(row.captured),
    resourcePointCents: pointCents(row.resource_captured),
    leaseUntil: row.lease_until,
    settledAt: row.settled_at,
    paidBy: paid.map(({ grant_id: grantId, kind, point_cents }) => ({
      ...{ grantId, kind },
      pointCents: pointCents(point_cents),
    })),
    refundedAt: row.refunded_at,
  }
}

/** The primary key of requests begins with the account, so this does one primary-key lookup per account. */
export async function accountOfCall(queryable: Queryable, requestId: string): Promise<string | undefined> {
  const row = await queryable.maybe<{ account_id: string }>(sql`
    select r.account_id from ledger_accounts a
    cross join lateral (select account_id from requests
                        where account_id = a.account_id and request_id = ${requestId} offset 0) r
    limit 1`)
  return row?.account_id
}
