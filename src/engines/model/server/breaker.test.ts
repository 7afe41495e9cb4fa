import { expect, test } from 'vitest'
import { fakeClock } from '../../../kit/index.ts'
import { createBreaker } from './breaker.ts'

function world() {
  const clock = fakeClock()
  const states: string[] = []
  const breaker = createBreaker(clock, (state) => states.push(state))
  const fail = (times: number) => {
    for (let at = 0; at < times; at += 1) if (breaker.admits()) breaker.ended('failed')
  }
  return { clock, breaker, states, fail }
}

test('it opens after five consecutive failures, and not if some requests succeeded', () => {
  const { breaker, fail } = world()
  fail(4)
  breaker.ended('well')
  fail(4)
  expect(breaker.state()).toBe('closed')
  fail(1)
  expect([breaker.state(), breaker.admits()]).toEqual(['open', false])
})

test('after a pause one request is admitted; if it succeeds, all are', () => {
  const { clock, breaker, states, fail } = world()
  fail(5)
  clock.advance(5_000)
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false])
  breaker.ended('well')
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
  expect(states).toEqual(['open', 'half_open', 'closed'])
})

test('if the trial fails, the pause doubles, up to a minute', () => {
  const { clock, breaker, fail } = world()
  fail(5)
  for (const pauseMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    clock.advance(pauseMs - 1)
    expect(breaker.admits()).toBe(false)
    clock.advance(1)
    fail(1)
  }
})

test("an unclear trial admits another one; one that never ends doesn't block it", () => {
  const { clock, breaker, fail } = world()
  fail(5)
  clock.advance(5_000)
  expect(breaker.admits()).toBe(true)
  breaker.ended('unclear')
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false])
  clock.advance(60_000)
  expect(breaker.admits()).toBe(true)
})
