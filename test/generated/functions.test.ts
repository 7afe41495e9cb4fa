import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate, sql } from '../../src/store/index.ts'
import { root } from '../../tools/derived/files.ts'
import { dumpSchema } from '../../tools/derived/schema.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts'

const migrations = join(root, 'migrations')

/** Only processes of the previous version call these. The next version drops them. */
const superseded: readonly string[] = ['ledger_write']

let world: TestDatabase
beforeAll(async () => {
  world = await createTestDatabase()
})
afterAll(() => world.drop())

test('each SQL function has one file with its current definition', async () => {
  const made = await world.database.many<{ name: string }>(
    sql`select proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const files = (await readdir(join(migrations, 'functions'))).map((file) => file.replace('.sql', ''))
  expect([...files, ...superseded].sort()).toEqual(made.map(({ name }) => name).sort())
})

test('an upgraded database has the schema of a new one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const names = (await readdir(migrations)).filter((name) => /^0000(0\d|1[0-5])_/.test(name))
  for (const name of names) await cp(join(migrations, name), join(folder, name))
  const old = await createEmptyDatabase()
  onTestFinished(() => old.drop())
  // In the previous version there were no function files: migrations created the functions.
  expect(await migrate(old.database, folder)).toMatchObject({ version: 15 })
  await migrate(old.database, migrations)
  expect(await dumpSchema(old.database)).toBe(await dumpSchema(world.database))
})
