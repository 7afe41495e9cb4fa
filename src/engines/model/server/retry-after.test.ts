import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const date = 'Mon, 01 Jun 2026 10:00:00 GMT'

test.each([
  [{}, null],
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  // By the server's own clock.
  [{ 'retry-after': 'Mon, 01 Jun 2026 10:00:30 GMT', date }, 30_000],
  [{ 'retry-after': 'Mon, 01 Jun 2026 09:00:00 GMT', date }, 0],
  [{ 'retry-after': 'Mon, 01 Jun 2026 10:00:30 GMT' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-1' }, null],
  [{ 'retry-after': '' }, null],
  [{ 'retry-after': '1e12' }, 3_600_000],
])('%j', (headers, ms) => {
  expect(retryAfterMs(new Headers(headers as Record<string, string>))).toBe(ms)
})
