/** No server is waited for longer. */
const retryAfterMaxMs = 3_600_000

/** How long a server asks us to wait: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
export function retryAfterMs(headers: Headers): number | null {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(exact) && exact >= 0) return Math.min(exact, retryAfterMaxMs)
  const given = headers.get('retry-after')?.trim() ?? ''
  if (given === '') return null
  const seconds = Number(given)
  if (Number.isFinite(seconds)) return seconds < 0 ? null : Math.min(seconds * 1_000, retryAfterMaxMs)
  // Both dates are the server's, so that a wrong clock of ours doesn't matter.
  const [until, now] = [Date.parse(given), Date.parse(headers.get('date') ?? '')]
  return Number.isNaN(until - now) ? null : Math.min(Math.max(0, until - now), retryAfterMaxMs)
}
