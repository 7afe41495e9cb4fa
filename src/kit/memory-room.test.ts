import { afterEach, expect, test, vi } from 'vitest'
import { createLingeringTake, createMemoryRoom, type MemoryRoom } from './memory-room.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A member with a number of idle threads of 10 MB, of which one stays. */
function member(room: MemoryRoom, threads: number) {
  const own = { threads, told: 0 }
  const seat = room.join({
    takenMb: () => own.threads * 10,
    endIdle: () => own.threads > 1 && own.threads-- > 0,
    lookAgain: () => void own.told++,
  })
  return { own, seat }
}

test('there is room until all members together take it', () => {
  const room = createMemoryRoom(50)
  const [one, two] = [member(room, 2), member(room, 2)]
  expect([one.seat.hasRoom(10), one.seat.hasRoom(11)]).toEqual([true, false])
  two.seat.leave()
  expect(one.seat.hasRoom(30)).toBe(true)
  expect(one.own.told).toBe(1)
})

test('room is made of idle threads of others, of who had work lately last', () => {
  const room = createMemoryRoom(60)
  const [asking, lately, long] = [member(room, 2), member(room, 2), member(room, 2)]
  lately.seat.worked()
  expect(asking.seat.makeRoom(10)).toBe(true)
  expect([asking, lately, long].map(({ own }) => own.threads)).toEqual([2, 2, 1])
  expect(asking.seat.makeRoom(30)).toBe(false)
  expect([asking, lately, long].map(({ own }) => own.threads)).toEqual([2, 1, 1])
})

test('what must be had is taken whatever is left, given back once, and others are told', () => {
  const room = createMemoryRoom(30)
  const { own, seat } = member(room, 3)
  const giveBack = room.take(100)
  expect([own.threads, seat.hasRoom(0)]).toEqual([1, false])
  for (const give of [giveBack, giveBack]) give()
  expect(own.told).toBe(1)
  expect([seat.hasRoom(20), seat.hasRoom(21)]).toEqual([true, false])
})

test('whose task or thread ended need not be told of its own task, but all are told of a thread', () => {
  const room = createMemoryRoom(30)
  const [one, two] = [member(room, 1), member(room, 1)]
  one.seat.worked()
  expect([one.own.told, two.own.told]).toEqual([0, 1])
  one.seat.freed()
  expect([one.own.told, two.own.told]).toEqual([1, 2])
  one.seat.leave()
  one.seat.worked()
  expect(two.seat.hasRoom(20)).toBe(true)
})

test('new threads leave something to what is taken, as far as it is not', () => {
  const room = createMemoryRoom(100, 30)
  const { seat } = member(room, 5)
  expect([seat.hasRoom(20), seat.hasRoom(21), room.hasRoom(50)]).toEqual([true, false, true])
  const giveBack = room.take(10)
  expect([seat.hasRoom(20), seat.hasRoom(21)]).toEqual([true, false])
  room.take(30)
  expect([seat.hasRoom(10), seat.hasRoom(11)]).toEqual([true, false])
  giveBack()
  expect([seat.hasRoom(20), seat.hasRoom(21)]).toEqual([true, false])
})

test('threads that were at work when more was taken end after their tasks', () => {
  const room = createMemoryRoom(40)
  const { own, seat } = member(room, 3)
  const busy = room.join({ takenMb: () => 10, endIdle: () => false, lookAgain: () => {} })
  room.take(20)
  expect(own.threads).toBe(1)
  own.threads = 3
  busy.worked()
  expect(own.threads).toBe(3)
  seat.worked()
  expect(own.threads).toBe(1)
})

test('what comes and goes keeps its room for a while, and no more than was taken at a time', () => {
  vi.useFakeTimers()
  const room = createMemoryRoom(50)
  const { seat, own } = member(room, 1)
  const take = createLingeringTake(room, 10, 1_000)
  const [one, two] = [take(), take()]
  one()
  one()
  vi.advanceTimersByTime(500)
  two()
  expect([seat.hasRoom(20), seat.hasRoom(21)]).toEqual([true, false])
  const again = take()
  vi.advanceTimersByTime(500)
  // The first is gone, the second was taken again.
  expect([seat.hasRoom(30), seat.hasRoom(31), own.told]).toEqual([true, false, 1])
  vi.advanceTimersByTime(5_000)
  expect(seat.hasRoom(31)).toBe(false)
  again()
  vi.advanceTimersByTime(1_000)
  expect([seat.hasRoom(40), own.told]).toEqual([true, 2])
})
