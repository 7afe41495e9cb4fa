import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPrefix } from '../../src/contract/index.ts'
import { type Database, raw, sql } from '../../src/store/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { until } from '../support/until.ts'
import { exchange } from '../support/world.ts'

/** Two processes on one external PostgreSQL, started together on an empty database. */

const stack = new AsyncDisposableStack()
let services: readonly ServiceProcess[]
let database: Database
beforeAll(async () => {
  const made = await createTestDatabase({ poolSize: 1 })
  const { url } = made
  stack.defer(made.drop)
  database = made.database
  const environment = {
    DATABASE_URL: url,
    DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
    DEMO_ACCOUNT: 'true',
    SHUTDOWN_TIMEOUT_MS: '1500',
  }
  services = await Promise.all([startServiceProcess(environment), startServiceProcess(environment)])
  for (const service of services) stack.defer(async () => void (await service.end('SIGKILL')))
})
afterAll(() => stack.disposeAsync())

test('one of them creates the demo recruiter and shows its key', async () => {
  const keys = services.map(({ demoKey }) => demoKey).filter((key) => key !== null)
  expect(keys).toHaveLength(1)
  for (const { url } of services) {
    const answer = await exchange(url, { path: `${apiPrefix}/batches/none`, key: keys[0] ?? '' })
    expect(answer.status).toBe(404)
  }
})

test("the log has the reason of a refusal, the caller's answer doesn't", async () => {
  const [service] = services as [ServiceProcess]
  const wrong = await exchange(service.url, { path: `${apiPrefix}/batches/none`, key: 'hecn_live_wrong' })
  expect(wrong).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  expect(wrong.text).not.toContain('checksum')
  await service.told('"reason":"not the form of a key, or its checksum is wrong"')
})

test('a read-only database makes a service not ready until it is writable again', async () => {
  const [service] = services as [ServiceProcess]
  const ready = async () => (await exchange(service.opsUrl, { path: '/readyz' })).status
  expect(await ready()).toBe(200)
  // As after a failover to a standby: connections end, and new ones are read-only.
  const reconnect = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const { name } = await database.one<{ name: string }>(sql`select current_database() as name`)
  await database.run(sql`alter database ${raw(name)} set default_transaction_read_only = on`)
  await database.run(reconnect)
  await until(async () => (await ready()) === 503)
  expect((await exchange(service.opsUrl, { path: '/livez' })).status).toBe(200)
  await database.run(sql`alter database ${raw(name)} reset default_transaction_read_only`)
  await database.run(reconnect)
  await until(async () => (await ready()) === 200)
})

test("stalled requests don't delay the stop of a process", async () => {
  const [service] = services as [ServiceProcess]
  const { hostname, port } = new URL(service.url)
  const head = `POST ${apiPrefix}/matches/resume-jd HTTP/1.1\r\nHost: ${hostname}:${port}\r\n`
  const halves = ['GET / HT', head, `${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`]
  for (const half of halves) {
    const socket = connect(Number(port), hostname).on('error', () => {})
    await once(socket, 'connect')
    socket.write(half)
  }
  expect(await service.end('SIGTERM')).toBe(0)
})
