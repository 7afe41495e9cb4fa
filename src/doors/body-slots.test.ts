import { expect, test } from 'vitest'
import { createMemoryBudget, systemClock } from '../kit/index.ts'
import { createBodySlots, slotSizeFor, takeSlot, usualBodyTimes } from './body-slots.ts'

const clock = systemClock()
const owner = { accountId: 'a', disconnected: new AbortController().signal }
const megabyte = 1024 * 1024

test('the slot of a body depends on what has arrived, and on the announced length', () => {
  const cases: [number, number | null, ReturnType<typeof slotSizeFor>][] = [
    [64 * 1024, 900_000, null],
    [64 * 1024, 75 * megabyte, null],
    [64 * 1024, null, null],
    [64 * 1024 + 1, 900_000, 'small'],
    [64 * 1024 + 1, megabyte, 'small'],
    [64 * 1024 + 1, megabyte + 1, 'upload'],
    [64 * 1024 + 1, null, 'upload'],
    [64 * 1024, 25_000_000 + megabyte, null],
    [64 * 1024 + 1, 25_000_000 + megabyte, 'upload'],
    [64 * 1024 + 1, 25_000_000 + megabyte + 1, 'huge'],
    [25_000_000 + megabyte, null, 'upload'],
    [25_000_000 + megabyte + 1, null, 'huge'],
  ]
  for (const [arrived, length, slot] of cases) expect(slotSizeFor(arrived, length)).toBe(slot)
})

test('a slot reserves the memory of its body, and releases it once', async () => {
  const budget = createMemoryBudget(100)
  const share = budget.add({ takenMb: () => 0, endIdle: () => false, freed: () => {} })
  const free = () => Array.from({ length: 101 }, (_, mb) => mb).findLast((mb) => share.hasFree(mb))
  const slots = createBodySlots({ clock, uploadsMax: 2, budget })
  const small = await takeSlot(slots, { size: 'small', length: 900_000 }, owner)
  expect(free()).toBe(99)
  const upload = await takeSlot(slots, { size: 'upload', length: null }, owner)
  expect(free()).toBe(73)
  const grown = await takeSlot(slots, { size: 'huge', length: null, has: 'upload' }, owner)
  expect(free()).toBe(20)
  for (const giveBack of [grown, upload]) giveBack()
  const huge = await takeSlot(slots, { size: 'huge', length: 60_000_000 }, owner)
  expect(free()).toBe(39)
  for (const giveBack of [small, small, huge, huge]) giveBack()
  expect(free()).toBe(100)
})

test("memory of parsed bodies is bounded by the budget, and by half of the uploads' memory", () => {
  const budget = createMemoryBudget(100)
  const slots = createBodySlots({ clock, uploadsMax: 4, budget })
  const kept = [slots.keep(18_000_000), slots.keep(18_000_000), slots.keep(16_000_000)]
  expect(kept.every((each) => each !== null)).toBe(true)
  expect(slots.keep(1_000_000)).toBeNull()
  for (const giveBack of [...kept, ...kept]) giveBack?.()
  expect(budget.hasFree(100)).toBe(true)
  // Another upload must fit into the rest.
  const taken = budget.take(70)
  expect(slots.keep(4_000_000)).toBeNull()
  expect(slots.keep(3_000_000)).not.toBeNull()
  taken()
})

test('a waiting body reserves memory until its caller disconnects', async () => {
  const budget = createMemoryBudget(100)
  const share = budget.add({ takenMb: () => 0, endIdle: () => false, freed: () => {} })
  const slots = createBodySlots({ clock, uploadsMax: 1, budget })
  const giveBack = await takeSlot(slots, { size: 'upload', length: 10_000_000 }, owner)
  const hungUp = new AbortController()
  const gone = { accountId: 'b', disconnected: hungUp.signal }
  const waiting = takeSlot(slots, { size: 'upload', length: 10_000_000 }, gone)
  expect([share.hasFree(89.7), share.hasFree(89.8)]).toEqual([true, false])
  hungUp.abort()
  await expect(waiting).rejects.toThrow()
  giveBack()
  expect(share.hasFree(100)).toBe(true)
})

test('the largest body waits for memory for a limited time, and releases its slot when its caller disconnects', async () => {
  const budget = createMemoryBudget(100)
  const memoryWaitMs = { small: 0, upload: 0, huge: 300 }
  const times = { ...usualBodyTimes, memoryWaitMs }
  const slots = createBodySlots({ clock, times, uploadsMax: 2, budget })
  const largest = (disconnected = owner.disconnected) =>
    takeSlot(slots, { size: 'huge', length: 60_000_000 }, { ...owner, disconnected })
  const upload = await takeSlot(slots, { size: 'upload', length: null }, owner)
  const others = budget.take(30)
  let isIn = false
  const waiting = largest().then((giveBack) => {
    isIn = true
    return giveBack
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isIn).toBe(false)
  others()
  ;(await waiting)()
  // Nothing is released this time.
  budget.take(30)
  ;(await largest())()
  const hungUp = new AbortController()
  const gone = largest(hungUp.signal)
  hungUp.abort()
  await expect(gone).rejects.toThrow()
  ;(await largest())()
  upload()
})
