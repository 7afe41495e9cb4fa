import { expect, test } from 'vitest'
import { createConnectionSlots, inSlot } from './connection-slots.ts'

const { reads } = createConnectionSlots(10)
const read = (accountId: string, work: () => Promise<string>, hungUp: AbortSignal | null = null) =>
  inSlot(reads, accountId, hungUp, work)
const quick = async () => 'read'

test("an account has two reads at a time; other accounts don't wait for them", async () => {
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<string>())
  let begun = 0
  const many = gates.map(({ promise }) =>
    read('one', async () => {
      begun += 1
      return promise
    }),
  )
  expect(await read('another', quick)).toBe('read')
  expect(begun).toBe(2)
  for (const { resolve } of gates) resolve('read')
  expect(await Promise.all(many)).toHaveLength(5)
  expect(begun).toBe(5)
})

test('a read that fails, or whose caller hung up while it waited, keeps no slot', async () => {
  const failing = () => read('one', async () => Promise.reject(new Error('no database')))
  for (let count = 0; count < 3; count += 1) await expect(failing()).rejects.toThrow('no database')

  const gate = Promise.withResolvers<string>()
  const working = [read('one', () => gate.promise), read('one', () => gate.promise)]
  const hangUp = new AbortController()
  const waiting = read('one', quick, hangUp.signal)
  hangUp.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'CallerGone' })
  gate.resolve('read')
  await Promise.all(working)
  expect(await Promise.all([read('one', quick), read('one', quick), read('one', quick)])).toHaveLength(3)
})
