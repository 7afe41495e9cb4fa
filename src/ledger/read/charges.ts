import type { OperationName, PointCents } from '../../contract/index.ts'
import { type Queryable, sql } from '../../store/index.ts'
import type { HoldState } from '../ledger.ts'

/** The outcome of a call's points. */

export interface Charge {
  readonly state: HoldState
  readonly chargedPointCents: PointCents
}

/** The charges of those calls that were admitted. */
export async function chargesOf(
  from: Queryable,
  accountId: string,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, Charge>> {
  const rows = await from.many<{ request_id: string; state: HoldState; captured: PointCents }>(sql`
    select request_id, state, captured from requests
    where account_id = ${accountId} and request_id = any(${requestIds}::uuid[])`)
  return new Map(
    rows.map(({ request_id, state, captured }) => [request_id, { state, chargedPointCents: captured }]),
  )
}

export interface ChargedDay {
  readonly day: string
  readonly operation: OperationName
  readonly calls: number
  readonly chargedPointCents: PointCents
}

/** Charges of an account by the day on which the quota counted the call. */
export async function readChargedDays(
  from: Queryable,
  accountId: string,
  fromDay: string,
): Promise<ChargedDay[]> {
  return from.many<ChargedDay>(sql`
    select day::text, operation, sum(calls)::bigint as calls,
           sum(point_cents)::bigint as "chargedPointCents"
    from charged_days where account_id = ${accountId} and day >= ${fromDay}
    group by charged_days.day, operation order by charged_days.day, operation`)
}
