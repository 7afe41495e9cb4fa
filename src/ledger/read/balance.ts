import type { Terms } from '../../contract/index.ts'
import type { Queryable } from '../../store/index.ts'
import type { Balance } from '../ledger.ts'
import { captureOrder, inBurnOrder } from '../rules/burn.ts'
import { expireDue } from '../rules/expiry.ts'
import { countersAt, type Period, quotaLimits, quotaState } from '../rules/quota.ts'
import { type AccountState, spendable, sumByKind } from '../rules/state.ts'
import { readAccount } from './states.ts'

export async function readBalance(
  queryable: Queryable,
  accountId: string,
  circumstances: { readonly nowMs: number; readonly period: Period; readonly terms: Terms },
): Promise<Balance> {
  return balanceOf(await readAccount(queryable, accountId), circumstances)
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
