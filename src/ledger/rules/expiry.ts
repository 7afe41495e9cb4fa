import { type GrantKind, type PointCents, pointCents } from '../../contract/index.ts'
import { afterDraws, type Draw } from './burn.ts'
import { planHolds } from './holds.ts'
import type { Grant } from './state.ts'

export interface Expiry {
  readonly grants: readonly Grant[]
  /** What is taken out of each expired grant; never zero. */
  readonly expired: readonly Draw[]
}

/**
 * Removes points that have expired by `nowMs`. What open holds admitted before the expiry would draw of an
 * expired grant stays in it until they end: a call is paid with points that were valid at its admission, and
 * a hold can always be captured.
 */
export function expireDue(
  grants: readonly Grant[],
  held: PointCents,
  order: readonly GrantKind[],
  nowMs: number,
): Expiry {
  const due = grants.filter((grant) => grant.expiresAtMs !== null && grant.expiresAtMs <= nowMs)
  if (due.length === 0) return { grants, expired: [] }
  const kept = planHolds(grants, held, order)
  const expired: Draw[] = []
  for (const grant of due) {
    const amount = grant.remaining - (kept.get(grant.grantId) ?? 0)
    if (amount > 0) {
      expired.push({ grantId: grant.grantId, kind: grant.kind, pointCents: pointCents(amount) })
    }
  }
  return { grants: afterDraws(grants, expired), expired }
}

/** The time of the next expiry of a grant; null if there is none. */
export function nextExpiryMs(grants: readonly Grant[], nowMs: number): number | null {
  let next: number | null = null
  for (const { expiresAtMs } of grants) {
    if (expiresAtMs !== null && expiresAtMs > nowMs && (next === null || expiresAtMs < next)) {
      next = expiresAtMs
    }
  }
  return next
}
