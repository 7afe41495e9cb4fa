import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

test('each key is served once before any is served twice', () => {
  const queue = createFairQueue<string>(10)
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item.charAt(0), item)
  const served = Array.from({ length: 7 }, () => queue.take())
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined])
})

test('a key that may not enter is skipped and keeps its position', () => {
  const queue = createFairQueue<string>(10)
  for (const item of ['a1', 'a2', 'b1']) queue.add(item.charAt(0), item)
  expect(queue.take((key) => key !== 'a')).toBe('b1')
  expect(queue.take((key) => key !== 'a')).toBeUndefined()
  expect(queue.take()).toBe('a1')
})

test('when full, the last item of the longest key is removed, but never for a key of equal length', () => {
  const queue = createFairQueue<string>(3)
  for (const item of ['a1', 'a2', 'a3']) expect(queue.add('a', item)).toBeUndefined()
  expect(queue.add('a', 'a4')).toBe('a4')
  expect(queue.add('b', 'b1')).toBe('a3')
  expect(queue.add('b', 'b2')).toBe('b2')
  expect([queue.size, queue.take(), queue.take(), queue.take(), queue.size]).toEqual([3, 'a1', 'b1', 'a2', 0])
  expect(createFairQueue<string>(0).add('a', 'a1')).toBe('a1')
})

test('no item is lost, served twice, or passed over by a key that was served later', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    do: fc.constantFrom('add', 'take', 'delete'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = createFairQueue<number>(8)
      const waiting = new Map<number, string>()
      const servedAt = new Map<string, number>()
      for (const [number, { key, do: what }] of steps.entries()) {
        if (what === 'add') {
          waiting.set(number, key)
          const displaced = queue.add(key, number)
          if (displaced !== undefined) expect(waiting.delete(displaced)).toBe(true)
        } else if (what === 'delete') {
          const [chosen] = [...waiting].find(([, each]) => each === key) ?? []
          if (chosen !== undefined)
            expect([queue.delete(key, chosen), waiting.delete(chosen)]).toEqual([true, true])
          expect(queue.delete(key, -1)).toBe(false)
        } else {
          const taken = queue.take()
          const served = taken === undefined ? undefined : waiting.get(taken)
          expect(taken === undefined).toBe(waiting.size === 0)
          if (taken === undefined || served === undefined) continue
          // The first of its own key.
          expect(taken).toBe([...waiting].find(([, each]) => each === served)?.[0])
          waiting.delete(taken)
          servedAt.set(served, number)
        }
        expect(queue.size).toBe(waiting.size)
        expect(queue.size).toBeLessThanOrEqual(8)
      }
      const rest = Array.from({ length: waiting.size }, () => waiting.get(queue.take() ?? -1))
      const keys = new Set(rest)
      // A full round first: every waiting key once, then again.
      expect(new Set(rest.slice(0, keys.size))).toEqual(keys)
      expect(queue.take()).toBeUndefined()
    }),
  )
})

test('a key that was served without waiting comes after those that were not served', () => {
  const queue = createFairQueue<string>(10)
  queue.served('a')
  for (const item of ['a1', 'a2', 'b1', 'b2', 'c1']) queue.add(item.charAt(0), item)
  const served = Array.from({ length: 5 }, () => queue.take())
  expect(served).toEqual(['b1', 'c1', 'a1', 'b2', 'a2'])
})
