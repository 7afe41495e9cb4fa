import { type GrantKind, grantKinds, type PointCents, pointCents } from '../../contract/index.ts'
import type { Grant } from './state.ts'

export interface Draw {
  readonly grantId: string
  readonly kind: GrantKind
  readonly pointCents: PointCents
}

export type BurnPlan =
  | { readonly kind: 'covered'; readonly draws: readonly Draw[] }
  | { readonly kind: 'short'; readonly missingPointCents: PointCents }

/**
 * Plans which grants pay and how much: by kind in `order`, within a kind the earliest expiry first, then the
 * oldest. Draws are never zero and sum to the amount exactly. Reads no clock: the caller removes expired
 * grants first.
 */
export function planBurn(
  grants: readonly Grant[],
  amount: PointCents,
  order: readonly GrantKind[],
): BurnPlan {
  return drawInTurn(inBurnOrder(grants, order), amount)
}

/** Draws from the grants in the given order. */
export function drawInTurn(grants: readonly Grant[], amount: PointCents): BurnPlan {
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
