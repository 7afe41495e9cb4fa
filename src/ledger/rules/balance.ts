import type { Balance } from '../ledger.ts'
import type { DecisionContext } from './context.ts'
import { captureOrder, expireDue, inBurnOrder, spendable, sumByKind } from './grants.ts'
import { quotaAt } from './quota.ts'
import type { AccountState } from './state.ts'

/** The current balance of an account. Expired grants count as zero even before the sweeper removes them. */
export function balanceOf(state: AccountState, context: DecisionContext): Balance {
  const order = context.terms.balanceOrder
  const { grants } = expireDue(state.grants, state.held, order, context.nowMs)
  return {
    balancePointCents: spendable(grants, state.held, order),
    heldPointCents: state.held,
    byKind: sumByKind(grants),
    quota: quotaAt(state.counters, state.ownQuota, context).quota,
    ownQuota: state.ownQuota,
    grants: inBurnOrder(grants, captureOrder(order)).map((grant) => ({
      grantId: grant.grantId,
      kind: grant.kind,
      remainingPointCents: grant.remaining,
      expiresAt: grant.expiresAtMs === null ? null : new Date(grant.expiresAtMs),
    })),
  }
}
