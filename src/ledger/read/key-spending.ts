import { assert } from '../../kit/index.ts'
import type { Queryable } from '../../store/index.ts'
import type { KeySpending } from '../ledger.ts'
import { budgetAt } from '../rules/budgets.ts'
import type { Period } from '../rules/context.ts'
import { countersAt } from '../rules/quota.ts'
import { load } from './load.ts'

/** What keys with limits have spent in the current day and month. */
export async function readKeySpending(
  queryable: Queryable,
  accountId: string,
  period: Period,
): Promise<readonly KeySpending[]> {
  const { accounts } = await load(queryable, { accounts: [accountId], requests: [], claims: [] })
  const state = accounts.get(accountId)
  assert(state !== undefined, `account ${accountId} has no row in the ledger`)
  const { day } = countersAt(state.counters, period)
  return state.budgets.map((each) => {
    const { keyIds, limits, spent } = budgetAt(each, day)
    return { keyIds, limits, spent: { total: spent.total, daily: spent.daily, monthly: spent.monthly } }
  })
}
