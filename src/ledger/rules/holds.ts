import { type GrantKind, type PointCents, pointCents } from '../../contract/index.ts'
import { afterDraws, type BurnPlan, captureOrder, drawInTurn, inBurnOrder } from './burn.ts'
import type { Grant } from './state.ts'

/*
 * Decides which points pay for which calls when points expire while calls are open. A point pays only for
 * calls that were admitted before it expired. So the newest calls have the fewest eligible points, and every
 * point that may pay for a newer call may pay for an older one. All holds are covered as long as the calls
 * admitted after the expiry of any grant hold no more than what is left of the grants that expire later.
 */

/** The rule itself. */
export function mayPay(grant: Grant, admittedAtMs: number): boolean {
  return grant.expiresAtMs === null || grant.expiresAtMs > admittedAtMs
}

/** The grants after the points held by calls admitted at `admittedAtMs` have changed. */
export function withHeld(grants: readonly Grant[], admittedAtMs: number, change: number): readonly Grant[] {
  if (grants.every((grant) => mayPay(grant, admittedAtMs))) return grants
  return grants.map((grant) => {
    if (mayPay(grant, admittedAtMs)) return grant
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
  for (const { admittedAtMs, pointCents: amount } of newestFirst(grants, held)) {
    const plan = drawInTurn(rightfulFirst(left, admittedAtMs), amount)
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
  for (const newer of newestFirst(grants, pointCents(0))) {
    if (newer.admittedAtMs <= admittedAtMs) break
    const plan = drawInTurn(rightfulFirst(left, newer.admittedAtMs), newer.pointCents)
    if (plan.kind === 'short') return plan
    left = afterDraws(left, plan.draws)
  }
  return drawInTurn(rightfulFirst(left.toReversed(), admittedAtMs), cost)
}

/**
 * Holds grouped by the grants that may pay for them: `admittedAtMs` is the expiry after which they were
 * admitted.
 */
function newestFirst(grants: readonly Grant[], held: PointCents) {
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
function rightfulFirst(grants: readonly Grant[], admittedAtMs: number): Grant[] {
  const may = (grant: Grant) => mayPay(grant, admittedAtMs)
  return [...grants.filter(may), ...grants.filter((grant) => !may(grant))]
}
