import { expect, test } from 'vitest'
import { createPlaces, inPlace } from './places.ts'

test('a third of the connections is for what ends, two at least, and one for each account', () => {
  for (const [connections, most] of [
    [4, 2],
    [10, 3],
    [200, 66],
  ] as const) {
    const places = createPlaces(connections)
    expect(places.acquireNow('twice')).not.toBeNull()
    expect(places.acquireNow('twice')).toBeNull()
    const taken = Array.from({ length: connections }, (_, index) => places.acquireNow(String(index)))
    expect(taken.filter((leave) => leave !== null)).toHaveLength(most - 1)
  }
})

test('a place is given back, whatever becomes of the work', async () => {
  const places = createPlaces(4)
  await expect(inPlace(places, 'a', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await inPlace(places, 'a', async () => 'written')).toBe('written')
})
