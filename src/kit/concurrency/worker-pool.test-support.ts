import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, vi } from 'vitest'
import { Refusal, type TestTask } from './worker-pool.test-worker.ts'
import { createWorkerPool, type RunOptions, type WorkerPool } from './worker-pool.ts'
import { WorkerPoolError } from './worker-pool-error.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

type TestPool = WorkerPool<TestTask, unknown>
const open: TestPool[] = []

/** A pool of one thread by default, which `closePools` closes. */
export function pool(options: Partial<WorkerPoolOptions> = {}): TestPool {
  const made: TestPool = createWorkerPool({
    file: new URL('./worker-pool.test-worker.ts', import.meta.url),
    threads: 1,
    queueMax: 8,
    memoryMb: 64,
    crossing: [Refusal],
    ...options,
  })
  open.push(made)
  return made
}

export async function closePools(): Promise<void> {
  await Promise.all(open.splice(0).map((each) => each.close()))
}

export const ownerOf = (key: string) => ({ key, waiting: () => {}, working: () => {} })

/** Runs as many tasks as there are options, all at the same time; the result has their threads. */
export async function meet(threads: TestPool, options: readonly RunOptions[]): Promise<Set<unknown>> {
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const task = { do: 'meet', count: options.length, begun } as const
  return new Set(await Promise.all(options.map((each) => threads.run(task, each))))
}

/** The kind of the pool's error, any other error, or the answer. */
export async function kindOf(result: Promise<unknown>): Promise<unknown> {
  const error: unknown = await result.then(
    (answer) => answer ?? 'no error',
    (thrown: unknown) => thrown,
  )
  return error instanceof WorkerPoolError ? error.kind : error
}

/**
 * The living threads of one test, identified by their memory limit, because other threads may come and go.
 */
export function livingThreads(memoryMb: number): ReadonlySet<Worker> {
  const living = new Set<Worker>()
  const note = (worker: Worker) => {
    if (worker.resourceLimits?.maxOldGenerationSizeMb !== memoryMb) return
    living.add(worker)
    worker.once('exit', () => living.delete(worker))
  }
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  return living
}

export const sizeBecomes = (living: ReadonlySet<Worker>, size: number) =>
  vi.waitFor(() => expect(living.size).toBe(size), { timeout: 60_000 })
