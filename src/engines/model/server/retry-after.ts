/** The longest pause that a server may ask for. */
const retryAfterMaxMs = 3_600_000

/** The pause that a server asks for: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
export function retryAfterMs(headers: Headers): number | null {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(exact) && exact >= 0) return Math.min(exact, retryAfterMaxMs)
  const given = headers.get('retry-after')?.trim() ?? ''
  if (given === '') return null
  const seconds = Number(given)
  if (Number.isFinite(seconds)) return seconds < 0 ? null : Math.min(seconds * 1_000, retryAfterMaxMs)
  // Compares two dates of the server, so that a wrong local clock has no effect.
  const [until, now] = [Date.parse(given), Date.parse(headers.get('date') ?? '')]
  return Number.isNaN(until - now) ? null : Math.min(Math.max(0, until - now), retryAfterMaxMs)
}
