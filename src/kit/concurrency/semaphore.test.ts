import { expect, test, vi } from 'vitest'
import { createSemaphore, SemaphoreFull, type SemaphoreOptions } from './semaphore.ts'
import { WaitedTooLong } from './work-limit.ts'

const semaphoreOf = (slots: number, more: Partial<SemaphoreOptions> = {}) =>
  createSemaphore({ slots, slotsPerKeyMax: slots, waitingMax: 100, ...more })

/** Records which callers entered, and keeps the function with which each leaves. */
function callersOf(semaphore: ReturnType<typeof createSemaphore>) {
  const entered: string[] = []
  const leave = new Map<string, () => void>()
  const enter = async (name: string) => {
    leave.set(name, await semaphore.acquire(name.charAt(0)))
    entered.push(name)
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { entered, enter, leave: (name: string) => leave.get(name)?.(), settled }
}

test('at most `slots` enter; the next one enters when one leaves, in order', async () => {
  const callers = callersOf(semaphoreOf(2))
  for (const name of ['a1', 'a2', 'a3', 'a4']) void callers.enter(name)
  await callers.settled()
  expect(callers.entered).toEqual(['a1', 'a2'])
  callers.leave('a1')
  callers.leave('a1')
  await callers.settled()
  expect(callers.entered).toEqual(['a1', 'a2', 'a3'])
  callers.leave('a3')
  await callers.settled()
  expect(callers.entered).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('a key with many waiting does not delay one with a single one', async () => {
  const callers = callersOf(semaphoreOf(1))
  for (const name of ['a1', 'a2', 'a3', 'b1']) void callers.enter(name)
  await callers.settled()
  for (const name of ['a1', 'b1', 'a2']) {
    callers.leave(name)
    await callers.settled()
  }
  // The one that entered without waiting has used its share of the round.
  expect(callers.entered).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('no key holds more than its maximum, so that another finds a slot', async () => {
  const callers = callersOf(semaphoreOf(2, { slotsPerKeyMax: 1 }))
  for (const name of ['a1', 'a2', 'b1', 'b2']) void callers.enter(name)
  await callers.settled()
  expect(callers.entered).toEqual(['a1', 'b1'])
  callers.leave('b1')
  await callers.settled()
  expect(callers.entered).toEqual(['a1', 'b1', 'b2'])
  callers.leave('a1')
  await callers.settled()
  expect(callers.entered).toEqual(['a1', 'b1', 'b2', 'a2'])
})

test('some slots are reserved for keys that hold none', async () => {
  const callers = callersOf(semaphoreOf(8, { slotsPerKeyMax: 6, leavesFree: true }))
  for (const key of ['a', 'b', 'c', 'd']) {
    for (let index = 0; index < 10; index++) void callers.enter(`${key}${index}`)
    await callers.settled()
  }
  expect(callers.entered).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0', 'd0'])
  for (const name of ['a0', 'a1', 'a2', 'a3']) callers.leave(name)
  await callers.settled()
  expect(callers.entered.slice(8)).toEqual(['c1', 'a4', 'd1'])
})

test('while no slot becomes free, there is an extra one for keys that hold none', async () => {
  vi.useFakeTimers()
  try {
    const callers = callersOf(semaphoreOf(2, { extraSlotAfterMs: 1_000 }))
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void callers.enter(name)
    await vi.advanceTimersByTimeAsync(900)
    expect(callers.entered).toEqual(['a1', 'a2'])
    await vi.advanceTimersByTimeAsync(200)
    expect(callers.entered).toEqual(['a1', 'a2', 'b1'])
    for (const name of ['b1', 'c1', 'b2', 'a1']) {
      callers.leave(name)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(callers.entered).toEqual(['a1', 'a2', 'b1', 'c1', 'b2', 'a3'])
  } finally {
    vi.useRealTimers()
  }
})

test('when too many wait, the last caller of the key with the most is refused', async () => {
  const semaphore = semaphoreOf(1, { waitingMax: 2 })
  const leave = await semaphore.acquire('a')
  const second = semaphore.acquire('a')
  const third = semaphore.acquire('a')
  const other = semaphore.acquire('b')
  await expect(third).rejects.toBeInstanceOf(SemaphoreFull)
  await expect(semaphore.acquire('b')).rejects.toBeInstanceOf(SemaphoreFull)
  leave()
  ;(await other)()
  ;(await second)()
})

test('a caller that gives up takes no slot', async () => {
  const semaphore = semaphoreOf(1)
  const leave = await semaphore.acquire('a')
  const impatient = new AbortController()
  const waiting = semaphore.acquire('a', { signal: impatient.signal })
  impatient.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  leave()
  await semaphore.acquire('a')
})

test('a caller that waited too long takes no slot, and the work of one that entered releases its slot', async () => {
  const semaphore = semaphoreOf(1)
  const leave = await semaphore.acquire('a')
  const late = semaphore.acquire('a', { waitMsMax: 20 })
  await expect(late).rejects.toBeInstanceOf(WaitedTooLong)
  const failing = semaphore.run('a', { waitMsMax: 60_000 }, () => Promise.reject(new Error('failed')))
  leave()
  await expect(failing).rejects.toThrow('failed')
  expect(await semaphore.run('a', {}, async () => 'done')).toBe('done')
})
