import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
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
import { Refusal } from './worker-pool.test-worker.ts'

afterEach(closePools)

test('a task runs in a thread of its own, which stays for the next one', async () => {
  const threads = pool()
  const first = await threads.run({ do: 'thread' })
  expect(first).toBeGreaterThan(0)
  expect(await threads.run({ do: 'thread' })).toBe(first)
})

test('a task counts as waiting while its thread starts, and as working from then on', async () => {
  const tasks = { waiting: 0, working: 0 }
  const seen: string[] = []
  const change = (kind: keyof typeof tasks) => (by: 1 | -1) => {
    tasks[kind] += by
    seen.push(`${tasks.waiting} ${tasks.working}`)
  }
  const owner = { key: 'a', waiting: change('waiting'), working: change('working') }
  const threads = pool()
  const starts = threads.run({ do: 'thread' }, { owner })
  expect(tasks).toEqual({ waiting: 1, working: 0 })
  await starts
  expect(seen.slice(-4)).toEqual(['1 0', '1 1', '0 1', '0 0'])
  seen.length = 0
  await threads.run({ do: 'thread' }, { owner })
  expect(seen).toEqual(['0 1', '0 0'])
  // Aborted while its thread starts.
  const gone = pool().run({ do: 'thread' }, { owner, signal: AbortSignal.timeout(1) })
  expect(await kindOf(gone)).toBe('aborted')
  expect(tasks).toEqual({ waiting: 0, working: 0 })
})

