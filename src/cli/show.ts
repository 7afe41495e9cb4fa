import { type PointCents, points } from '../contract/index.ts'

/** Formats of values for people. */

export const pointCentsAndPoints = (amount: PointCents): string =>
  `${amount} point_cents (${pointsText(amount)} points)`

export const pointsText = (amount: PointCents): string => points(amount).toFixed(2)

/** UTC, to the second, in a form that the commands also accept. */
export function moment(at: Date | null, ifNone: string): string {
  return at === null ? ifNone : at.toISOString().replace(/\.\d{3}Z$/, 'Z')
}

/** In the two largest units, rounded up to a minute. */
export function durationText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${rest} min` : `${rest} min`
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const limitText = (limit: number | null, ofTerms: number): string => {
  const sentence = (value: number) => (value === 0 ? 'no limit' : `${value} requests`)
  return limit === null ? `${sentence(ofTerms)} (as configured)` : `${sentence(limit)} (own limit)`
}
