import type { ChargedDay } from '../ledger/index.ts'
import { percentile } from './latency.ts'
import type { DayRow } from './read-calls.ts'
import type { Reply } from './request.ts'

type UsageDay = Reply<'readUsage'>['days'][number]

/**
 * Days by operation: calls and times from the call records, points from the ledger. A killed process can
 * lose records but no charges, so a day never shows fewer calls than were charged.
 */
export function usageDays(counted: readonly DayRow[], charged: readonly ChargedDay[]): UsageDay[] {
  const days = new Map<string, UsageDay>(
    counted.map((row) => {
      const { day, operation, calls, errors, counts } = row
      const p50_ms = percentile(counts, 0.5)
      const p95_ms = percentile(counts, 0.95)
      return [`${day} ${operation}`, { day, operation, calls, errors, point_cents: 0, p50_ms, p95_ms }]
    }),
  )
  for (const { day, operation, calls, chargedPointCents } of charged) {
    const place = `${day} ${operation}`
    const known = days.get(place) ?? { day, operation, calls: 0, errors: 0, p50_ms: 0, p95_ms: 0 }
    const all = Math.max(known.calls, calls + known.errors)
    days.set(place, { ...known, calls: all, point_cents: chargedPointCents })
  }
  return [...days.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day)
}

/** Latency of a period's calls, by operation. Daily histograms can be added; percentiles can't. */
export function latencyOf(counted: readonly DayRow[]): Reply<'readUsage'>['latency'] {
  const sums = new Map<DayRow['operation'], number[]>()
  for (const { operation, counts } of counted) {
    const sum = sums.get(operation) ?? []
    for (const [bucket, count] of counts.entries()) sum[bucket] = (sum[bucket] ?? 0) + count
    sums.set(operation, sum)
  }
  return [...sums].map(([operation, counts]) => ({
    operation,
    p50_ms: percentile(counts, 0.5),
    p95_ms: percentile(counts, 0.95),
  }))
}
