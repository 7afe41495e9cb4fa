import { internalError, type Terms } from '../contract/index.ts'
import type { Queryable } from '../store/index.ts'
import { captureOrder, inBurnOrder } from './burn.ts'
import { expireDue } from './expiry.ts'
import type { Balance } from './ledger.ts'
import { load } from './load.ts'
import { countersAt, type Period, quotaLimits, quotaState } from './quota.ts'
import { type AccountState, spendable, sumByKind } from './state.ts'

export async function readBalance(
  queryable: Queryable,
  accountId: string,
  circumstances: { readonly nowMs: number; readonly period: Period; readonly terms: Terms },
): Promise<Balance> {
  const loaded = await load(queryable, { accounts: [accountId], requests: [], claims: [] })
  const state = loaded.accounts.get(accountId)
  if (state === undefined) {
    throw internalError('internal', { internal: `account ${accountId} has no row in the ledger` })
  }
  return balanceOf(state, circumstances)
}

/** The current balance of an account. Expired grants count as zero even before the sweeper removes them. */
export function balanceOf(
  state: AccountState,
  { nowMs, period, terms }: { readonly nowMs: number; readonly period: Period; readonly terms: Terms },
): Balance {
  const order = terms.balanceOrder
  const { grants } = expireDue(state.grants, state.held, order, nowMs)
  return {
    balancePointCents: spendable(grants, state.held, order),
    heldPointCents: state.held,
    byKind: sumByKind(grants),
    quota: quotaState(countersAt(state.counters, period), quotaLimits(state.ownQuota, terms), period, nowMs),
    ownQuota: state.ownQuota,
    grants: inBurnOrder(grants, captureOrder(order)).map((grant) => ({
      grantId: grant.grantId,
      kind: grant.kind,
      remainingPointCents: grant.remaining,
      expiresAt: grant.expiresAtMs === null ? null : new Date(grant.expiresAtMs),
    })),
  }
}
