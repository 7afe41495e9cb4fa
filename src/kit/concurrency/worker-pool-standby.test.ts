import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'
import {
  closePools,
  kindOf,
  livingThreads,
  meet,
  ownerOf,
  pool,
  sizeBecomes,
} from './worker-pool.test-support.ts'

/** Pools like the engine's: threads start slowly, and a task may hang. */

afterEach(closePools)

const longMs = 100_000
const a = { owner: ownerOf('a') }
const b = { owner: ownerOf('b') }

test('while two keys share a pool it has a second thread, which ends afterwards', async () => {
  const living = livingThreads(81)
  const threads = pool({ memoryMb: 81, threadsMin: 1, standbyForMs: 500 })
  for (let count = 0; count < 5; count++) await threads.run({ do: 'thread' }, a)
  await threads.run({ do: 'thread' })
  expect(living.size).toBe(1)
  await threads.run({ do: 'thread' }, b)
  await sizeBecomes(living, 2)
  await sizeBecomes(living, 1)
})

test('a task that may hang blocks the last thread for its own key only', async () => {
  const living = livingThreads(82)
  const threads = pool({ memoryMb: 82, threadsMin: 1, standbyForMs: longMs, suspectAfterMs: 300 })
  for (const each of [a, b]) await threads.run({ do: 'thread' }, each)
  await sizeBecomes(living, 2)
  const endless = new AbortController()
  const loop = kindOf(threads.run({ do: 'loop' }, { ...a, signal: endless.signal }))
  let answered = false
  const next = threads.run({ do: 'thread' }, a).finally(() => {
    answered = true
  })
  // Without the second thread, none of these would be answered.
  for (let count = 0; count < 5; count++) {
    expect(await threads.run({ do: 'thread' }, b)).toBeGreaterThan(0)
    await sleep(20)
  }
  expect(answered).toBe(false)
  endless.abort()
  expect(await loop).toBe('aborted')
  expect(await next).toBeGreaterThan(0)
})

test('one key gets the last free thread only when its tasks have waited', async () => {
  const living = livingThreads(83)
  const options = { memoryMb: 83, threads: 2, threadsMin: 1, standbyForMs: longMs, growAfterMs: 1_500 }
  const threads = pool(options)
  for (const each of [a, b]) await threads.run({ do: 'thread' }, each)
  await sizeBecomes(living, 2)
  // Both are loaded.
  await meet(threads, [a, b])
  const endless = new AbortController()
  const loop = kindOf(threads.run({ do: 'loop' }, { ...a, signal: endless.signal }))
  const order: string[] = []
  const second = threads.run({ do: 'thread' }, a).then(() => order.push('a'))
  await threads.run({ do: 'thread' }, b)
  order.push('b')
  await second
  expect(order).toEqual(['b', 'a'])
  expect(living.size).toBe(2)
  endless.abort()
  expect(await loop).toBe('aborted')
})

test('if tasks on all threads may hang, an extra thread starts for another key', async () => {
  const living = livingThreads(84)
  const options = { memoryMb: 84, threads: 2, threadsMin: 2, standbyForMs: longMs, suspectAfterMs: 300 }
  const threads = pool(options)
  for (const each of [a, b]) await threads.run({ do: 'thread' }, each)
  // Both are loaded.
  await meet(threads, [a, b])
  const endless = new AbortController()
  const loops = [1, 2].map(() => kindOf(threads.run({ do: 'loop' }, { ...a, signal: endless.signal })))
  expect(await threads.run({ do: 'thread' }, b)).toBeGreaterThan(0)
  expect(living.size).toBe(3)
  endless.abort()
  expect(await Promise.all(loops)).toEqual(['aborted', 'aborted'])
})

test('a standby thread fits into the budget, and ends if other work needs the memory', async () => {
  const budget = createMemoryBudget(250)
  const living = livingThreads(85)
  const options = { memoryMb: 85, threadsMin: 1, standbyForMs: longMs, standbyLeavesMb: 40 }
  const threads = pool({ ...options, budget, threadMb: 100 })
  // 20 are left beside two threads: they fit, but leave too little.
  const giveBack = budget.take(30)
  for (const each of [a, b]) await threads.run({ do: 'thread' }, each)
  expect(living.size).toBe(1)
  giveBack()
  await sizeBecomes(living, 2)
  await Promise.all([a, b].map((each) => threads.run({ do: 'thread' }, each)))
  const again = budget.take(100)
  await sizeBecomes(living, 1)
  again()
  // It does not start again after each body.
  for (const each of [a, b]) await threads.run({ do: 'thread' }, each)
  await sleep(100)
  expect(living.size).toBe(1)
})
