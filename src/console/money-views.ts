import type { MoneyView, ReplyOf } from '../contract/index.ts'
import type { AccountMoney, GrantRecord, Money, QuotaState } from '../ledger/index.ts'
import type { Routes } from './request.ts'

type GrantView = ReplyOf<Routes['grantPoints']>['grant']
type QuotaView = ReplyOf<Routes['readBalance']>['quota']

/** Money as every page shows it. */
export function moneyView(money: Money): MoneyView {
  return {
    granted: money.grantedPointCents,
    spendable: money.spendablePointCents,
    held: money.heldPointCents,
    charged: money.chargedPointCents,
    expired: money.expiredPointCents,
    withdrawn: money.withdrawnPointCents,
    unlisted: money.unlistedPointCents,
  }
}

export function grantView(grant: GrantRecord): GrantView {
  return {
    grant_id: grant.grantId,
    kind: grant.kind,
    granted: grant.grantedPointCents,
    remaining: grant.remainingPointCents,
    created_at: grant.createdAt.toISOString(),
    expires_at: grant.expiresAt?.toISOString() ?? null,
    expired: grant.isExpired,
    source: grant.source,
    note: grant.note,
  }
}

export function kindViews(byKind: AccountMoney['byKind']) {
  return byKind.map(({ kind, spendablePointCents, listed, nextExpiry }) => ({
    kind,
    spendable: spendablePointCents,
    listed,
    next_expiry_at: nextExpiry?.at.toISOString() ?? null,
    next_expiry_point_cents: nextExpiry?.pointCents ?? 0,
  }))
}

/** Of a limit that isn't, nothing is counted on the page. */
export function quotaView(quota: QuotaState, timeZone: string, now: Date): QuotaView {
  const window = (of: QuotaState['daily']) =>
    of === null
      ? { limit: null, used: 0, resets_at: now.toISOString() }
      : {
          limit: of.limit,
          used: of.limit - of.remaining,
          resets_at: new Date(now.getTime() + of.resetSeconds * 1000).toISOString(),
        }
  return { daily: window(quota.daily), monthly: window(quota.monthly), time_zone: timeZone }
}
