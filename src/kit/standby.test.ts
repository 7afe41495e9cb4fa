import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStandby } from './standby.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function standbyOver(state: { living: number; room: boolean }) {
  const lookAgain = vi.fn()
  const standby = createStandby({
    living: () => state.living,
    hasRoom: () => state.room,
    changed: () => {},
    start: (threads) => {
      state.living = threads
    },
    endIdle: () => {
      state.living -= 1
    },
    lookAgain,
  })
  return { standby, lookAgain }
}

test('threads start one after another, only where there is room', () => {
  const state = { living: 1, room: false }
  const { standby } = standbyOver(state)
  standby.keep(3)
  expect([state.living, standby.threads]).toEqual([1, 1])
  state.room = true
  standby.keep(3)
  expect([state.living, standby.threads]).toEqual([2, 2])
  for (let count = 0; count < 3; count++) standby.keep(3)
  expect([state.living, standby.threads]).toEqual([3, 3])
  standby.keep(0)
  expect([state.living, standby.threads]).toEqual([2, 0])
  standby.keep(0)
  expect(state.living).toBe(2)
})

test('one that was given up for others starts again after a minute', () => {
  const state = { living: 1, room: true }
  const { standby, lookAgain } = standbyOver(state)
  standby.keep(2)
  standby.giveUp()
  expect([state.living, standby.threads]).toEqual([1, 0])
  standby.keep(2)
  expect(state.living).toBe(1)
  vi.advanceTimersByTime(59_999)
  expect(lookAgain).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(lookAgain).toHaveBeenCalledOnce()
  standby.keep(2)
  expect(state.living).toBe(2)
  standby.giveUp()
  standby.close()
  expect(vi.getTimerCount()).toBe(0)
})
