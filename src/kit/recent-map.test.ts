import { expect, test } from 'vitest'
import { createRecentMap } from './recent-map.ts'

test('keeps the entries used most recently and never more than its size', () => {
  const map = createRecentMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  expect(map.get('a')).toBe(1)
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2])
  map.set('a', 4)
  expect([map.get('a'), map.size]).toEqual([4, 2])
  map.clear()
  expect([map.get('a'), map.size]).toEqual([undefined, 0])
})
