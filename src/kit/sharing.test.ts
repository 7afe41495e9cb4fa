import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSharing } from './sharing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('tasks of one turn, or of none, share nothing', () => {
  const changed = vi.fn()
  const sharing = createSharing(1_000, changed)
  for (const turn of ['a', '', 'a', '']) sharing.note(turn)
  expect([sharing.isOn, changed.mock.calls.length]).toEqual([false, 0])
})

test('a task of another turn begins it, and it ends so long after the last change of turns', () => {
  const changed = vi.fn()
  const sharing = createSharing(1_000, changed)
  sharing.note('a')
  vi.advanceTimersByTime(900)
  sharing.note('b')
  expect([sharing.isOn, changed.mock.calls.length]).toEqual([true, 1])
  vi.advanceTimersByTime(900)
  sharing.note('a')
  vi.advanceTimersByTime(900)
  sharing.note('a')
  expect([sharing.isOn, changed.mock.calls.length]).toEqual([true, 1])
  vi.advanceTimersByTime(100)
  expect([sharing.isOn, changed.mock.calls.length]).toEqual([false, 2])
})

test('a turn is forgotten so long after its last task', () => {
  const sharing = createSharing(1_000, () => {})
  sharing.note('a')
  vi.advanceTimersByTime(1_000)
  sharing.note('b')
  expect(sharing.isOn).toBe(false)
})

test('without a time it is never on, and after its end it runs no timer', () => {
  const never = createSharing(undefined, () => {})
  for (const turn of ['a', 'b']) never.note(turn)
  expect(never.isOn).toBe(false)
  const sharing = createSharing(1_000, () => {})
  for (const turn of ['a', 'b']) sharing.note(turn)
  sharing.close()
  expect([sharing.isOn, vi.getTimerCount()]).toEqual([false, 0])
})
