/** An amount of money in whole point_cents, 100 to the point; never negative. */
export type PointCents = number & { readonly unit: 'point_cents' }

/** The largest single amount: far below 2^53, so that sums of thousands of amounts stay exact. */
export const amountPointCentsMax = 1_000_000_000_000

/**
 * Checks that a number is a valid amount. A failure is a bug of ours: callers' amounts are validated first.
 */
export function pointCents(value: number): PointCents {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not an amount of point_cents: ${value}`)
  return value as PointCents
}

export const zeroPointCents = pointCents(0)

/** For display only; exact to two decimals, because a point has 100 point_cents. */
export function points(amount: PointCents): number {
  return amount / 100
}

/** The kinds of grant, in the default order of spending. */
export const grantKinds = ['promotion', 'signup_bonus', 'resource_pack', 'paid'] as const
export type GrantKind = (typeof grantKinds)[number]
