import { expect, test } from 'vitest'
import { fakeClock } from '../kit/index.ts'
import type { Queryable } from '../store/index.ts'
import { createLastUsed } from './last-used.ts'

function fakeDatabase() {
  const written: string[][] = []
  let failures = 0
  const refuse = () => Promise.reject(new Error('not asked for'))
  const database: Queryable = {
    many: refuse,
    maybe: refuse,
    one: refuse,
    async run(statement) {
      if (failures > 0) {
        failures -= 1
        throw new Error('gone')
      }
      const { values } = 'name' in statement ? statement.sql : statement
      written.push(values[1] as string[])
      return 0
    },
  }
  const failOnce = () => {
    failures += 1
  }
  return { database, written, failOnce }
}

test('each key is written once for all its uses, in batches of a thousand', async () => {
  const { database, written } = fakeDatabase()
  const lastUsed = createLastUsed(database, fakeClock())
  for (let use = 0; use < 5_000; use += 1) lastUsed.note('account', `key ${use % 2_500}`)
  await lastUsed.flush()
  expect(written.map((part) => part.length)).toEqual([1_000, 1_000, 500])
  await lastUsed.flush()
  expect(written).toHaveLength(3)
})

test('failed writes are kept for the next attempt', async () => {
  const { database, written, failOnce } = fakeDatabase()
  const lastUsed = createLastUsed(database, fakeClock())
  lastUsed.note('account', 'one')
  failOnce()
  await expect(lastUsed.flush()).rejects.toThrow('gone')
  lastUsed.note('account', 'two')
  await lastUsed.flush()
  expect(written.flat().sort()).toEqual(['one', 'two'])
})

test('its memory is bounded', async () => {
  const { database, written } = fakeDatabase()
  const lastUsed = createLastUsed(database, fakeClock())
  for (let use = 0; use < 60_000; use += 1) lastUsed.note('account', `key ${use}`)
  await lastUsed.flush()
  expect(written.flat()).toHaveLength(50_000)
})
