import { expect, test } from 'vitest'
import { bucketLast, bucketOf, percentile } from './latency.ts'

test('a duration is counted in the first bucket whose upper limit is not below it', () => {
  expect([0, 1, 2, 3, 4, 700_000, 700_001].map(bucketOf)).toEqual([0, 0, 1, 2, 3, 33, 34])
})

test('percentiles of a uniform distribution are nearly exact', () => {
  const counts = new Array<number>(bucketLast + 1).fill(0)
  for (let ms = 1; ms <= 1_000; ms += 1) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1
  expect(percentile(counts, 0.5)).toBe(500)
  expect(percentile(counts, 0.95)).toBe(950)
  expect(percentile([], 0.5)).toBe(0)
  expect(percentile([...new Array(34).fill(0), 2], 0.95)).toBe(700_000)
})
