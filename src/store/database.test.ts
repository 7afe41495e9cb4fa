import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { isCheckViolation, isUniqueViolation, json, named, openDatabase, sql } from './index.ts'

let world: TestDatabase
beforeAll(async () => {
  world = await createTestDatabase({ poolSize: 3 })
  await world.database.run(
    sql`create table things (id int primary key, amount bigint not null check (amount >= 0))`,
  )
})
afterAll(() => world.drop())
beforeEach(() => world.database.run(sql`delete from things`))

const failure = async (work: Promise<unknown>) =>
  await work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('values are read as their declared types', async () => {
  const row = await world.database.one(sql`
    select 9007199254740991::bigint as big, array[1, null, 3]::bigint[] as bigs, '\\x00ff'::bytea as bytes,
           '2026-01-02'::date as day, '2026-01-02T03:04:05.678Z'::timestamptz as moment,
           '{"a": [1]}'::jsonb as document, null::text as nothing, 1.5::float8 as real,
           '018f0000-0000-7000-8000-000000000000'::uuid as id`)
  expect(row).toEqual({
    big: 9007199254740991,
    bigs: [1, null, 3],
    bytes: Buffer.from([0, 255]),
    day: '2026-01-02',
    moment: new Date('2026-01-02T03:04:05.678Z'),
    document: { a: [1] },
    nothing: null,
    real: 1.5,
    id: '018f0000-0000-7000-8000-000000000000',
  })
})

test('values are written and read unchanged', async () => {
  const values = {
    bytes: Buffer.from([1, 0, 255]),
    moment: new Date('2026-03-04T05:06:07.008Z'),
    list: [1, 2],
  }
  const row = await world.database.one(sql`
    select ${values.bytes}::bytea as bytes, ${values.moment}::timestamptz as moment,
           ${values.list}::int[] as list, ${json([{ a: 1 }])}::jsonb as document, ${"it's"}::text as text`)
  expect(row).toEqual({ ...values, document: [{ a: 1 }], text: "it's" })
})

test('a bigint that a number cannot hold, and a numeric, are refused', async () => {
  await expect(world.database.one(sql`select 9007199254740992::bigint as n`)).rejects.toThrow(
    'beyond what a number',
  )
  await expect(world.database.one(sql`select sum(x) as n from (values (1::bigint)) v(x)`)).rejects.toThrow(
    'bigint',
  )
  expect(await world.database.one(sql`select 1 as n`)).toEqual({ n: 1 })
})

test('one, maybe and run check the number of rows', async () => {
  const two = sql`select * from (values (1), (2)) v(x)`
  await expect(world.database.one(two)).rejects.toThrow('one row was expected, 2 came')
  await expect(world.database.maybe(two)).rejects.toThrow('at most one row')
  expect(await world.database.maybe(sql`select 1 where false`)).toBeUndefined()
  expect(await world.database.many(two)).toEqual([{ x: 1 }, { x: 2 }])
  expect(await world.database.run(sql`insert into things values (1, 1), (2, 2)`)).toBe(2)
  expect(await world.database.run(sql`delete from things where id = 9`)).toBe(0)
})

test('undefined is refused, because the driver would send null', async () => {
  await expect(world.database.run(sql`select ${undefined}`)).rejects.toThrow('undefined')
})

test('a named statement is prepared once per connection', async () => {
  const ask = (n: number) => named('test_answer', sql`select ${n}::int as n`)
  await world.database.transaction(async (tx) => {
    expect(await tx.one(ask(1))).toEqual({ n: 1 })
    expect(await tx.one(ask(2))).toEqual({ n: 2 })
    expect(
      await tx.many(sql`select name from pg_prepared_statements where name = 'test_answer'`),
    ).toHaveLength(1)
  })
})

test('errors name the constraint and hide the values', async () => {
  await world.database.run(sql`insert into things values (1, 1)`)
  const twin = await failure(world.database.run(sql`insert into things values (1, 7)`))
  expect(isUniqueViolation(twin)).toBe(true)
  expect(isUniqueViolation(twin, 'things_pkey')).toBe(true)
  expect(isUniqueViolation(twin, 'other')).toBe(false)
  const negative = await failure(world.database.run(sql`insert into things values (2, ${-1})`))
  expect(isCheckViolation(negative, 'things_amount_check')).toBe(true)
  expect(JSON.stringify({ ...(negative as Error), message: (negative as Error).message })).not.toContain('-1')
})

test('errors of a refused value do not quote it', async () => {
  const error = await failure(world.database.one(sql`select ${'planted resume text'}::jsonb as document`))
  expect(String(error)).toContain('SQLSTATE 22P02')
  expect(`${String(error)} ${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain('planted')
})

test('errors leave the connection usable', async () => {
  for (let n = 0; n < 10; n += 1) await failure(world.database.run(sql`select 1 / 0`))
  const pids = await Promise.all(
    [1, 2, 3].map(() => world.database.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)),
  )
  expect(new Set(pids.map((row) => row.pid)).size).toBeLessThanOrEqual(3)
})

test('without prepared statements (for an old PgBouncer) names are left out', async () => {
  const plain = await openDatabase(world.url, { poolSize: 1, prepareStatements: false })
  const ask = named('test_unprepared', sql`select ${1}::int as n`)
  expect(await plain.one(ask)).toEqual({ n: 1 })
  expect(await plain.transaction((tx) => tx.one(ask))).toEqual({ n: 1 })
  expect(await plain.many(sql`select name from pg_prepared_statements`)).toEqual([])
  await plain.close()
})

test('an unreachable address gives an error with advice and without the password', async () => {
  const nowhere = {
    'postgres://u:planted@127.0.0.1:1/x': 'no server answers there (ECONNREFUSED)',
    'postgres://u:planted@host.invalid/x': 'the host name cannot be resolved',
    'postgres://u:planted@/x?host=/no/such/folder': 'no server answers there (ENOENT)',
    [world.url.replace(/\/[^/?]*\?/, '/missing?')]: 'the server has no such database',
    'mysql://u:planted@h/x': 'DATABASE_URL is not a PostgreSQL address',
    'postgres://u:planted@[h/x': 'DATABASE_URL is not a PostgreSQL address',
  }
  for (const [url, reason] of Object.entries(nowhere)) {
    const error = await failure(openDatabase(url))
    expect(error).toMatchObject({ name: 'StoreError', message: expect.stringContaining(reason) })
    expect(`${error} ${(error as Error).stack}`).not.toContain('planted')
  }
})

test('an exhausted pool reports an error in time instead of waiting forever', async () => {
  const small = await openDatabase(world.url, { poolSize: 1, acquireTimeoutMs: 100 })
  await small.transaction(async () => {
    await expect(small.one(sql`select 1`)).rejects.toThrow('no connection to the database: timeout')
  })
  await small.close()
})
