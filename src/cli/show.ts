import { type PointCents, points } from '../contract/index.ts'

/** How values are told to people. */

export const pointCentsAndPoints = (amount: PointCents): string =>
  `${amount} point_cents (${pointsText(amount)} points)`

export const pointsText = (amount: PointCents): string => points(amount).toFixed(2)

/** UTC, to the second: what was typed in comes back in the same form. */
export function moment(at: Date | null, ifNone: string): string {
  return at === null ? ifNone : at.toISOString().replace(/\.\d{3}Z$/, 'Z')
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const limitText = (limit: number | null, ofTerms: number): string => {
  const sentence = (value: number) => (value === 0 ? 'no limit' : `${value} requests`)
  return limit === null ? `${sentence(ofTerms)} (as configured)` : `${sentence(limit)} (own limit)`
}
