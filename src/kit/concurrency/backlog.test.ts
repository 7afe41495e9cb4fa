import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBacklog } from './backlog.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('counts steps while tasks wait without a break, and then restarts', () => {
  const passed = vi.fn()
  const backlog = createBacklog([100, 300], passed)
  backlog.note(true)
  vi.advanceTimersByTime(99)
  backlog.note(true)
  expect(backlog.step).toBe(0)
  vi.advanceTimersByTime(1)
  expect([backlog.step, passed.mock.calls.length]).toEqual([1, 1])
  vi.advanceTimersByTime(200)
  expect([backlog.step, passed.mock.calls.length]).toEqual([2, 2])
  backlog.restart()
  expect(backlog.step).toBe(0)
  backlog.note(true)
  vi.advanceTimersByTime(50)
  backlog.note(false)
  vi.advanceTimersByTime(1_000)
  expect([backlog.step, passed.mock.calls.length]).toEqual([0, 2])
})

test('without waiting tasks no step is counted', () => {
  const backlog = createBacklog([0, 300], () => {})
  expect(backlog.step).toBe(1)
  backlog.note(true)
  vi.advanceTimersByTime(300)
  expect(backlog.step).toBe(2)
  backlog.note(false)
  expect(backlog.step).toBe(1)
})
