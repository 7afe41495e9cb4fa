import { pointCents } from '../../contract/index.ts'
import { type Queryable, sql } from '../../store/index.ts'
import type { Period } from '../rules/context.ts'
import type { KeyUsage } from '../statement-types.ts'

/**
 * What each key of an account was charged and holds, and its charged calls per day since a given day, from
 * the daily sums.
 */
export async function readKeyUsage(
  queryable: Queryable,
  accountId: string,
  fromDay: string,
  period: Period,
): Promise<readonly KeyUsage[]> {
  const rows = await queryable.many<Row>(sql`
    select key_id, sum(spent)::bigint as total,
           coalesce(sum(spent) filter (where day = ${period.day}::date), 0)::bigint as daily,
           coalesce(sum(spent) filter (where day >= ${`${period.month}-01`}::date), 0)::bigint as monthly,
           json_object_agg(day, calls) filter (where day >= ${fromDay}::date and calls > 0) as calls
    from (select key_id, day, sum(calls)::bigint as calls, sum(spent) as spent
          from (select key_id, day, calls, point_cents as spent from charged_days
                where account_id = ${accountId}
                union all
                select key_id, quota_day, 0, held from requests
                where account_id = ${accountId} and state = 'held') parts
          group by key_id, day) days
    group by key_id`)
  return rows.map(({ key_id: keyId, calls, ...row }) => ({
    keyId,
    spent: {
      total: pointCents(row.total),
      daily: pointCents(row.daily),
      monthly: pointCents(row.monthly),
    },
    callsByDay: new Map(Object.entries(calls ?? {})),
  }))
}

interface Row {
  readonly key_id: string
  readonly total: number
  readonly daily: number
  readonly monthly: number
  readonly calls: Readonly<Record<string, number>> | null
}
