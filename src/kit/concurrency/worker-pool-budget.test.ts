import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'
import type { TestTask } from './worker-pool.test-worker.ts'
import { createWorkerPool } from './worker-pool.ts'

test('a thread ends after its task where more was taken meanwhile, however many tasks wait', async () => {
  const budget = createMemoryBudget(250)
  const threads = createWorkerPool<TestTask, number>({
    file: new URL('./worker-pool.test-worker.ts', import.meta.url),
    ...{ threads: 2, threadsKept: 1, queueMax: 100, memoryMb: 64, budget, threadMb: 100 },
  })
  onTestFinished(() => threads.close())
  const sleeping = (count: number) =>
    Promise.all(Array.from({ length: count }, () => threads.run({ do: 'sleep', ms: 50 })))
  expect(new Set(await sleeping(8)).size).toBe(2)
  const working = sleeping(12)
  const giveBack = budget.take(100)
  const after = await working
  // One or two were in the thread that had to end.
  expect(new Set(after.slice(2)).size).toBe(1)
  giveBack()
  expect(new Set(await sleeping(8)).size).toBe(2)
})
