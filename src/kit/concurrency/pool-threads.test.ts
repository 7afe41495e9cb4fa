import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'
import type { PoolThread, ThreadEvents } from './pool-thread.ts'
import { createPoolThreads } from './pool-threads.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The threads of a pool that are loaded immediately and run nothing. */
function threadsWith(options: Partial<WorkerPoolOptions> = {}) {
  const changed = vi.fn()
  const start = (_: WorkerPoolOptions, events: ThreadEvents): PoolThread => {
    let state: PoolThread['state'] = 'loaded'
    queueMicrotask(() => state === 'loaded' && events.loaded())
    return {
      get state() {
        return state
      },
      run: () => Promise.reject(new Error('runs nothing')),
      async end() {
        if (state === 'ended') return
        state = 'ended'
        events.ended(true)
        events.exited()
      },
    }
  }
  const all = {
    file: new URL('file:///none'),
    threads: 3,
    queueMax: 1,
    memoryMb: 1,
    threadMb: 100,
    ...options,
  }
  return { threads: createPoolThreads(all, { busy: () => 0, changed, startFailed() {}, start }), changed }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

test('standby threads start if they fit, and one ends when it is no longer needed', async () => {
  const budget = createMemoryBudget(300)
  const giveBack = budget.take(150)
  const { threads } = threadsWith({ budget, threadsMin: 1 })
  threads.keep({ required: 0, standby: 3 })
  expect(threads.alive).toBe(1)
  giveBack()
  threads.keep({ required: 0, standby: 3 })
  await settled()
  expect(threads.alive).toBe(3)
  threads.keep({ required: 0, standby: 0 })
  await settled()
  expect(threads.alive).toBe(2)
  threads.keep({ required: 0, standby: 0 })
  expect(threads.alive).toBe(2)
})

test('a standby thread that ended for another user starts again after a minute', async () => {
  const budget = createMemoryBudget(200)
  const { threads, changed } = threadsWith({ budget, threadsMin: 1 })
  threads.keep({ required: 0, standby: 2 })
  await settled()
  const giveBack = budget.take(50)
  expect(threads.alive).toBe(1)
  giveBack()
  await settled()
  changed.mockClear()
  threads.keep({ required: 0, standby: 2 })
  await vi.advanceTimersByTimeAsync(59_999)
  threads.keep({ required: 0, standby: 2 })
  expect([threads.alive, changed.mock.calls.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(1)
  expect(changed).toHaveBeenCalledOnce()
  threads.keep({ required: 0, standby: 2 })
  expect(threads.alive).toBe(2)
  await threads.close()
  expect([threads.alive, vi.getTimerCount()]).toEqual([0, 0])
})

test('required threads start without free memory, and end for being idle only when they are not required', async () => {
  const budget = createMemoryBudget(50)
  const { threads } = threadsWith({ budget, idleTimeoutMs: 1_000 })
  threads.keep({ required: 2, standby: 0 })
  await vi.advanceTimersByTimeAsync(5_000)
  budget.take(10)
  expect(threads.alive).toBe(2)
  threads.keep({ required: 1, standby: 0 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(threads.alive).toBe(1)
})
