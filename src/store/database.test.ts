import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { sql } from './index.ts'

let world: TestDatabase
beforeAll(async () => {
  world = await createTestDatabase({ poolSize: 3 })
})
afterAll(() => world.drop())

test('a transaction commits', async () => {
  expect(await world.database.transaction((tx) => tx.one(sql`select ${1}::int as n`))).toEqual({ n: 1 })
})
