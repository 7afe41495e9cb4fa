import type { MoneyView, ReplyOf } from '../contract/index.ts'
import type { AccountMoney, GrantRecord, Money } from '../ledger/index.ts'
import type { Routes } from './request.ts'

type GrantView = ReplyOf<Routes['grantPoints']>['grant']
type QuotaView = ReplyOf<Routes['readBalance']>['quota']

/** Points in the form that every page uses. */
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

/** Calls are counted even without a limit. */
export function quotaView(
  { quota, calls, windowsEnd }: Pick<AccountMoney, 'quota' | 'calls' | 'windowsEnd'>,
  timeZone: string,
): QuotaView {
  const { day, month } = windowsEnd
  return {
    daily: { limit: quota.daily?.limit ?? null, used: calls.day, resets_at: day.toISOString() },
    monthly: { limit: quota.monthly?.limit ?? null, used: calls.month, resets_at: month.toISOString() },
    time_zone: timeZone,
  }
}
