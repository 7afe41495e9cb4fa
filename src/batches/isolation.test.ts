import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { until } from '../../test/support/until.ts'
import type { Log, LogFields } from '../kit/index.ts'
import { raw, StoreError, sql } from '../store/index.ts'
import type { Batches } from './index.ts'
import { aBatch, createBatchWorld, dyingAfter, never, skipWaits, workAll } from './world.test-support.ts'

/** A problem with one account stops no other account. */

const world = await createBatchWorld()
afterAll(() => world.drop())

let logged: LogFields[]
let batches: Batches
beforeEach(() => {
  logged = []
  const note = (fields: LogFields) => void logged.push(fields)
  const log: Log = { info() {}, debug() {}, warn: note, error: note }
  batches = world.process({ log })
})

/** Makes the account's totals differ from its grants, so no command on it can be decided. */
const breakAccount = (accountId: string, by = 1) =>
  world.database.run(sql`update ledger_accounts set paid = paid + ${by} where account_id = ${accountId}`)

/** A batch whose candidates have all ended, but which was not settled. */
async function unsettled(accountId: string): Promise<string> {
  const batchId = await world.start(batches, accountId, aBatch(1))
  const claim = await world.mustClaim()
  const dying = dyingAfter(world.database, 5)
  const { signal } = new AbortController()
  await expect(world.process({ through: dying }).process(claim, signal)).rejects.toThrow('is dead')
  world.clock.advance(1)
  return batchId
}

const statusOf = async (accountId: string, batchId: string) => (await world.read(accountId, batchId)).status

test("a batch that can't be ended doesn't block the others, and is reported", async () => {
  const [broken, sound] = [await world.newAccount(), await world.newAccount()]
  const first = await unsettled(broken)
  const second = await unsettled(sound)
  await breakAccount(broken)
  expect(await batches.settleFinished()).toBe(1)
  expect(await statusOf(sound, second)).toBe('done')
  expect(logged).toMatchObject([{ accountId: broken, batchId: first }])

  await breakAccount(broken, -1)
  expect(await batches.settleFinished()).toBe(0)
  world.clock.advance(30_000)
  expect(await batches.settleFinished()).toBe(1)
  expect(await statusOf(broken, first)).toBe('done')
})

test('nor do more such batches than one round reads', async () => {
  const [broken, sound] = [await world.newAccount(), await world.newAccount()]
  const first = await unsettled(broken)
  await copyFinished(first, 200)
  const second = await unsettled(sound)
  await breakAccount(broken)
  expect(await batches.settleFinished()).toBe(0)
  expect(await batches.settleFinished()).toBe(1)
  expect(await statusOf(sound, second)).toBe('done')
  await world.database.run(sql`delete from batch_items where account_id = ${broken}`)
  await world.database.run(sql`delete from batches where account_id = ${broken}`)
})

/** Inserts copies of the batch, each a little earlier. */
async function copyFinished(batchId: string, times: number): Promise<void> {
  await world.database.run(sql`
    with copies as (
      insert into batches (account_id, batch_id, request_id, language, total, open_items, jd, created_at)
      select account_id, gen_random_uuid(), request_id, language, total, 0, jd, created_at - interval '1 s'
      from batches cross join generate_series(1, ${times}) where batch_id = ${batchId}
      returning account_id, batch_id)
    insert into batch_items (account_id, batch_id, position, state, resume, failure, ended_at)
    select account_id, batch_id, 1, 'failed', 'removed'::bytea, 'engine', now() from copies`)
}

test("a batch that can't be reclaimed doesn't block the reclaim of others", async () => {
  const [broken, sound] = [await world.newAccount(), await world.newAccount()]
  await world.start(batches, broken, aBatch(1))
  world.clock.advance(1)
  const second = await world.start(batches, sound, aBatch(1))
  await breakAccount(broken)
  world.clock.advance(30 * 60_000)
  expect(await batches.reclaimStale()).toBe(1)
  expect(await statusOf(sound, second)).toBe('failed')
  await breakAccount(broken, -1)
  world.clock.advance(30_000)
  expect(await batches.settleFinished()).toBe(1)
})

test('a candidate that cannot be returned does not block the others', async () => {
  const [broken, sound] = [await world.newAccount(), await world.newAccount()]
  const first = await world.start(batches, broken, aBatch(2))
  await world.start(batches, sound, aBatch(1))
  await world.mustClaim()
  await world.mustClaim()
  await world.mustClaim()
  await skipWaits(world.database)
  await world.database.run(sql`update batch_items set lease_until = now()
                               where account_id = ${sound} and state = 'running'`)
  await world.database.run(sql`update batch_accounts set pending = 2147483647 where account_id = ${broken}`)
  expect(await batches.recoverAbandoned()).toBe(1)
  expect(logged).toMatchObject([{ batchId: first }])
  await world.database.run(sql`update batch_accounts set pending = 0 where account_id = ${broken}`)
  world.clock.advance(30_000)
  expect(await batches.recoverAbandoned()).toBe(2)
  await workAll(batches)
})

test("a locked account doesn't block other accounts", async () => {
  const [locked, other] = [await world.newAccount(), await world.newAccount()]
  await world.start(batches, locked, aBatch(1))
  await world.database.transaction(async (tx) => {
    await tx.run(sql`select from batch_accounts where account_id = ${locked} for update`)
    const none = batches.claim()
    expect(await Promise.race([none, sleep(3_000, 'it waits')])).toBeNull()
    await world.start(batches, other, aBatch(1))
    expect(await batches.claim()).toMatchObject({ accountId: other })
  })
  await skipWaits(world.database)
  await batches.recoverAbandoned()
  await workAll(batches)
})

