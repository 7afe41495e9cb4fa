import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase, raw, sql } from './index.ts'
import { canWrite } from './write-probe.ts'

let made: TestDatabase
let name: string
beforeAll(async () => {
  made = await createEmptyDatabase()
  ;({ name } = await made.database.one<{ name: string }>(sql`select current_database() as name`))
})
afterAll(() => made.drop())

/** New connections have the current settings of the database. */
async function opened<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(made.url, { poolSize: 2 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

test('a writable database is probed repeatedly, without a trace', async () => {
  await opened(async (database) => {
    expect(await Promise.all(Array.from({ length: 8 }, () => canWrite(database)))).not.toContain(false)
    const { left } = await database.one<{ left: number }>(
      sql`select count(*)::int as left from pg_class where relname = 'write_probe'`,
    )
    expect(left).toBe(0)
  })
})

test('a read-only database is reported until it is writable again', async () => {
  await made.database.run(sql`alter database ${raw(name)} set default_transaction_read_only = on`)
  expect(await opened(canWrite)).toBe(false)
  await made.database.run(sql`alter database ${raw(name)} reset default_transaction_read_only`)
  expect(await opened(canWrite)).toBe(true)
})

test('an unreachable database is reported', async () => {
  const database = await openDatabase(made.url, { poolSize: 1 })
  await database.close()
  expect(await canWrite(database)).toBe(false)
})
