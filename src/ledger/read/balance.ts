import { internalError } from '../../contract/index.ts'
import type { Queryable } from '../../store/index.ts'
import type { Balance } from '../ledger.ts'
import { balanceOf } from '../rules/balance.ts'
import type { DecisionContext } from '../rules/context.ts'
import { load } from './load.ts'

export async function readBalance(
  queryable: Queryable,
  accountId: string,
  context: DecisionContext,
): Promise<Balance> {
  const loaded = await load(queryable, { accounts: [accountId], requests: [], claims: [] })
  const state = loaded.accounts.get(accountId)
  if (state === undefined) {
    throw internalError('internal', { internal: `account ${accountId} has no row in the ledger` })
  }
  return balanceOf(state, context)
}