/** Runs something while another session has the account's row locked; it must not wait for the lock. */
async function whileLocked<T>(
  table: 'ledger_accounts' | 'batch_accounts',
  accountId: string,
  turn: () => Promise<T>,
): Promise<T | string> {
  return world.database.transaction(async (tx) => {
    await tx.run(sql`select from ${raw(table)} where account_id = ${accountId} for update`)
    return Promise.race([turn(), sleep(3_000, 'it waits')])
  })
}

test('all batches of a locked account are deferred; those of others are ended meanwhile', async () => {
  const [locked, other] = [await world.newAccount(), await world.newAccount()]
  for (let count = 0; count < 5; count++) await unsettled(locked)
  const batchId = await unsettled(other)
  expect(await whileLocked('ledger_accounts', locked, () => batches.settleFinished())).toBe(1)
  expect(await statusOf(other, batchId)).toBe('done')
  expect(logged).toMatchObject([{ accountId: locked }])
  expect(await batches.settleFinished()).toBe(0)
  world.clock.advance(30_000)
  expect(await batches.settleFinished()).toBe(5)
})

test('candidates of a locked account are returned later, those of others meanwhile', async () => {
  const [locked, other] = [await world.newAccount(), await world.newAccount()]
  for (const accountId of [locked, locked, other]) await world.start(batches, accountId, aBatch(2))
  for (let count = 0; count < 6; count++) await world.mustClaim()
  await skipWaits(world.database)
  expect(await whileLocked('batch_accounts', locked, () => batches.recoverAbandoned())).toBe(2)
  world.clock.advance(30_000)
  expect(await batches.recoverAbandoned()).toBe(4)
  await workAll(batches)
})

test('a stale batch of a locked account is returned unchanged; others are reclaimed', async () => {
  const [locked, other] = [await world.newAccount(), await world.newAccount()]
  const first = await world.start(batches, locked, aBatch(1))
  const second = await world.start(batches, other, aBatch(1))
  world.clock.advance(30 * 60_000)
  expect(await whileLocked('batch_accounts', locked, () => statusOf(locked, first))).toBe('running')
  expect(await whileLocked('ledger_accounts', locked, () => statusOf(locked, first))).toBe('running')
  expect(await whileLocked('batch_accounts', locked, () => batches.reclaimStale())).toBe(1)
  expect(await statusOf(other, second)).toBe('failed')
  expect(await statusOf(locked, first)).toBe('failed')
})

test('waiting for one account uses one connection; others are written meanwhile', async () => {
  const [locked, other] = [await world.newAccount(), await world.newAccount()]
  await world.start(batches, locked, aBatch(10))
  const batchId = await world.start(batches, other, aBatch(2))
  const claims = await Promise.all(Array.from({ length: 12 }, () => world.mustClaim()))
  const work = () => claims.map((claim) => batches.process(claim, never))
  const { ended, waiting } = await world.database.transaction(async (tx) => {
    await tx.run(sql`select from batch_accounts where account_id = ${locked} for update`)
    const ended = work()
    await until(async () => (await statusOf(other, batchId)) === 'done')
    return { ended, waiting: await connectionsThatWait() }
  })
  await Promise.all(ended)
  expect(waiting).toBe(1)
  expect(await batches.claim()).toBeNull()
})

async function connectionsThatWait(): Promise<number> {
  const { n } = await world.database.one<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return n
}

test("a locked candidate doesn't make the others lose their leases", async () => {
  const accountId = await world.newAccount()
  await world.start(batches, accountId, aBatch(2))
  const [first, second] = [await world.mustClaim(), await world.mustClaim()]
  await world.database.transaction(async (tx) => {
    await tx.run(sql`select from batch_items where leased_by = ${first.leasedBy} for update`)
    const lost = batches.renew([first, second])
    expect(await Promise.race([lost, sleep(3_000, 'it waits')])).toEqual([first])
  })
  expect(await batches.renew([first, second])).toEqual([])
  await skipWaits(world.database)
  await batches.recoverAbandoned()
  await workAll(batches)
})

test('a database outage is one failure, not one per batch', async () => {
  const accountId = await world.newAccount()
  await unsettled(accountId)
  await unsettled(accountId)
  const note = (fields: LogFields) => void logged.push(fields)
  const log: Log = { info() {}, debug() {}, warn: note, error: note }
  const through = dyingAfter(world.database, 3)
  await expect(world.process({ through, log }).settleFinished()).rejects.toBeInstanceOf(StoreError)
  expect(logged).toEqual([])
  expect(await batches.settleFinished()).toBe(2)
})

test('an excluded account is skipped, even if it was served longest ago', async () => {
  const [first, second] = [await world.newAccount(), await world.newAccount()]
  await world.start(batches, first, aBatch(1))
  await world.start(batches, second, aBatch(1))
  expect(await batches.claim([first])).toMatchObject({ accountId: second })
  expect(await batches.claim([first, second])).toBeNull()
  expect(await batches.claim()).toMatchObject({ accountId: first })
  await skipWaits(world.database)
  await batches.recoverAbandoned()
  await workAll(batches)
})
