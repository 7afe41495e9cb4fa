import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { readConnectionUrl } from './connection-url.ts'
import { openDatabase, raw, sql } from './index.ts'

/** Two real servers, one of which is killed: test/store/failover.system.test.ts. */

let world: TestDatabase
let name: string
beforeAll(async () => {
  world = await createTestDatabase({ poolSize: 1 })
  await world.database.run(sql`create table things (id int)`)
  name = (await world.database.one<{ name: string }>(sql`select current_database() as name`)).name
})
afterAll(() => world.drop())

/** A URL that names a host without a server, and then that of the test's server. */
function behindADeadHost(url: string): string {
  return url.includes('?host=')
    ? url.replace('?host=', '?host=/nowhere,')
    : url.replace(/(?<=\/\/(?:[^@/]*@)?)(?=[^@/]*\/)/, '127.0.0.1:1,')
}

const setReadOnly = (on: boolean) =>
  world.database.run(sql`alter database ${raw(name)} set default_transaction_read_only = ${raw(String(on))}`)

test('hosts are split as in libpq, and each gets its own URL', () => {
  const read = (url: string) => {
    const { servers, refuseReadOnly, shown } = readConnectionUrl(url)
    return { urls: servers.map(({ connectionString }) => connectionString), refuseReadOnly, shown }
  }
  expect(read('postgres://u:p,1@one:5001,[::1]:5002,three/db?target_session_attrs=read-write')).toEqual({
    urls: ['one:5001', '[::1]:5002', 'three'].map(
      (host) => `postgres://u:p,1@${host}/db?target_session_attrs=read-write`,
    ),
    refuseReadOnly: true,
    shown: 'db at one:5001, ::1:5002, three:5432',
  })
  expect(read('postgresql://u@/db?host=/a,%2Fb&port=1,2')).toEqual({
    urls: ['postgresql://u@/db?host=/a&port=1', 'postgresql://u@/db?host=%2Fb&port=2'],
    refuseReadOnly: true,
    shown: 'db at /a:1, /b:2',
  })
  expect(read('postgres://u@one/db').refuseReadOnly).toBe(false)
  expect(read('postgres://u@one/db?target_session_attrs=primary').refuseReadOnly).toBe(true)
})

test('an address that cannot be used is refused, and its password not shown', () => {
  for (const url of [
    'postgres://u:secret@one:1,two:x/db',
    'postgres://u:secret@one,two/db?host=/a',
    'postgres://u:secret@/db?host=/a,/b&port=1,2,3',
    'mysql://u:secret@one/db',
  ]) {
    expect(() => readConnectionUrl(url)).toThrow(/^(?!.*secret).*is not a PostgreSQL address/)
  }
  const many = Array.from({ length: 9 }, (_, index) => `h${index}`).join(',')
  expect(() => readConnectionUrl(`postgres://${many}/db`)).toThrow('more than 8 servers')
  expect(() => readConnectionUrl('postgres://u@one/db?target_session_attrs=any')).toThrow(
    'read-write or primary',
  )
})

test('a host without a server is skipped', async () => {
  const database = await openDatabase(behindADeadHost(world.url))
  expect(await database.one(sql`select 1 as n`)).toEqual({ n: 1 })
  await database.close()
})

test('if no server accepts writes, the error names each one with its reason', async () => {
  await setReadOnly(true)
  try {
    await expect(openDatabase(behindADeadHost(world.url))).rejects.toThrow(
      /^no server of the database takes writes: [^;]+: no server answers there .*; [^;]+: it is a standby, or read-only$/,
    )
  } finally {
    await setReadOnly(false)
  }
})

test('all connections to a server that became read-only are closed', async () => {
  const database = await openDatabase(world.url, { poolSize: 3 })
  // A statement outside a transaction on each of the three connections changes its session.
  const readOnly = () => database.run(sql`set default_transaction_read_only = on`)
  await Promise.all([readOnly(), readOnly(), readOnly()])
  const write = () => database.run(sql`insert into things values (1)`)
  await expect(write()).rejects.toMatchObject({ sqlState: '25006' })
  await Promise.all([write(), write(), write()])
  await readOnly()
  const inTransaction = () => database.transaction((tx) => tx.run(sql`insert into things values (2)`))
  await expect(inTransaction()).rejects.toMatchObject({ sqlState: '25006' })
  await inTransaction()
  await database.close()
})
