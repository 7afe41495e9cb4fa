/**
 * Latency in fixed buckets of milliseconds, so that days can be added up without the single calls.
 * Percentiles are accurate to within a few tens of percent.
 */
const upperMs = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
  7_000, 10_000, 15_000, 20_000, 30_000, 50_000, 70_000, 100_000, 150_000, 200_000, 300_000, 700_000,
]

/** The number of the last bucket, which has no upper limit. */
export const bucketLast = upperMs.length

/** The bucket of a duration. */
export function bucketOf(milliseconds: number): number {
  const found = upperMs.findIndex((upper) => milliseconds <= upper)
  return found === -1 ? bucketLast : found
}

/**
 * The duration below which the given share of calls lies, interpolated within its bucket; 0 without calls.
 * `counts` lists the buckets, first to last.
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
