import { expect, test } from 'vitest'
import { createWriteSlots, writeWait } from './write-slots.ts'

test('a third of the connections writes outcomes, at least two, and one per account', () => {
  for (const [connections, most] of [
    [4, 2],
    [10, 3],
    [200, 66],
  ] as const) {
    const slots = createWriteSlots(connections)
    expect(slots.acquireNow('twice')).not.toBeNull()
    expect(slots.acquireNow('twice')).toBeNull()
    const taken = Array.from({ length: connections }, (_, index) => slots.acquireNow(String(index)))
    expect(taken.filter((release) => release !== null)).toHaveLength(most - 1)
  }
})

test('a slot is released after every outcome of the write', async () => {
  const slots = createWriteSlots(4)
  const refused = slots.run('a', writeWait, () => Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  expect(await slots.run('a', writeWait, async () => 'written')).toBe('written')
})
