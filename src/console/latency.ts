/**
 * Milliseconds in fixed buckets, so that days add up to weeks and what took how long is known without the
 * calls themselves. A percentile is right to a few tens of percent.
 */
const upperMs = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
  7_000, 10_000, 15_000, 20_000, 30_000, 50_000, 70_000, 100_000, 150_000, 200_000, 300_000, 700_000,
]

/** The number of the last bucket, which has no upper end. */
export const bucketLast = upperMs.length

/** The bucket that a time falls into. */
export function bucketOf(milliseconds: number): number {
  const found = upperMs.findIndex((upper) => milliseconds <= upper)
  return found === -1 ? bucketLast : found
}

/**
 * The time that a share of all calls stayed under, as if they lay evenly within their bucket; 0 where there
 * is none. `counts` are of the buckets, from the first on.
 */
export function percentile(counts: readonly number[], share: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0) * share
  if (left === 0) return 0
  for (const [bucket, count] of counts.entries()) {
    const from = upperMs[bucket - 1] ?? 0
    const to = upperMs[bucket] ?? from
    if (count > 0 && left <= count) return Math.round(from + ((to - from) * left) / count)
    left -= count
  }
  return 0
}
