import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { Refusal, type TestTask } from './worker-pool.test-worker.ts'
import { createWorkerPool, type WorkerPool, WorkerPoolError, type WorkerPoolOptions } from './worker-pool.ts'

type TestPool = WorkerPool<TestTask, unknown>
const open: TestPool[] = []

function pool(options: Partial<WorkerPoolOptions> = {}): TestPool {
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

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

const turnOf = (of: string) => ({ of, waiting: () => {}, working: () => {} })

const kindOf = async (result: Promise<unknown>) => {
  const error: unknown = await result.then(
    (answer) => answer ?? 'no error',
    (thrown: unknown) => thrown,
  )
  return error instanceof WorkerPoolError ? error.kind : error
}

test('a task runs in a thread of its own, which stays for the next one', async () => {
  const threads = pool()
  const first = await threads.run({ do: 'thread' })
  expect(first).toBeGreaterThan(0)
  expect(await threads.run({ do: 'thread' })).toBe(first)
})

test('a thread reads the worker data, and of the environment where compiled code lies', async () => {
  const threads = pool({ workerData: { answer: 42 } })
  expect(await threads.run({ do: 'data' })).toEqual({ answer: 42 })
  vi.stubEnv('PLANTED_SECRET', 'secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await threads.run({ do: 'environment' })).toEqual(['NODE_COMPILE_CACHE'])
})

test('buffers are handed over in both directions', async () => {
  const bytes = new Uint8Array(1_000_000).fill(7)
  const answer = await pool().run({ do: 'length', bytes }, { transfer: [bytes.buffer] })
  expect(bytes.byteLength).toBe(0)
  expect(answer).toEqual(new Uint8Array(1_000_000).fill(7))
})

test('an error of a crossing class arrives as that class with its fields', async () => {
  const error: unknown = await pool()
    .run({ do: 'refuse', code: 'not_pdf' })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Refusal)
  expect(error).toMatchObject({ name: 'Refusal', code: 'not_pdf', message: 'refused not_pdf' })
  expect(error).toMatchObject({ members: { detail: ['a', 'b'] } })
})

test('any other error arrives without its message, which may quote a resume', async () => {
  const error: unknown = await pool()
    .run({ do: 'throw' })
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'failed' })
  expect(String((error as Error).message)).toContain('TypeError')
  expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toContain('secret')
})

test('a task that loops is stopped by its signal, and the next one runs', async () => {
  const threads = pool()
  const looping = threads.run({ do: 'loop' }, { signal: AbortSignal.timeout(200) })
  const next = threads.run({ do: 'thread' })
  const error: unknown = await looping.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'aborted', cause: { name: 'TimeoutError' } })
  expect(await next).toBeGreaterThan(0)
})

test('when several threads are thrown away at once, those who wait are still served', async () => {
  const threads = pool({ threads: 2 })
  const controller = new AbortController()
  const looping = [1, 2].map(() => kindOf(threads.run({ do: 'loop' }, { signal: controller.signal })))
  const patient = [1, 2, 3, 4].map(() => threads.run({ do: 'thread' }))
  await sleep(300)
  controller.abort()
  expect(await Promise.all(looping)).toEqual(['aborted', 'aborted'])
  expect(await Promise.all(patient)).toHaveLength(4)
})

test('a task is aborted while it waits, and before it waits', async () => {
  const threads = pool()
  const controller = new AbortController()
  const busy = kindOf(threads.run({ do: 'loop' }, { signal: controller.signal }))
  expect(await kindOf(threads.run({ do: 'thread' }, { signal: AbortSignal.timeout(50) }))).toBe('aborted')
  expect(await kindOf(threads.run({ do: 'thread' }, { signal: AbortSignal.abort() }))).toBe('aborted')
  controller.abort()
  expect(await busy).toBe('aborted')
})

test('a thread that ends or runs out of memory fails its own task alone', async () => {
  const threads = pool()
  const [ended, devoured, unsendable, fine] = await Promise.all([
    kindOf(threads.run({ do: 'exit' })),
    threads.run({ do: 'devour' }).catch((thrown: unknown) => thrown),
    kindOf(threads.run({ do: 'uncloneable' })),
    threads.run({ do: 'thread' }),
  ])
  expect(ended).toBe('died')
  expect(devoured).toMatchObject({ kind: 'died', outOfMemory: true })
  expect(unsendable).toBe('died')
  expect(fine).toBeGreaterThan(0)
})

test('a thread that retires answers, and another takes its place', async () => {
  const threads = pool()
  const [first, second, refused, third] = await Promise.all([
    threads.run({ do: 'retire' }),
    threads.run({ do: 'thread' }),
    threads.run({ do: 'retireRefused' }).catch((thrown: unknown) => thrown),
    threads.run({ do: 'thread' }),
  ])
  expect(first).toBeGreaterThan(0)
  expect(second).not.toBe(first)
  expect(refused).toMatchObject({ name: 'Refusal', code: 'retired' })
  expect(third).not.toBe(second)
})

