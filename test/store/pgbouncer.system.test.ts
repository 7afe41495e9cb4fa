import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../src/main.ts'
import { migrate, openDatabase, sql } from '../../src/store/index.ts'
import { makeAccounts, wrongBatches } from '../support/chaos.ts'
import { FailoverLoad } from '../support/failover-load.ts'
import { startPgbouncer } from '../support/pgbouncer.ts'
import { runBin } from '../support/run-bin.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { makeSystemPostgres } from '../support/system-postgres.ts'
import { needProgram } from '../support/system-programs.ts'
import { until } from '../support/until.ts'

/** The service behind PgBouncer in transaction mode, as docs/scaling.md says. */

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

test('two processes work through four connections that all clients share', async (context) => {
  const server = await makeSystemPostgres(needProgram(context, 'pg_ctl'), stack)
  await server.start()
  await server.program('createdb', 'recruiter')
  const url = await startPgbouncer(needProgram(context, 'pgbouncer'), server, 'recruiter', stack)
  const secret = Buffer.alloc(32, 6)
  const environment = {
    DATABASE_URL: url,
    DATABASE_PREPARED_STATEMENTS: 'false',
    DATA_KEY: secret.toString('base64'),
    DATA_DIR: join(server.folder, 'unused'),
    DEMO_ACCOUNT: 'false',
    QUOTA_DAILY: '0',
    QUOTA_MONTHLY: '0',
  }
  // Both migrate, under a transaction lock.
  const services = await Promise.all([startServiceProcess(environment), startServiceProcess(environment)])
  for (const service of services) stack.defer(async () => void (await service.end('SIGKILL')))
  const direct = await openDatabase(server.urlOf('recruiter'), { poolSize: 2 })
  stack.defer(() => direct.close())
  const accounts = await makeAccounts(direct, secret)

  const load = new FailoverLoad(services, accounts)
  await until(() => (load.calls.length > 100 && load.batches.length > 5) || load.wrong.length > 0)
  const file = join(server.folder, 'beside-the-load.tar.gz')
  expect(await runBin(['backup', 'create', file, '--json'], environment)).toMatchObject({ code: 0 })
  await load.stop()
  const running = sql`select count(*)::int as n from batches where status = 'running'`
  await until(async () => (await direct.one<{ n: number }>(running)).n === 0)

  expect(load.wrong).toEqual([])
  expect(load.repeated).toBe(0)
  expect(await wrongBatches(direct, load.batches)).toEqual([])
  const verified = await runBin(['ledger', 'verify', '--json'], environment)
  expect(verified).toMatchObject({ code: 0, json: { ok: true, accounts: accounts.length } })
  const shared = sql`
    select count(*)::int as n from pg_stat_activity where datname = 'recruiter' and client_port > 0`
  expect((await direct.one<{ n: number }>(shared)).n).toBeLessThanOrEqual(4)
})

test("session state that a pooler can't keep is reported", async (context) => {
  const server = await makeSystemPostgres(needProgram(context, 'pg_ctl'), stack)
  await server.start()
  const url = await startPgbouncer(needProgram(context, 'pgbouncer'), server, 'postgres', stack)
  const database = await openDatabase(url)
  stack.defer(() => database.close())
  await migrate(database, migrationsFolder)
  await expect(database.run(sql`execute unknown`)).rejects.toThrow('set DATABASE_PREPARED_STATEMENTS=false')
})
