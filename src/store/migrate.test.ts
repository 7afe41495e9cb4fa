import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../test/support/database.ts'
import { migrate, openDatabase, raw, sql } from './index.ts'

let world: TestDatabase
let folder: string
beforeEach(async () => {
  world = await createEmptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await write('000001_things', 'create table things (id int);\ninsert into things values (1);')
})
afterEach(async () => {
  await world.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, script: string) => writeFile(join(folder, `${name}.sql`), script)
const versions = async () =>
  (await world.database.many<{ version: number }>(sql`select version from schema_migrations order by 1`)).map(
    (row) => row.version,
  )

test('applies new migrations once, and reports them', async () => {
  expect(await migrate(world.database, folder)).toEqual({ applied: ['000001_things'], version: 1 })
  expect(await migrate(world.database, folder)).toEqual({ applied: [], version: 1 })
  await write('000002_more', 'alter table things add column name text')
  expect(await migrate(world.database, folder)).toEqual({ applied: ['000002_more'], version: 2 })
  expect(await world.database.many(sql`select * from things`)).toEqual([{ id: 1, name: null }])
})

test('two processes that start together apply each file once', async () => {
  await write('000002_slow', 'select pg_sleep(0.3); insert into things values (2)')
  const other = await openDatabase(world.url)
  const results = await Promise.all([migrate(world.database, folder), migrate(other, folder)])
  await other.close()
  expect(results.flatMap((result) => result.applied).sort()).toEqual(['000001_things', '000002_slow'])
  expect(await world.database.many(sql`select id from things order by id`)).toEqual([{ id: 1 }, { id: 2 }])
})

test('a failing file changes nothing, and earlier ones stay applied', async () => {
  await write('000002_bad', 'create table half (id int); select 1 / 0;')
  await expect(migrate(world.database, folder)).rejects.toThrow('migration 000002_bad')
  expect(await versions()).toEqual([1])
  expect(await world.database.one(sql`select to_regclass('half') is null as gone`)).toEqual({ gone: true })
})

test('a file edited after it was applied is refused', async () => {
  await migrate(world.database, folder)
  await write('000001_things', 'create table things (id bigint)')
  await expect(migrate(world.database, folder)).rejects.toThrow('its file has changed since')
})

test('other line endings are not a change', async () => {
  await migrate(world.database, folder)
  await write('000001_things', 'create table things (id int);\r\ninsert into things values (1);')
  expect(await migrate(world.database, folder)).toMatchObject({ applied: [] })
})

test('a database newer than the program is refused', async () => {
  await write('000002_more', 'select 1')
  await migrate(world.database, folder)
  await rm(join(folder, '000002_more.sql'))
  await expect(migrate(world.database, folder)).rejects.toThrow('at migration 2, this program knows 1')
})

test('gaps, duplicates, invalid names and transaction control are refused before any change', async () => {
  await write('000003_gap', 'select 1')
  await expect(migrate(world.database, folder)).rejects.toThrow('number 000002 was expected')
  await rm(join(folder, '000003_gap.sql'))
  await write('2_more', 'select 1')
  await expect(migrate(world.database, folder)).rejects.toThrow('not named like')
  await rm(join(folder, '2_more.sql'))
  await write('000002_commits', 'select 1;\nCOMMIT;')
  await expect(migrate(world.database, folder)).rejects.toThrow('one transaction')
})

describe('functions', () => {
  const define = async (body: string, name = 'answer', signature = '() returns int language sql') => {
    await mkdir(join(folder, 'functions'), { recursive: true })
    const script = `create or replace function ${name}${signature} as $$ ${body} $$;`
    await writeFile(join(folder, 'functions', `${name}.sql`), script)
  }
  const answer = async () => (await world.database.one<{ n: number }>(raw('select answer() as n'))).n

  test('have their current definition after the last migration, and again after each edit', async () => {
    await define('select 1')
    expect((await migrate(world.database, folder)).applied).toEqual(['000001_things', 'answer'])
    expect((await migrate(world.database, folder)).applied).toEqual([])
    await define('select 2')
    expect(await migrate(world.database, folder)).toEqual({ applied: ['answer'], version: 1 })
    expect(await answer()).toBe(2)
  })

  test('commit with the last new migration: one that fails takes it along', async () => {
    await migrate(world.database, folder)
    await write('000002_more', 'alter table things add column name text')
    await define('select missing from things')
    await expect(migrate(world.database, folder)).rejects.toThrow('functions/answer.sql failed')
    expect(await versions()).toEqual([1])
    await define('select count(name)::int from things')
    expect((await migrate(world.database, folder)).applied).toEqual(['000002_more', 'answer'])
    expect(await answer()).toBe(0)
  })

  test('are applied once by two processes that start together', async () => {
    await migrate(world.database, folder)
    await define('select 1')
    const other = await openDatabase(world.url)
    const results = await Promise.all([migrate(world.database, folder), migrate(other, folder)])
    await other.close()
    expect(results.flatMap((result) => result.applied)).toEqual(['answer'])
  })

  test('are unchanged when a process of the previous version starts again', async () => {
    await define('select 1')
    await migrate(world.database, folder)
    await define('select 2')
    await migrate(world.database, folder)
    await define('select 1')
    expect((await migrate(world.database, folder)).applied).toEqual([])
    expect(await answer()).toBe(2)
  })

  test('are applied again after a drop', async () => {
    await define('select 1')
    await migrate(world.database, folder)
    await world.database.run(raw('drop function answer()'))
    expect((await migrate(world.database, folder)).applied).toEqual(['answer'])
  })

  test('keep their signature, in a file of their name', async () => {
    await define('select 1')
    await migrate(world.database, folder)
    await define('select 1', 'answer', '(n int) returns int language sql')
    await expect(migrate(world.database, folder)).rejects.toThrow('give a new signature a new name')
    await define('select 1')
    await writeFile(join(folder, 'functions', 'other.sql'), 'create or replace function answer() …')
    await expect(migrate(world.database, folder)).rejects.toThrow('functions/other.sql must contain')
    await writeFile(join(folder, 'functions', 'other.sql'), 'create function other() …')
    await expect(migrate(world.database, folder)).rejects.toThrow('functions/other.sql must contain')
  })
})
