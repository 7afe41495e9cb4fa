import { expect, test, vi } from 'vitest'
import { createSemaphore, SemaphoreFull, type SemaphoreOptions } from './semaphore.ts'

const never = new AbortController().signal
const semaphoreOf = (slots: number, more: Partial<SemaphoreOptions> = {}) =>
  createSemaphore({ slots, slotsPerTurnMax: slots, waitingMax: 100, ...more })

/** Records which callers entered, and keeps the function with which each leaves. */
function doorOf(semaphore: ReturnType<typeof createSemaphore>) {
  const entered: string[] = []
  const leave = new Map<string, () => void>()
  const enter = async (name: string) => {
    leave.set(name, await semaphore.acquire(name.charAt(0), never))
    entered.push(name)
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { entered, enter, leave: (name: string) => leave.get(name)?.(), settled }
}

test('lets so many in, and the next when one leaves, in order', async () => {
  const door = doorOf(semaphoreOf(2))
  for (const name of ['a1', 'a2', 'a3', 'a4']) void door.enter(name)
  await door.settled()
  expect(door.entered).toEqual(['a1', 'a2'])
  door.leave('a1')
  door.leave('a1')
  await door.settled()
  expect(door.entered).toEqual(['a1', 'a2', 'a3'])
  door.leave('a3')
  await door.settled()
  expect(door.entered).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('a turn with a hundred waiting does not hold up one with a single', async () => {
  const door = doorOf(semaphoreOf(1))
  for (const name of ['a1', 'a2', 'a3', 'b1']) void door.enter(name)
  await door.settled()
  for (const name of ['a1', 'b1', 'a2']) {
    door.leave(name)
    await door.settled()
  }
  // The one that entered without waiting has used its share of the round.
  expect(door.entered).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('no turn holds more than its most, so that there is room for another', async () => {
  const door = doorOf(semaphoreOf(2, { slotsPerTurnMax: 1 }))
  for (const name of ['a1', 'a2', 'b1', 'b2']) void door.enter(name)
  await door.settled()
  expect(door.entered).toEqual(['a1', 'b1'])
  door.leave('b1')
  await door.settled()
  expect(door.entered).toEqual(['a1', 'b1', 'b2'])
  door.leave('a1')
  await door.settled()
  expect(door.entered).toEqual(['a1', 'b1', 'b2', 'a2'])
})

test('some slots are left to turns that hold none', async () => {
  const door = doorOf(semaphoreOf(8, { slotsPerTurnMax: 6, leavesFree: true }))
  for (const turn of ['a', 'b', 'c', 'd']) {
    for (let index = 0; index < 10; index++) void door.enter(`${turn}${index}`)
    await door.settled()
  }
  expect(door.entered).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0', 'd0'])
  for (const name of ['a0', 'a1', 'a2', 'a3']) door.leave(name)
  await door.settled()
  expect(door.entered.slice(8)).toEqual(['c1', 'a4', 'd1'])
})

test('while no slot gets free, there is one more for who has none', async () => {
  vi.useFakeTimers()
  try {
    const door = doorOf(semaphoreOf(2, { spareAfterMs: 1_000 }))
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void door.enter(name)
    await vi.advanceTimersByTimeAsync(900)
    expect(door.entered).toEqual(['a1', 'a2'])
    await vi.advanceTimersByTimeAsync(200)
    expect(door.entered).toEqual(['a1', 'a2', 'b1'])
    for (const name of ['b1', 'c1', 'b2', 'a1']) {
      door.leave(name)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(door.entered).toEqual(['a1', 'a2', 'b1', 'c1', 'b2', 'a3'])
  } finally {
    vi.useRealTimers()
  }
})

test('one too many: the last of the turn that waits most is refused', async () => {
  const semaphore = semaphoreOf(1, { waitingMax: 2 })
  const leave = await semaphore.acquire('a', never)
  const second = semaphore.acquire('a', never)
  const third = semaphore.acquire('a', never)
  const other = semaphore.acquire('b', never)
  await expect(third).rejects.toBeInstanceOf(SemaphoreFull)
  await expect(semaphore.acquire('b', never)).rejects.toBeInstanceOf(SemaphoreFull)
  leave()
  ;(await other)()
  ;(await second)()
})

test('who gives up waiting takes no slot', async () => {
  const semaphore = semaphoreOf(1)
  const leave = await semaphore.acquire('a', never)
  const impatient = new AbortController()
  const waiting = semaphore.acquire('a', impatient.signal)
  impatient.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  leave()
  await semaphore.acquire('a', never)
})
