import { afterEach, expect, test } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'
import { closePools, meet, pool } from './worker-pool.test-support.ts'

afterEach(closePools)

test('a thread ends after its task if the budget was exceeded meanwhile, even if tasks wait', async () => {
  const budget = createMemoryBudget(250)
  const threads = pool({ threads: 2, threadsKept: 1, queueMax: 100, budget, threadMb: 100 })
  expect((await meet(threads, [{}, {}])).size).toBe(2)
  const working = Array.from({ length: 12 }, () => threads.run({ do: 'sleep', ms: 50 }))
  const giveBack = budget.take(100)
  const after = await Promise.all(working)
  // One or two were in the thread that had to end.
  expect(new Set(after.slice(2)).size).toBe(1)
  giveBack()
  expect((await meet(threads, [{}, {}])).size).toBe(2)
})