test('a thread gets its worker data, and only the compile cache of the environment', async () => {
  const threads = pool({ workerData: { answer: 42 } })
  expect(await threads.run({ do: 'data' })).toEqual({ answer: 42 })
  vi.stubEnv('PLANTED_SECRET', 'secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await threads.run({ do: 'environment' })).toEqual(['NODE_COMPILE_CACHE'])
})

test('buffers are transferred in both directions', async () => {
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

test('when several threads are discarded together, waiting tasks are still served', async () => {
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

test('a thread that ends or runs out of memory fails only its own task', async () => {
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

test('a retiring thread answers, and another replaces it', async () => {
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

test('when the queue is full, a task is refused immediately', async () => {
  const threads = pool({ queueMax: 2 })
  const accepted = [1, 2, 3].map(() => threads.run({ do: 'thread' }))
  expect(await kindOf(threads.run({ do: 'thread' }))).toBe('overloaded')
  await Promise.all(accepted)
  expect(await threads.run({ do: 'thread' })).toBeGreaterThan(0)
})

test('keys get threads in rotation, however many tasks one of them has', async () => {
  const threads = pool({ queueMax: 10 })
  const ended: string[] = []
  const run = (name: string) =>
    threads.run({ do: 'thread' }, { owner: ownerOf(name.charAt(0)) }).then(() => ended.push(name))
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map(run))
  // The one that started without waiting has used its share of the round.
  expect(ended).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4'])
})

test('while no thread becomes free, there is an extra one for keys that have none', async () => {
  const threads = pool({ threads: 2, extraThreadAfterMs: 50 })
  const endless = new AbortController()
  const greedy = { owner: ownerOf('greedy'), signal: endless.signal }
  const loops = [0, 1, 2].map(() => kindOf(threads.run({ do: 'loop' }, greedy)))
  const modest = [0, 1, 2].map(() => threads.run({ do: 'thread' }, { owner: ownerOf('modest') }))
  for (const thread of await Promise.all(modest)) expect(thread).toBeGreaterThan(0)
  endless.abort()
  expect(await Promise.all(loops)).toEqual(['aborted', 'aborted', 'aborted'])
})

test('a task that works for too long is ended with its thread, regardless of its wait', async () => {
  const threads = pool({ workMsMax: 1_000 })
  const slept = threads.run({ do: 'sleep', ms: 700 })
  const loop = kindOf(threads.run({ do: 'loop' }))
  const waited = threads.run({ do: 'thread' })
  expect(await slept).toBeGreaterThan(0)
  expect(await loop).toBe('overran')
  expect(await waited).toBeGreaterThan(0)
})

test('the extra thread ends when it is idle, and the permanent one stays', async () => {
  const living = livingThreads(65)
  const threads = pool({ memoryMb: 65, threadsKept: 1, extraThreadAfterMs: 20, idleTimeoutMs: 100 })
  const first = await threads.run({ do: 'thread' })
  const working = threads.run({ do: 'sleep', ms: 1_500 }, { owner: ownerOf('greedy') })
  expect(await threads.run({ do: 'thread' }, { owner: ownerOf('modest') })).not.toBe(first)
  expect(living.size).toBe(2)
  await working
  await sizeBecomes(living, 1)
  await sleep(300)
  expect(living.size).toBe(1)
})

test("idle threads end, busy ones don't, and the last one stays loaded", async () => {
  const living = livingThreads(66)
  const threads = pool({ memoryMb: 66, threads: 3, threadsKept: 1, idleTimeoutMs: 100 })
  expect((await meet(threads, [{}, {}, {}])).size).toBe(3)
  expect(living.size).toBeGreaterThan(0)
  await sizeBecomes(living, 1)
  const [kept] = living
  expect(await threads.run({ do: 'thread' })).toBe(kept?.threadId)
  // A kept thread that is ended is replaced immediately.
  expect(await kindOf(threads.run({ do: 'loop' }, { signal: AbortSignal.timeout(100) }))).toBe('aborted')
  await sizeBecomes(living, 1)
  expect([...living]).not.toEqual([kept])
  expect(await threads.run({ do: 'thread' })).toBeGreaterThan(0)
})

test('pools share a budget: each has a thread, and a second one if it fits', async () => {
  const budget = createMemoryBudget(250)
  const living = livingThreads(67)
  const options = { memoryMb: 67, threads: 2, threadsKept: 1, budget, threadMb: 100 }
  const [one, two] = [pool(options), pool(options)]
  expect(await one.run({ do: 'thread' })).not.toBe(await two.run({ do: 'thread' }))
  const order: string[] = []
  const run = (name: string, ms: number) => one.run({ do: 'sleep', ms }).then(() => order.push(name))
  await Promise.all([run('first', 400), run('second', 0)])
  expect(order).toEqual(['first', 'second'])
  expect(living.size).toBe(2)
})

test('an idle thread ends for another pool whose task waits long, a busy one never', async () => {
  const budget = createMemoryBudget(350)
  const living = livingThreads(68)
  const options = { memoryMb: 68, threads: 2, threadsKept: 1, budget, threadMb: 100 }
  const [one, two] = [pool(options), pool(options)]
  await meet(one, [{}, {}])
  await two.run({ do: 'thread' })
  await sizeBecomes(living, 3)
  // Both threads of the other pool are busy, so nothing is free; then one of them is idle.
  const long = [1_500, 3_500].map((ms) => one.run({ do: 'sleep', ms }))
  const endless = new AbortController()
  const loop = kindOf(two.run({ do: 'loop' }, { signal: endless.signal }))
  const waiting = two.run({ do: 'thread' })
  expect(await Promise.race([waiting, long[0]])).toEqual(await long[0])
  expect(await waiting).toBeGreaterThan(0)
  await sizeBecomes(living, 3)
  expect(await long[1]).toBeGreaterThan(0)
  endless.abort()
  expect(await loop).toBe('aborted')
})

test('another thread starts only when tasks have waited, however many there are', async () => {
  const living = livingThreads(70)
  const threads = pool({ memoryMb: 70, threads: 3, threadsMin: 1, growAfterMs: 600, queueMax: 100 })
  await threads.run({ do: 'thread' })
  const short = Array.from({ length: 20 }, () => threads.run({ do: 'sleep', ms: 5 }))
  expect(new Set(await Promise.all(short)).size).toBe(1)
  expect(living.size).toBe(1)
  expect((await meet(threads, [{}, {}])).size).toBe(2)
})

test('reserved memory ends idle threads, which start again after its release', async () => {
  const budget = createMemoryBudget(350)
  const living = livingThreads(69)
  const options = { memoryMb: 69, threads: 3, threadsKept: 1, budget, threadMb: 100 }
  const one = pool(options)
  expect((await meet(one, [{}, {}, {}])).size).toBe(3)
  const giveBack = budget.take(150)
  await sizeBecomes(living, 2)
  const sleepers = () => Promise.all([1, 2, 3].map(() => one.run({ do: 'sleep', ms: 500 })))
  expect(new Set(await sleepers()).size).toBe(2)
  const more = budget.take(1_000)
  await sizeBecomes(living, 1)
  const meanwhile = meet(one, [{}, {}, {}])
  await sleep(100)
  for (const give of [more, more, giveBack]) give()
  expect((await meanwhile).size).toBe(3)
  await sizeBecomes(living, 3)
})

test('consecutive hanging tasks leave a thread to the others at any time', async () => {
  const budget = createMemoryBudget(1)
  const living = livingThreads(71)
  const options = { memoryMb: 71, threadsMin: 1, budget, threadMb: 100, slowAfterMs: 200, workMsMax: 2_000 }
  const threads = pool({ ...options, queueMax: 100 })
  const other = { owner: ownerOf('other') }
  let ended = 0
  const hang = async (of: string) => {
    expect(await kindOf(threads.run({ do: 'loop' }, { owner: ownerOf(of) }))).toBe('overran')
    ended += 1
  }
  const loops = ['a', 'a', 'a', 'b', 'b', 'b'].map(hang)
  // The first time the pool cannot know that they hang: each gets a thread.
  await threads.run({ do: 'thread' }, other)
  const before = ended
  let meanwhile = 0
  for (; ended < loops.length; meanwhile++) {
    await threads.run({ do: 'thread' }, other)
    expect(living.size).toBeLessThanOrEqual(3)
    await sleep(20)
  }
  await Promise.all(loops)
  // Otherwise each of them would have waited until a hanging task ended.
  expect(meanwhile).toBeGreaterThan(4 * (loops.length - before))
})

test('a slow key gets at most one thread, and only if another one is left', async () => {
  const living = livingThreads(72)
  const threads = pool({ memoryMb: 72, threads: 2, threadsMin: 1, slowAfterMs: 100, queueMax: 100 })
  const endless = new AbortController()
  const { signal } = endless
  const loops = ['a', 'a', 'a'].map((of) =>
    kindOf(threads.run({ do: 'loop' }, { signal, owner: ownerOf(of) })),
  )
  const others = Array.from({ length: 20 }, (_, of) =>
    threads.run({ do: 'thread' }, { owner: ownerOf(`${of}`) }),
  )
  expect(new Set(await Promise.all(others)).size).toBe(1)
  endless.abort()
  expect(await Promise.all(loops)).toEqual(['aborted', 'aborted', 'aborted'])
  const after = [1, 2].map(() => threads.run({ do: 'sleep', ms: 50 }, { owner: ownerOf('a') }))
  for (const thread of await Promise.all(after)) expect(thread).toBeGreaterThan(0)
  expect(living.size).toBeLessThanOrEqual(3)
})

test('when too many wait, the last task of the key with the most is refused', async () => {
  const threads = pool({ queueMax: 2 })
  const run = (name: string) => kindOf(threads.run({ do: 'thread' }, { owner: ownerOf(name.charAt(0)) }))
  const [first, second, third, other] = await Promise.all(['a1', 'a2', 'a3', 'b1'].map(run))
  expect([first, second, third, other]).toEqual([expect.any(Number), expect.any(Number), 'overloaded', other])
  expect(other).toEqual(expect.any(Number))
})

test('the owner is notified of waiting and running tasks, however they end', async () => {
  const threads = pool({ queueMax: 2 })
  await threads.run({ do: 'thread' })
  const counts = { waiting: 0, working: 0 }
  const seen: string[] = []
  const change = (kind: keyof typeof counts) => (by: 1 | -1) => {
    counts[kind] += by
    seen.push(`${counts.waiting}/${counts.working}`)
  }
  const owner = { key: 'a', waiting: change('waiting'), working: change('working') }
  const controller = new AbortController()
  const looping = kindOf(threads.run({ do: 'loop' }, { signal: controller.signal, owner }))
  const aborted = kindOf(threads.run({ do: 'thread' }, { signal: AbortSignal.timeout(50), owner }))
  const [next, tooMany] = [1, 2].map(() => kindOf(threads.run({ do: 'thread' }, { owner })))
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

test('closing ends running and waiting tasks, and refuses later ones', async () => {
  const threads = pool()
  const ends = [kindOf(threads.run({ do: 'never' })), kindOf(threads.run({ do: 'loop' }))]
  await sleep(200)
  await threads.close()
  expect(await Promise.all(ends)).toEqual(['closed', 'closed'])
  expect(await kindOf(threads.run({ do: 'thread' }))).toBe('closed')
})
