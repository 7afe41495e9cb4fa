import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterFailure, attemptsMax, decideEnd, isStale, rank, timeoutsMax } from './state.ts'

describe('how a batch ends', () => {
  test.each([
    [3, 3, false, 'done', 300],
    [3, 2, false, 'partial', 200],
    [3, 1, false, 'partial', 100],
    [3, 0, false, 'failed', 0],
    [1, 1, false, 'done', 100],
    [3, 2, true, 'failed', 200],
    [3, 0, true, 'failed', 0],
    [3, 3, true, 'failed', 300],
  ])(
    '%i candidates, %i scored, reclaimed %s: %s, %i point_cents',
    (total, scored, reclaimed, status, cost) => {
      expect(decideEnd({ total, scored, reclaimed })).toEqual({ status, costPointCents: cost })
    },
  )
  test('any batch: scored candidates are charged, never more than was held', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(100), fc.boolean(), (total, some, reclaimed) => {
        const scored = some % (total + 1)
        const end = decideEnd({ total, scored, reclaimed })
        expect(end.costPointCents).toBe(scored * 100)
        expect(end.costPointCents).toBeLessThanOrEqual(total * 100)
        expect(end.status === 'done').toBe(!reclaimed && scored === total)
        expect(end.status === 'partial').toBe(!reclaimed && scored > 0 && scored < total)
      }),
    )
  })
  test.each([
    [0, 0],
    [2, 3],
    [2, -1],
  ])('%i candidates of which %i were scored are no batch', (total, scored) => {
    expect(() => decideEnd({ total, scored, reclaimed: false })).toThrow()
  })
})

describe('an engine that fails', () => {
  test('is retried with growing delays, up to a limit', () => {
    const steps = Array.from({ length: attemptsMax }, (_, index) => afterFailure(index + 1, 'error'))
    expect(steps).toEqual([
      { kind: 'retry', delayMs: 500 },
      { kind: 'retry', delayMs: 2_000 },
      { kind: 'give_up' },
    ])
  })
  test('a timeout is retried once', () => {
    const steps = Array.from({ length: timeoutsMax }, (_, index) => afterFailure(index + 1, 'timeout'))
    expect(steps).toEqual([{ kind: 'retry', delayMs: 500 }, { kind: 'give_up' }])
    expect(afterFailure(attemptsMax, 'timeout')).toEqual({ kind: 'give_up' })
  })
})

test('a batch is stale from the thirtieth minute on', () => {
  const at = (time: string) => new Date(`2026-01-15T${time}Z`)
  const limit = 30 * 60_000
  expect(isStale(at('04:00:00'), at('04:29:59.999'), limit)).toBe(false)
  expect(isStale(at('04:00:00'), at('04:30:00'), limit)).toBe(true)
})

describe('ranking', () => {
  const item = fc.record({
    position: fc.nat(200),
    score: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  })
  const items = fc.uniqueArray(item, { selector: ({ position }) => position, maxLength: 100 })
  test('keeps all candidates, best first, and in their original order if equal', () => {
    fc.assert(
      fc.property(items, (all) => {
        const ranked = rank(all)
        expect([...ranked].sort((a, b) => a.position - b.position)).toEqual(
          [...all].sort((a, b) => a.position - b.position),
        )
        for (const [index, next] of ranked.entries()) {
          const before = ranked[index - 1]
          if (before === undefined) continue
          if (before.score === next.score) expect(before.position).toBeLessThan(next.position)
          else if (before.score === null) expect.fail('one without a score stands before one that has it')
          else if (next.score !== null) expect(before.score).toBeGreaterThan(next.score)
        }
      }),
    )
  })
  test("uses unrounded scores, and doesn't depend on the given order", () => {
    const close = [
      { position: 1, score: 79.96 },
      { position: 2, score: null },
      { position: 3, score: 80.04 },
      { position: 4, score: 79.96 },
      { position: 5, score: 0 },
    ]
    expect(rank(close).map(({ position }) => position)).toEqual([3, 1, 4, 5, 2])
    expect(rank([...close].reverse())).toEqual(rank(close))
  })
})
