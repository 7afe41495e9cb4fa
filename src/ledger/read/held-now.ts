import type { PointCents, Terms } from '../../contract/index.ts'
import { type Queryable, sql } from '../../store/index.ts'
import { expireDue, spendable } from '../rules/grants.ts'
import { load } from './load.ts'

export interface HeldNow {
  readonly calls: number
  readonly pointCents: PointCents
}

/** Open holds of all accounts, read from a small partial index. */
export function readHeldNow(from: Queryable): Promise<HeldNow> {
  return from.one<HeldNow>(sql`
    select count(*)::int as calls, coalesce(sum(held), 0)::bigint as "pointCents"
    from requests where state = 'held'`)
}

/** The spendable points of some accounts, in one statement. */
export async function readSpendable(
  from: Queryable,
  accountIds: readonly string[],
  { nowMs, terms: { balanceOrder } }: { readonly nowMs: number; readonly terms: Terms },
): Promise<ReadonlyMap<string, PointCents>> {
  if (accountIds.length === 0) return new Map()
  const { accounts } = await load(from, { accounts: accountIds, requests: [], claims: [] })
  return new Map(
    [...accounts].map(([accountId, { grants, held }]) => {
      const { grants: left } = expireDue(grants, held, balanceOrder, nowMs)
      return [accountId, spendable(left, held, balanceOrder)]
    }),
  )
}
