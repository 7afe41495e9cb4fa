import { afterEach, expect, test, vi } from 'vitest'
import { createLingeringTake, createMemoryBudget, type MemoryBudget } from './memory-budget.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** An owner with a number of idle threads of 10 MB, of which one stays. */
function owner(budget: MemoryBudget, threads: number) {
  const own = { threads, freed: 0 }
  const share = budget.add({
    takenMb: () => own.threads * 10,
    endIdle: () => own.threads > 1 && own.threads-- > 0,
    freed: () => void own.freed++,
  })
  return { own, share }
}

test('memory is available until all owners together use it', () => {
  const budget = createMemoryBudget(50)
  const [one, two] = [owner(budget, 2), owner(budget, 2)]
  expect([one.share.hasFree(10), one.share.hasFree(11)]).toEqual([true, false])
  two.share.remove()
  expect(one.share.hasFree(30)).toBe(true)
  expect(one.own.freed).toBe(1)
})

test('idle threads of other owners end, those of recently used owners last', () => {
  const budget = createMemoryBudget(60)
  const [asking, lately, long] = [owner(budget, 2), owner(budget, 2), owner(budget, 2)]
  lately.share.taskEnded()
  expect(asking.share.makeFree(10)).toBe(true)
  expect([asking, lately, long].map(({ own }) => own.threads)).toEqual([2, 2, 1])
  expect(asking.share.makeFree(30)).toBe(false)
  expect([asking, lately, long].map(({ own }) => own.threads)).toEqual([2, 1, 1])
})

test('memory is reserved even if none is left, released once, and owners are notified', () => {
  const budget = createMemoryBudget(30)
  const { own, share } = owner(budget, 3)
  const giveBack = budget.take(100)
  expect([own.threads, share.hasFree(0)]).toEqual([1, false])
  for (const give of [giveBack, giveBack]) give()
  expect(own.freed).toBe(1)
  expect([share.hasFree(20), share.hasFree(21)]).toEqual([true, false])
})

test('the end of a task is not reported to its own owner, the end of a thread to all', () => {
  const budget = createMemoryBudget(30)
  const [one, two] = [owner(budget, 1), owner(budget, 1)]
  one.share.taskEnded()
  expect([one.own.freed, two.own.freed]).toEqual([0, 1])
  one.share.threadEnded()
  expect([one.own.freed, two.own.freed]).toEqual([1, 2])
  one.share.remove()
  one.share.taskEnded()
  expect(two.share.hasFree(20)).toBe(true)
})

test('new threads leave the memory for `take` free, unless it is already in use', () => {
  const budget = createMemoryBudget(100, 30)
  const { share } = owner(budget, 5)
  expect([share.hasFree(20), share.hasFree(21), budget.hasFree(50)]).toEqual([true, false, true])
  const giveBack = budget.take(10)
  expect([share.hasFree(20), share.hasFree(21)]).toEqual([true, false])
  budget.take(30)
  expect([share.hasFree(10), share.hasFree(11)]).toEqual([true, false])
  giveBack()
  expect([share.hasFree(20), share.hasFree(21)]).toEqual([true, false])
})

test('threads that were busy when the budget was exceeded end after their tasks', () => {
  const budget = createMemoryBudget(40)
  const { own, share } = owner(budget, 3)
  const busy = budget.add({ takenMb: () => 10, endIdle: () => false, freed: () => {} })
  budget.take(20)
  expect(own.threads).toBe(1)
  own.threads = 3
  busy.taskEnded()
  expect(own.threads).toBe(3)
  share.taskEnded()
  expect(own.threads).toBe(1)
})

test('a short-lived user keeps its memory for a while, at most its peak use', () => {
  vi.useFakeTimers()
  const budget = createMemoryBudget(50)
  const { share, own } = owner(budget, 1)
  const take = createLingeringTake(budget, 10, 1_000)
  const [one, two] = [take(), take()]
  one()
  one()
  vi.advanceTimersByTime(500)
  two()
  expect([share.hasFree(20), share.hasFree(21)]).toEqual([true, false])
  const again = take()
  vi.advanceTimersByTime(500)
  // The first is gone, the second was taken again.
  expect([share.hasFree(30), share.hasFree(31), own.freed]).toEqual([true, false, 1])
  vi.advanceTimersByTime(5_000)
  expect(share.hasFree(31)).toBe(false)
  again()
  vi.advanceTimersByTime(1_000)
  expect([share.hasFree(40), own.freed]).toEqual([true, 2])
})
