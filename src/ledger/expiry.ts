import { type GrantKind, type PointCents, pointCents } from '../contract/index.ts'
import { afterDraws, type Draw } from './burn.ts'
import { planHolds } from './holds.ts'
import type { Grant } from './state.ts'

export interface Expiry {
  readonly grants: readonly Grant[]
  /** What is taken out of each grant that expired; never zero. */
  readonly expired: readonly Draw[]
}

/**
 * Takes out what has expired by `nowMs`. What the open holds of calls that were admitted before would draw of
 * an expired grant stays in it until they end: a call is paid with the points that were good when it was
 * admitted, and a hold can always be captured.
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

/** When the next grant will expire; null if none will. */
export function nextExpiryMs(grants: readonly Grant[], nowMs: number): number | null {
  let next: number | null = null
  for (const { expiresAtMs } of grants) {
    if (expiresAtMs !== null && expiresAtMs > nowMs && (next === null || expiresAtMs < next)) {
      next = expiresAtMs
    }
  }
  return next
}
