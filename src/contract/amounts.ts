/** An amount of money: a whole number of point_cents, 100 to the point. Never negative, never a fraction. */
export type PointCents = number & { readonly unit: 'point_cents' }

/** The most one amount may be; far below 2^53, so that sums of thousands of amounts stay exact. */
export const amountPointCentsMax = 1_000_000_000_000

/**
 * Checks that a number is an amount. A failure is a mistake of ours: callers never send amounts unchecked.
 */
export function pointCents(value: number): PointCents {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not an amount of point_cents: ${value}`)
  return value as PointCents
}

export const zeroPointCents = pointCents(0)

/** For display only: exact to two decimals, since a point has 100 point_cents. */
export function points(amount: PointCents): number {
  return amount / 100
}

/** The kinds of grant, in the order in which the machine-readable description of the service spends them. */
export const grantKinds = ['promotion', 'signup_bonus', 'resource_pack', 'paid'] as const
export type GrantKind = (typeof grantKinds)[number]
