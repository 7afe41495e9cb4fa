import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type Database, migrate, openDatabase, sql } from '../../src/store/index.ts'
import { granted, makeAccounts, wrongBatches } from '../support/chaos.ts'
import { FailoverLoad } from '../support/failover-load.ts'
import { runBin } from '../support/run-bin.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { makeStandby, makeSystemPostgres, type SystemPostgres } from '../support/system-postgres.ts'
import { needProgram } from '../support/system-programs.ts'
import { until } from '../support/until.ts'

/**
 * A primary and a synchronous standby, as docs/scaling.md says. The primary is killed under load and the
 * standby promoted.
 */

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

const secret = Buffer.alloc(32, 6)
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

async function startPair(pgCtl: string): Promise<{ primary: SystemPostgres; standby: SystemPostgres }> {
  const primary = await makeSystemPostgres(pgCtl, stack)
  await primary.start()
  await primary.program('createdb', 'recruiter')
  const standby = await makeStandby(pgCtl, primary, stack)
  await standby.start()
  await setSynchronous(primary, 'standby')
  await until(async () => (await syncState(primary)) === 'sync')
  return { primary, standby }
}

/** Set after the standby was copied, so that it doesn't wait for a standby of its own after its promotion. */
async function setSynchronous(primary: SystemPostgres, names: string): Promise<void> {
  await primary.program('psql', '-c', `alter system set synchronous_standby_names = '${names}'`)
  await primary.program('psql', '-c', 'select pg_reload_conf()')
}

async function syncState(primary: SystemPostgres): Promise<string> {
  const { stdout } = await primary.program('psql', '-Atc', 'select sync_state from pg_stat_replication')
  return stdout.trim()
}

/** A URL of both servers. */
function urlOfPair({ primary, standby }: { primary: SystemPostgres; standby: SystemPostgres }): string {
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  return `postgres://postgres@${hosts}/recruiter?target_session_attrs=read-write`
}

interface Counts {
  readonly charged: number
  readonly ended: number
}

/** Charged matches, and finished batches. */
async function count(database: Database): Promise<Counts> {
  return await database.one<Counts>(sql`
    select (select count(*)::int from requests
            where operation = 'matchResumeToJd' and state = 'captured' and captured = 100) as charged,
           (select count(*)::int from batches where status <> 'running') as ended`)
}

test('a standby that is promoted under load: nothing acknowledged is lost or charged twice', async (context) => {
  const pair = await startPair(needProgram(context, 'pg_ctl'))
  const url = urlOfPair(pair)
  const opened = await openDatabase(url, { poolSize: 2 })
  stack.defer(() => opened.close())
  await migrate(opened, migrations)
  const accounts = await makeAccounts(opened, secret)
  const environment = {
    DATABASE_URL: url,
    DATA_KEY: secret.toString('base64'),
    DATA_DIR: join(pair.primary.folder, 'unused'),
    DEMO_ACCOUNT: 'false',
    QUOTA_DAILY: '0',
    QUOTA_MONTHLY: '0',
  }
  const services = await Promise.all([startServiceProcess(environment), startServiceProcess(environment)])
  for (const service of services) stack.defer(async () => void (await service.end('SIGKILL')))

  const load = new FailoverLoad(services, accounts)
  await until(() => load.calls.length > 100 && load.batches.length > 10)
  const before = { calls: [...load.calls], batches: [...load.batches] }
  pair.primary.kill()
  await sleep(1_000) // The time that an operator's failover manager needs at least to detect the failure.
  const promoted = performance.now()
  await pair.standby.program('pg_ctl', '-D', join(pair.standby.folder, 'files'), '-w', 'promote')
  const atPromotion = { calls: load.calls.length, batches: load.batches.length, ...(await count(opened)) }

  await until(() => load.calls.length > atPromotion.calls + callersMost || load.wrong.length > 0)
  const goesOnMs = Math.round(performance.now() - promoted)
  await until(async () => (await count(opened)).ended > atPromotion.ended + 2)
  await until(() => load.calls.length > before.calls.length + 60 || load.wrong.length > 0)
  await load.stop()
  await until(async () => (await count(opened)).ended >= load.batches.length)
  const after = { calls: load.calls.length, batches: load.batches.length, ...(await count(opened)) }

  const requestIds = await chargedRequests(opened)
  const lost = load.calls.filter(({ requestId }) => !requestIds.has(requestId))
  const again = await Promise.all(before.calls.map((call) => load.sendAgain(call)))
  const replayed = again.filter(
    (answer, index) =>
      answer?.headers['idempotent-replayed'] === 'true' &&
      answer.body.request_id === before.calls[index]?.requestId,
  )
  const chargedAtEnd = (await count(opened)).charged
  console.log(
    JSON.stringify({
      acknowledgedBefore: { calls: before.calls.length, batches: before.batches.length },
      atPromotion,
      after,
      lost: lost.length,
      repeated: load.repeated,
      replayedOfBefore: replayed.length,
      chargedTwice: chargedAtEnd - load.calls.length,
      goesOnMs,
    }),
  )
  expect(load.wrong).toEqual([])
  expect(lost).toEqual([])
  expect(replayed).toHaveLength(before.calls.length)
  expect(chargedAtEnd).toBe(load.calls.length)
  expect(await wrongBatches(opened, load.batches)).toEqual([])
  const verified = await runBin(['ledger', 'verify', '--json'], environment)
  expect(verified).toMatchObject({ code: 0, json: { ok: true, accounts: accounts.length } })
  expect(await spent(opened)).toBe(100 * (load.calls.length + 5 * load.batches.length))
})

test('a commit that the standby has not confirmed is never acknowledged', async (context) => {
  const pair = await startPair(needProgram(context, 'pg_ctl'))
  const database = await openDatabase(urlOfPair(pair), { poolSize: 2 })
  stack.defer(() => database.close())
  pair.standby.kill()
  const make = database.transaction((tx) => tx.run(sql`create table things (id int)`))
  await expect(make).rejects.toMatchObject({ commitUnknown: true })
  // As docs/scaling.md describes for a standby that doesn't return.
  await setSynchronous(pair.primary, '')
  await until(() => database.run(sql`insert into things values (1)`).catch(() => 0))
})

/** Answers that may have been in transit when the primary was killed. */
const callersMost = 8

async function chargedRequests(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ id: string }>(
    sql`select request_id::text as id from requests where state = 'captured'`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The points missing in all grants. */
async function spent(database: Database): Promise<number> {
  const { left, grants } = await database.one<{ left: number; grants: number }>(
    sql`select sum(remaining)::bigint as left, count(*)::int as grants from grants`,
  )
  return grants * granted - left
}
