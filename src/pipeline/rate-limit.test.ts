import { expect, test } from 'vitest'
import { defaultTerms, Fault } from '../contract/index.ts'
import { fakeClock } from '../kit/index.ts'
import { createRateLimit } from './rate-limit.ts'

function limitOf(ratePerSecond: number, rateBurst = 0) {
  const clock = fakeClock()
  const limit = createRateLimit({ ...defaultTerms, ratePerSecond, rateBurst }, clock)
  if (limit === null) throw new Error('there is a limit')
  /** The Retry-After seconds of a refused call; 0: it was counted. */
  const call = (keyId = 'a') => {
    try {
      limit.count(keyId)
      return 0
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      expect(error.code).toBe('open_api_quota_exceeded')
      return Number(error.headers['retry-after'])
    }
  }
  const calls = (count: number) =>
    Array.from({ length: count }, () => call()).filter((wait) => wait === 0).length
  return { clock, limit, call, calls }
}

test('without a rate there is no limit', () => {
  expect(createRateLimit(defaultTerms, fakeClock())).toBeNull()
})

test('a key may call at its rate, however its calls are spread; keys are independent', () => {
  const { clock, call, calls } = limitOf(5)
  expect(calls(20)).toBe(5)
  expect(call('b')).toBe(0)
  clock.advance(199)
  expect(call()).toBe(1)
  clock.advance(1)
  expect(calls(3)).toBe(1)
  let counted = 0
  for (let tenth = 0; tenth < 600; tenth++) {
    clock.advance(100)
    counted += calls(4)
  }
  expect(counted).toBe(300)
})

test('after a pause exactly one burst is allowed', () => {
  const { clock, call, calls } = limitOf(2, 10)
  expect(calls(30)).toBe(10)
  expect(call()).toBe(1)
  clock.advance(1_000)
  expect(calls(30)).toBe(2)
  clock.advance(3_600_000)
  expect(calls(30)).toBe(10)
})

test('a burst of one at a slow rate: the reported wait is sufficient', () => {
  const { clock, call } = limitOf(3, 1)
  for (let turn = 0; turn < 1_000; turn++) {
    expect(call()).toBe(0)
    const wait = call()
    expect(wait).toBe(1)
    clock.advance(wait * 1_000)
  }
})

test('refused calls use no tokens: a caller that keeps calling is admitted as soon as one that waits', () => {
  const { clock, call, calls } = limitOf(1)
  expect(call()).toBe(0)
  for (let turn = 0; turn < 9; turn++) {
    clock.advance(100)
    expect(calls(100)).toBe(0)
  }
  clock.advance(100)
  expect(call()).toBe(0)
})

test('only keys with recent calls are stored', () => {
  const { clock, limit, call } = limitOf(10, 20)
  for (let key = 0; key < 10_000; key++) {
    clock.advance(1)
    call(`key ${key}`)
  }
  // Each is full again after a tenth of a second.
  expect(limit.keys).toBeLessThanOrEqual(101)
  clock.advance(10_000)
  for (let turn = 0; turn < 60; turn++) call('one')
  expect(limit.keys).toBe(1)
})
