import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFreshness } from './freshness.ts'

function watched(livesMs = 900) {
  let forgotten = 0
  const freshness = createFreshness(livesMs, () => {
    forgotten += 1
  })
  return { freshness, forgotten: () => forgotten }
}

test('no entry is fresh before the first answer', () => {
  expect(watched().freshness.isFresh(0)).toBe(false)
})

test('age counts from the start of the read, not from its answer', () => {
  const { freshness } = watched()
  expect(freshness.observe({ version: 1, startedAtMs: 0, endedAtMs: 800 })).toBe(true)
  expect(freshness.isFresh(899)).toBe(true)
  expect(freshness.isFresh(900)).toBe(false)
  freshness.observe({ version: 1, startedAtMs: 1_000, endedAtMs: 3_000 })
  expect(freshness.isFresh(3_000)).toBe(false)
})

test('a new version clears the cache, the same version keeps it', () => {
  const { freshness, forgotten } = watched()
  freshness.observe({ version: 1, startedAtMs: 0, endedAtMs: 1 })
  freshness.observe({ version: 1, startedAtMs: 2, endedAtMs: 3 })
  expect(forgotten()).toBe(1)
  freshness.observe({ version: 2, startedAtMs: 4, endedAtMs: 5 })
  expect(forgotten()).toBe(2)
})

test('an answer older than a newer one is neither used nor cached', () => {
  const { freshness, forgotten } = watched()
  freshness.observe({ version: 2, startedAtMs: 100, endedAtMs: 110 })
  expect(freshness.observe({ version: 1, startedAtMs: 105, endedAtMs: 600 })).toBe(false)
  expect(freshness.isFresh(1_001)).toBe(false)
  expect(forgotten()).toBe(1)
})

test('after a restore of a backup the cache is cleared and answers are used again', () => {
  const { freshness, forgotten } = watched()
  freshness.observe({ version: 7, startedAtMs: 0, endedAtMs: 10 })
  expect(freshness.observe({ version: 3, startedAtMs: 20, endedAtMs: 30 })).toBe(true)
  expect(forgotten()).toBe(2)
  expect(freshness.isFresh(800)).toBe(true)
})

test('property: in any order of answers, no cached entry outlives a change by livesMs', () => {
  const reads = fc.array(
    fc.record({
      startedAtMs: fc.nat(5_000),
      tookMs: fc.nat(3_000),
      seenAfter: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  const changes = fc.array(fc.nat(8_000), { maxLength: 8 })
  fc.assert(
    fc.property(reads, changes, fc.nat(9_000), (someReads, changedAtMs, askedAtMs) => {
      // The true version at a moment is the number of changes before it. A read sees one moment between its
      // start and its end, and its answer arrives at its end.
      const versionAt = (ms: number) => changedAtMs.filter((at) => at <= ms).length
      let remembered: number | undefined
      const freshness = createFreshness(900, () => {
        remembered = undefined
      })
      const answers = someReads
        .map((read) => ({ ...read, endedAtMs: read.startedAtMs + read.tookMs }))
        .filter((read) => read.endedAtMs <= askedAtMs)
        .sort((a, b) => a.endedAtMs - b.endedAtMs)
      for (const { startedAtMs, endedAtMs, seenAfter } of answers) {
        const seenAtMs = startedAtMs + (endedAtMs - startedAtMs) * seenAfter
        const version = versionAt(seenAtMs)
        if (freshness.observe({ version, startedAtMs, endedAtMs })) remembered = version
      }
      if (remembered === undefined || !freshness.isFresh(askedAtMs)) return
      // The cached version must have been true at some moment less than 900 ms ago.
      expect(remembered).toBeGreaterThanOrEqual(versionAt(askedAtMs - 900))
    }),
    { numRuns: 3_000 },
  )
})
