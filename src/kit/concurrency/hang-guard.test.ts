import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSharedUse } from './hang-guard.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('tasks of one key, or of none, are not shared use', () => {
  const changed = vi.fn()
  const shared = createSharedUse(1_000, changed)
  for (const key of ['a', '', 'a', '']) shared.note(key)
  expect([shared.isOn, changed.mock.calls.length]).toEqual([false, 0])
})

test('a task of another key turns it on; it ends a fixed time after the last change of keys', () => {
  const changed = vi.fn()
  const shared = createSharedUse(1_000, changed)
  shared.note('a')
  vi.advanceTimersByTime(900)
  shared.note('b')
  expect([shared.isOn, changed.mock.calls.length]).toEqual([true, 1])
  vi.advanceTimersByTime(900)
  shared.note('a')
  vi.advanceTimersByTime(900)
  shared.note('a')
  expect([shared.isOn, changed.mock.calls.length]).toEqual([true, 1])
  vi.advanceTimersByTime(100)
  expect([shared.isOn, changed.mock.calls.length]).toEqual([false, 2])
})

test('a key is forgotten a fixed time after its last task', () => {
  const shared = createSharedUse(1_000, () => {})
  shared.note('a')
  vi.advanceTimersByTime(1_000)
  shared.note('b')
  expect(shared.isOn).toBe(false)
})

test('without a time it is never on, and after its end it runs no timer', () => {
  const never = createSharedUse(undefined, () => {})
  for (const key of ['a', 'b']) never.note(key)
  expect(never.isOn).toBe(false)
  const shared = createSharedUse(1_000, () => {})
  for (const key of ['a', 'b']) shared.note(key)
  shared.close()
  expect([shared.isOn, vi.getTimerCount()]).toEqual([false, 0])
})
