import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Fault } from '../contract/index.ts'
import { systemClock } from '../kit/index.ts'
import { createArrivals } from './body-arrivals.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const begin = (more: { bytesMax?: number } = {}) =>
  createArrivals({ clock: systemClock(), quietMs: 20_000, graceMs: 30_000, ...more })
const kilobyte = 1024

/** The reason why each of them was refused. */
function reasons(arrivals: readonly { readonly signal: AbortSignal }[]): unknown[] {
  return arrivals.map(({ signal: { aborted, reason } }) => {
    if (!aborted) return null
    if (!(reason instanceof Fault)) throw reason
    const { detail } = reason.members
    return Array.isArray(detail) ? detail[0].code : (detail as { reason: string }).reason
  })
}

test('a body has a grace period, and then the time that the minimum rate allows', () => {
  const arrivals = begin()
  const [slow, steady] = [arrivals.begin('a'), arrivals.begin('a')]
  for (let second = 1; second <= 60; second++) {
    vi.advanceTimersByTime(1_000)
    slow.arrived(second)
    steady.arrived(second * 1_000)
    expect(reasons([slow, steady])).toEqual([second <= 30 ? null : 'body_timeout', null])
  }
})

test('a stalled body is refused immediately', () => {
  const arrival = begin().begin('a')
  arrival.arrived(10)
  vi.advanceTimersByTime(20_000)
  expect(reasons([arrival])).toEqual([null])
  vi.advanceTimersByTime(2_000)
  expect(reasons([arrival])).toEqual(['body_timeout'])
})

test("waiting for a slot doesn't count, and a body with a slot has a higher minimum rate", () => {
  const arrival = begin().begin('a')
  vi.advanceTimersByTime(10_000)
  arrival.arrived(60_000)
  arrival.waits()
  vi.advanceTimersByTime(500_000)
  arrival.hasSlot(10_000)
  // A body of this size has 36 seconds, of which it used ten.
  for (let second = 1; second <= 26; second++) {
    vi.advanceTimersByTime(1_000)
    arrival.arrived(60_000)
    expect(reasons([arrival])).toEqual([null])
  }
  vi.advanceTimersByTime(1_000)
  expect(reasons([arrival])).toEqual(['body_timeout'])
})

test('finished bodies are not watched, and no timer is left', () => {
  const arrival = begin().begin('a')
  expect(vi.getTimerCount()).toBe(1)
  arrival.end()
  expect(vi.getTimerCount()).toBe(0)
})

test('when all bodies together are too large, the oldest of the account with the most is ended', () => {
  const arrivals = begin({ bytesMax: 100 * kilobyte })
  const one = arrivals.begin('one')
  const many = [arrivals.begin('many'), arrivals.begin('many'), arrivals.begin('many')]
  const all = [one, ...many]
  one.arrived(30 * kilobyte)
  expect(reasons(all)).toEqual([null, null, null, null])
  const other = arrivals.begin('other')
  expect(reasons([...all, other])).toEqual([null, 'engine_unavailable', null, null, null])
  // Now one account has the most waiting bodies.
  other.arrived(5 * kilobyte)
  one.arrived(46 * kilobyte)
  expect(reasons([...all, other])).toEqual(['engine_unavailable', 'engine_unavailable', null, null, null])
})

test('bodies that ended, or have or await a slot, are not counted', () => {
  const arrivals = begin({ bytesMax: 50 * kilobyte })
  const [ended, waits, has] = [arrivals.begin('a'), arrivals.begin('a'), arrivals.begin('b')]
  ended.end()
  waits.waits()
  has.hasSlot(1)
  has.arrived(1_000 * kilobyte)
  const last = arrivals.begin('c')
  last.arrived(30 * kilobyte)
  expect(reasons([ended, waits, has, last])).toEqual([null, null, null, null])
})