test('a task too many is refused at once', async () => {
  const threads = pool({ queueMax: 2 })
  const accepted = [1, 2, 3].map(() => threads.run({ do: 'thread' }))
  expect(await kindOf(threads.run({ do: 'thread' }))).toBe('overloaded')
  await Promise.all(accepted)
  expect(await threads.run({ do: 'thread' })).toBeGreaterThan(0)
})

test('a thread that is free goes to whose turn it is, however many tasks another has', async () => {
  const threads = pool({ queueMax: 10 })
  const ended: string[] = []
  const run = (name: string) =>
    threads.run({ do: 'thread' }, { turn: turnOf(name.charAt(0)) }).then(() => ended.push(name))
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map(run))
  expect(ended).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

test('while no thread gets free, there is one more for who has none', async () => {
  const threads = pool({ threads: 2, spareAfterMs: 50 })
  const endless = new AbortController()
  const greedy = { turn: turnOf('greedy'), signal: endless.signal }
  const loops = [0, 1, 2].map(() => kindOf(threads.run({ do: 'loop' }, greedy)))
  const modest = [0, 1, 2].map(() => threads.run({ do: 'thread' }, { turn: turnOf('modest') }))
  for (const thread of await Promise.all(modest)) expect(thread).toBeGreaterThan(0)
  endless.abort()
  expect(await Promise.all(loops)).toEqual(['aborted', 'aborted', 'aborted'])
})

test('the thread that was one more ends when it is idle, and the others stay', async () => {
  const living = new Set<Worker>()
  // Threads of the test before may still come and go: those of this one are told by their cap.
  const memoryMb = 65
  const note = (worker: Worker) => {
    if (worker.resourceLimits?.maxOldGenerationSizeMb !== memoryMb) return
    living.add(worker)
    worker.once('exit', () => living.delete(worker))
  }
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const threads = pool({ memoryMb, spareAfterMs: 20, idleTimeoutMs: 100 })
  const first = await threads.run({ do: 'thread' })
  const working = threads.run({ do: 'sleep', ms: 1_500 }, { turn: turnOf('greedy') })
  expect(await threads.run({ do: 'thread' }, { turn: turnOf('modest') })).not.toBe(first)
  expect(living.size).toBe(2)
  await working
  await vi.waitFor(() => expect(living.size).toBe(1), { timeout: 60_000 })
  await sleep(300)
  expect(living.size).toBe(1)
})

test('when too many wait, the one with the most gives way', async () => {
  const threads = pool({ queueMax: 2 })
  const run = (name: string) => kindOf(threads.run({ do: 'thread' }, { turn: turnOf(name.charAt(0)) }))
  const [first, second, third, other] = await Promise.all(['a1', 'a2', 'a3', 'b1'].map(run))
  expect([first, second, third, other]).toEqual([expect.any(Number), expect.any(Number), 'overloaded', other])
  expect(other).toEqual(expect.any(Number))
})

test('a turn is told what waits and what works, whatever becomes of it', async () => {
  const threads = pool({ queueMax: 2 })
  const counts = { waiting: 0, working: 0 }
  const seen: string[] = []
  const change = (kind: keyof typeof counts) => (by: 1 | -1) => {
    counts[kind] += by
    seen.push(`${counts.waiting}/${counts.working}`)
  }
  const turn = { of: 'a', waiting: change('waiting'), working: change('working') }
  const controller = new AbortController()
  const looping = kindOf(threads.run({ do: 'loop' }, { signal: controller.signal, turn }))
  const aborted = kindOf(threads.run({ do: 'thread' }, { signal: AbortSignal.timeout(50), turn }))
  const [next, tooMany] = [1, 2].map(() => kindOf(threads.run({ do: 'thread' }, { turn })))
  expect(await tooMany).toBe('overloaded')
  expect(await aborted).toBe('aborted')
  expect(counts).toEqual({ waiting: 1, working: 1 })
  controller.abort()
  await Promise.all([looping, next])
  expect(counts).toEqual({ waiting: 0, working: 0 })
  expect(seen.slice(0, 3)).toEqual(['0/1', '1/1', '2/1'])
})

test('a file that no thread can load fails the task instead of leaving it to wait', async () => {
  const broken = pool({ file: new URL('./no-such-worker.ts', import.meta.url) })
  expect(await kindOf(broken.run({ do: 'thread' }))).toBe('died')
  expect(await kindOf(broken.run({ do: 'thread' }))).toBe('died')
})

test('closing ends what runs and what waits, and refuses what comes later', async () => {
  const threads = pool()
  const ends = [kindOf(threads.run({ do: 'never' })), kindOf(threads.run({ do: 'loop' }))]
  await sleep(200)
  await threads.close()
  expect(await Promise.all(ends)).toEqual(['closed', 'closed'])
  expect(await kindOf(threads.run({ do: 'thread' }))).toBe('closed')
})
