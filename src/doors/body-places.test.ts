import { expect, test } from 'vitest'
import { createMemoryRoom, systemClock } from '../kit/index.ts'
import { createBodyPlaces, placeFor, takePlace, usualBodyTimes } from './body-places.ts'

const clock = systemClock()
const owner = { accountId: 'a', disconnected: new AbortController().signal }
const megabyte = 1024 * 1024

test('where a body stands is told by what has arrived, and by the length that was announced', () => {
  const cases: [number, number | null, ReturnType<typeof placeFor>][] = [
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
  for (const [arrived, length, place] of cases) expect(placeFor(arrived, length)).toBe(place)
})

test('a place takes the memory of its body and gives it back, however often it is told', async () => {
  const room = createMemoryRoom(100)
  const seat = room.join({ takenMb: () => 0, endIdle: () => false, lookAgain: () => {} })
  const free = () => Array.from({ length: 101 }, (_, mb) => mb).findLast((mb) => seat.hasRoom(mb))
  const places = createBodyPlaces({ clock, uploadsMax: 2, room })
  const small = await takePlace(places, { size: 'small', length: 900_000 }, owner)
  expect(free()).toBe(99)
  const upload = await takePlace(places, { size: 'upload', length: null }, owner)
  expect(free()).toBe(73)
  const grown = await takePlace(places, { size: 'huge', length: null, has: 'upload' }, owner)
  expect(free()).toBe(20)
  for (const giveBack of [grown, upload]) giveBack()
  const huge = await takePlace(places, { size: 'huge', length: 60_000_000 }, owner)
  expect(free()).toBe(39)
  for (const giveBack of [small, small, huge, huge]) giveBack()
  expect(free()).toBe(100)
})

test('what is kept of a body that was read is bounded by the room, and by half of what uploads take', () => {
  const room = createMemoryRoom(100)
  const places = createBodyPlaces({ clock, uploadsMax: 4, room })
  const kept = [places.keep(18_000_000), places.keep(18_000_000), places.keep(16_000_000)]
  expect(kept.every((each) => each !== null)).toBe(true)
  expect(places.keep(1_000_000)).toBeNull()
  for (const giveBack of [...kept, ...kept]) giveBack?.()
  expect(room.hasRoom(100)).toBe(true)
  // Another upload must fit beside it.
  const taken = room.take(70)
  expect(places.keep(4_000_000)).toBeNull()
  expect(places.keep(3_000_000)).not.toBeNull()
  taken()
})

test('who waits has something in memory, too, and nothing when it is gone', async () => {
  const room = createMemoryRoom(100)
  const seat = room.join({ takenMb: () => 0, endIdle: () => false, lookAgain: () => {} })
  const places = createBodyPlaces({ clock, uploadsMax: 1, room })
  const giveBack = await takePlace(places, { size: 'upload', length: 10_000_000 }, owner)
  const hungUp = new AbortController()
  const gone = { accountId: 'b', disconnected: hungUp.signal }
  const waiting = takePlace(places, { size: 'upload', length: 10_000_000 }, gone)
  expect([seat.hasRoom(89.7), seat.hasRoom(89.8)]).toEqual([true, false])
  hungUp.abort()
  await expect(waiting).rejects.toThrow()
  giveBack()
  expect(seat.hasRoom(100)).toBe(true)
})

test('the largest body waits for memory of others, but not for ever, and leaves its place when it hangs up', async () => {
  const room = createMemoryRoom(100)
  const roomMs = { small: 0, upload: 0, huge: 300 }
  const times = { ...usualBodyTimes, roomMs }
  const places = createBodyPlaces({ clock, times, uploadsMax: 2, room })
  const largest = (disconnected = owner.disconnected) =>
    takePlace(places, { size: 'huge', length: 60_000_000 }, { ...owner, disconnected })
  const upload = await takePlace(places, { size: 'upload', length: null }, owner)
  const others = room.take(30)
  let isIn = false
  const waiting = largest().then((giveBack) => {
    isIn = true
    return giveBack
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isIn).toBe(false)
  others()
  ;(await waiting)()
  // Nothing is given back this time.
  room.take(30)
  ;(await largest())()
  const hungUp = new AbortController()
  const gone = largest(hungUp.signal)
  hungUp.abort()
  await expect(gone).rejects.toThrow()
  ;(await largest())()
  upload()
})
