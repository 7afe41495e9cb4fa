import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { isRetryable, isTimeout, raw, sql, type Tx } from './index.ts'

let world: TestDatabase
beforeAll(async () => {
  world = await createTestDatabase({ poolSize: 3 })
  await world.database.run(
    sql`create table things (id int primary key, amount bigint not null check (amount >= 0))`,
  )
})
afterAll(() => world.drop())
beforeEach(() => world.database.run(sql`delete from things`))

const insert = (tx: Tx, id: number, amount = 0) => tx.run(sql`insert into things values (${id}, ${amount})`)
const count = async () => (await world.database.one<{ n: number }>(sql`select count(*) as n from things`)).n
const failure = async (work: Promise<unknown>) =>
  await work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('transactions commit when the work returns and roll back when it throws', async () => {
  await world.database.transaction((tx) => insert(tx, 1))
  const error = new Error('no')
  const work = world.database.transaction(async (tx) => {
    await insert(tx, 2)
    throw error
  })
  await expect(work).rejects.toBe(error)
  expect(await count()).toBe(1)
})

test('transactions with an ignored failed statement are not reported as committed', async () => {
  const work = world.database.transaction(async (tx) => {
    await insert(tx, 1)
    await failure(insert(tx, 1))
  })
  await expect(work).rejects.toThrow('swallowed')
  expect(await count()).toBe(0)
})

test('transactions refuse statements after their end', async () => {
  let kept: Tx | undefined
  await world.database.transaction(async (tx) => {
    kept = tx
    await insert(tx, 1)
  })
  await expect(kept?.run(sql`select 1`)).rejects.toThrow('its transaction has ended')
})

test("transactions have time limits and don't change the session", async () => {
  const slow = await failure(
    world.database.transaction((tx) => tx.run(sql`select pg_sleep(5)`), { statementTimeoutMs: 50 }),
  )
  expect(isTimeout(slow)).toBe(true)
  const settings = sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
                              current_setting('idle_in_transaction_session_timeout') as idle,
                              current_setting('plan_cache_mode') as plan`
  const within = { settings: { plan_cache_mode: 'force_generic_plan' } }
  expect(await world.database.transaction((tx) => tx.one(settings), within)).toEqual({
    statement: '10s',
    lock: '5s',
    idle: '15s',
    plan: 'force_generic_plan',
  })
  for (let n = 0; n < 3; n += 1) {
    expect(await world.database.one(settings)).toMatchObject({ statement: '0', lock: '0', plan: 'auto' })
  }
})

test('transactions have a lock timeout', async () => {
  await world.database.run(sql`insert into things values (1, 1)`)
  const lock = (tx: Tx) => tx.one(sql`select id from things where id = 1 for update`)
  await world.database.transaction(async (tx) => {
    await lock(tx)
    const second = await failure(world.database.transaction(lock, { lockTimeoutMs: 50 }))
    expect(isTimeout(second)).toBe(true)
  })
})

test('transactions are retried on a deadlock, up to the given number', async () => {
  await world.database.run(sql`insert into things values (1, 0), (2, 0)`)
  const both = async (first: number, second: number, attemptsMax: number) =>
    await world.database.transaction(
      async (tx) => {
        await tx.run(sql`update things set amount = amount + 1 where id = ${first}`)
        await tx.run(sql`select pg_sleep(0.2)`)
        await tx.run(sql`update things set amount = amount + 1 where id = ${second}`)
      },
      { attemptsMax },
    )
  const once = await Promise.allSettled([both(1, 2, 1), both(2, 1, 1)])
  const lost = once.filter((outcome) => outcome.status === 'rejected')
  expect(lost).toHaveLength(1)
  expect(isRetryable(lost[0]?.reason)).toBe(true)
  await Promise.all([both(1, 2, 4), both(2, 1, 4)])
  expect(await world.database.many(sql`select amount from things`)).toEqual([{ amount: 3 }, { amount: 3 }])
})

test('transactions whose connection breaks fail, and the next one gets a fresh connection', async () => {
  const killOwn = async (tx: Tx) => await tx.run(sql`select pg_terminate_backend(pg_backend_pid())`)
  for (let n = 0; n < 5; n += 1) await expect(world.database.transaction(killOwn)).rejects.toThrow()
  expect(await world.database.one(sql`select 1 as n`)).toEqual({ n: 1 })
})

test('transactions whose commit is not answered report an unknown outcome', async () => {
  // A deferred trigger runs inside COMMIT: here it ends the connection.
  await world.database.run(
    raw(`
    create function end_connection() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create table doomed (id int);
    create constraint trigger doom after insert on doomed deferrable initially deferred
      for each row execute function end_connection()`),
  )
  const error = await failure(world.database.transaction((tx) => tx.run(sql`insert into doomed values (1)`)))
  expect(error).toMatchObject({ name: 'StoreError', commitUnknown: true })
})

test("transactions an idle connection closed by the server doesn't end the process", async () => {
  await world.database.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
                               where datname = current_database() and pid <> pg_backend_pid()`)
  expect(await world.database.one(sql`select 1 as n`)).toEqual({ n: 1 })
})
