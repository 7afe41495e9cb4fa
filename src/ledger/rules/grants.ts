import { type GrantKind, grantKinds, type PointCents, pointCents } from '../../contract/index.ts'
import type { Grant } from './state.ts'

/*
 * Which grants pay, and what is left of them: the order, the draws, what open holds need, expiry, sums.
 */

/** What is left of each kind. */
export function sumByKind(grants: readonly Grant[]): Record<GrantKind, PointCents> {
  const sums = Object.fromEntries(grantKinds.map((kind) => [kind, 0])) as Record<GrantKind, number>
  for (const grant of grants) sums[grant.kind] += grant.remaining
  for (const kind of grantKinds) pointCents(sums[kind])
  return sums as Record<GrantKind, PointCents>
}

/** The points that can be spent now. Expired points must already be removed from `grants`. */
export function spendable(
  grants: readonly Grant[],
  held: PointCents,
  order: readonly GrantKind[],
): PointCents {
  let sum = 0
  for (const grant of grants) if (order.includes(grant.kind)) sum += grant.remaining
  return pointCents(Math.max(0, sum - held))
}

export interface Draw {
  readonly grantId: string
  readonly kind: GrantKind
  readonly pointCents: PointCents
}

/** `short`: the grants do not cover the amount. */
export type BurnPlan =
  | { readonly kind: 'covered'; readonly draws: readonly Draw[] }
  | { readonly kind: 'short'; readonly missingPointCents: PointCents }

/** Draws from the grants in the given order. */
export function drawInOrder(grants: readonly Grant[], amount: PointCents): BurnPlan {
  const draws: Draw[] = []
  let missing: number = amount
  for (const grant of grants) {
    if (missing === 0) break
    const drawn = Math.min(missing, grant.remaining)
    if (drawn === 0) continue
    draws.push({ grantId: grant.grantId, kind: grant.kind, pointCents: pointCents(drawn) })
    missing -= drawn
  }
  if (missing > 0) return { kind: 'short', missingPointCents: pointCents(missing) }
  return { kind: 'covered', draws }
}

/** The grants of the kinds in `order`, in the order in which they pay. */
export function inBurnOrder(grants: readonly Grant[], order: readonly GrantKind[]): Grant[] {
  return grants
    .filter((grant) => order.includes(grant.kind))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || expiry(a) - expiry(b) || age(a, b))
}

/**
 * The order in which a capture draws. Kinds that are not spendable come last, so a hold that was admitted
 * before the operator changed the order can still be captured.
 */
export function captureOrder(order: readonly GrantKind[]): GrantKind[] {
  return [...order, ...grantKinds.filter((kind) => !order.includes(kind))]
}

/** The grants after the draws, without the empty ones. */
export function afterDraws(grants: readonly Grant[], draws: readonly Draw[]): readonly Grant[] {
  if (draws.length === 0) return grants
  const drawn = new Map(draws.map((draw) => [draw.grantId, draw.pointCents]))
  const left: Grant[] = []
  for (const grant of grants) {
    const amount = drawn.get(grant.grantId)
    const remaining = amount === undefined ? grant.remaining : pointCents(grant.remaining - amount)
    if (remaining === grant.remaining) left.push(grant)
    else if (remaining > 0) left.push({ ...grant, remaining })
  }
  return left
}

const never = Number.MAX_SAFE_INTEGER
const expiry = (grant: Grant) => grant.expiresAtMs ?? never
const age = (a: Grant, b: Grant) => a.createdAtMs - b.createdAtMs || (a.grantId < b.grantId ? -1 : 1)

/*
 * Decides which points pay for which calls when points expire while calls are open. A point pays only for
 * calls that were admitted before it expired. So the newest calls have the fewest eligible points, and every
 * point that may pay for a newer call may pay for an older one. All holds are covered as long as the calls
 * admitted after the expiry of any grant hold no more than what is left of the grants that expire later.
 */

/** Whether a grant may pay for a call that was admitted at `admittedAtMs`. */
export function isEligible(grant: Grant, admittedAtMs: number): boolean {
  return grant.expiresAtMs === null || grant.expiresAtMs > admittedAtMs
}

/** The grants after the points held by calls admitted at `admittedAtMs` have changed. */
export function withHeld(grants: readonly Grant[], admittedAtMs: number, change: number): readonly Grant[] {
  if (grants.every((grant) => isEligible(grant, admittedAtMs))) return grants
  return grants.map((grant) => {
    if (isEligible(grant, admittedAtMs)) return grant
    return { ...grant, heldSinceExpiry: pointCents(Math.max(0, grant.heldSinceExpiry + change)) }
  })
}

/** What all open holds together would draw of each grant. The newest calls draw first. */
export function planHolds(
  grants: readonly Grant[],
  held: PointCents,
  order: readonly GrantKind[],
): ReadonlyMap<string, number> {
  const drawn = new Map<string, number>()
  let left: readonly Grant[] = inBurnOrder(grants, captureOrder(order))
  for (const { admittedAtMs, pointCents: amount } of holdsNewestFirst(grants, held)) {
    const plan = drawInOrder(eligibleFirst(left, admittedAtMs), amount)
    if (plan.kind === 'short') return new Map()
    for (const draw of plan.draws) drawn.set(draw.grantId, (drawn.get(draw.grantId) ?? 0) + draw.pointCents)
    left = afterDraws(left, plan.draws)
  }
  return drawn
}

/**
 * Plans which grants pay a part of what a call holds. They pay in the configured order, except points that
 * newer calls need: those are kept, taken from the grants that would pay last.
 */
export function planCapture(
  grants: readonly Grant[],
  admittedAtMs: number,
  cost: PointCents,
  order: readonly GrantKind[],
): BurnPlan {
  const inOrder = inBurnOrder(grants, captureOrder(order))
  let left: readonly Grant[] = inOrder.toReversed()
  for (const newer of holdsNewestFirst(grants, pointCents(0))) {
    if (newer.admittedAtMs <= admittedAtMs) break
    const plan = drawInOrder(eligibleFirst(left, newer.admittedAtMs), newer.pointCents)
    if (plan.kind === 'short') return plan
    left = afterDraws(left, plan.draws)
  }
  return drawInOrder(eligibleFirst(left.toReversed(), admittedAtMs), cost)
}

/**
 * Holds grouped by the grants that may pay for them: `admittedAtMs` is the expiry after which they were
 * admitted.
 */
function holdsNewestFirst(grants: readonly Grant[], held: PointCents) {
  const since = grants
    .filter((grant) => grant.heldSinceExpiry > 0)
    .map((grant) => ({ admittedAtMs: grant.expiresAtMs ?? 0, heldSince: grant.heldSinceExpiry }))
    .sort((a, b) => b.admittedAtMs - a.admittedAtMs)
  let planned = 0
  return [...since, { admittedAtMs: Number.NEGATIVE_INFINITY, heldSince: held }].map((group) => {
    const amount = Math.max(0, group.heldSince - planned)
    planned += amount
    return { admittedAtMs: group.admittedAtMs, pointCents: pointCents(amount) }
  })
}

/**
 * Puts the grants that may pay before those that may not. The latter are needed only by holds older than
 * table version 7, which did not have this rule; such holds are still paid.
 */
function eligibleFirst(grants: readonly Grant[], admittedAtMs: number): Grant[] {
  const eligible = (grant: Grant) => isEligible(grant, admittedAtMs)
  return [...grants.filter(eligible), ...grants.filter((grant) => !eligible(grant))]
}

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
