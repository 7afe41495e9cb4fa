import type { Balance } from '../ledger.ts'
import { captureOrder, inBurnOrder } from './burn.ts'
import type { DecisionContext } from './context.ts'
import { expireDue } from './expiry.ts'
import { countersAt, quotaLimits, quotaState } from './quota.ts'
import { type AccountState, spendable, sumByKind } from './state.ts'

/** The current balance of an account. Expired grants count as zero even before the sweeper removes them. */
export function balanceOf(state: AccountState, { nowMs, period, terms }: DecisionContext): Balance {
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
