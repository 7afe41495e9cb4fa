import { pointCents } from '../../contract/index.ts'
import { sql, type Tx } from '../../store/index.ts'
import type { KeyLimits } from '../ledger.ts'
import { lockAccounts } from '../read/load.ts'
import { type ApplyDeps, applyCommands } from './apply-in-transaction.ts'

/**
 * Sets the limits of a key. The first time, it adds up everything the key spent so far, under the account's
 * lock, so no call is missed or counted twice. It reads daily sums and open holds, never single calls. A
 * settling statement writes both in one transaction, and this lock excludes it.
 */
export async function setKeyLimits(
  deps: ApplyDeps,
  tx: Tx,
  accountId: string,
  keyId: string,
  limits: KeyLimits,
): Promise<void> {
  await lockAccounts(tx, [accountId])
  const { known } = await tx.one<{ known: boolean }>(sql`
    select exists (select from key_budgets where account_id = ${accountId} and ${keyId} = any(key_ids)) as known`)
  const rows = known
    ? []
    : await tx.many<{ day: string; spent: number }>(sql`
        select day::text, sum(spent)::bigint as spent
        from (select day, point_cents as spent from charged_days
              where account_id = ${accountId} and key_id = ${keyId}
              union all
              select quota_day, held from requests
              where account_id = ${accountId} and key_id = ${keyId} and state = 'held') parts
        group by day`)
  const spentByDay = rows.map(({ day, spent }) => ({ day, pointCents: pointCents(spent) }))
  const change = { kind: 'limits', limits, spentByDay } as const
  await applyCommands(deps, tx, accountId, [{ kind: 'set_budget', keyId, change }])
}

export async function shareKeyLimits(
  deps: ApplyDeps,
  tx: Tx,
  accountId: string,
  keyId: string,
  successorId: string,
): Promise<void> {
  const change = { kind: 'share', successorId } as const
  await applyCommands(deps, tx, accountId, [{ kind: 'set_budget', keyId, change }])
}
