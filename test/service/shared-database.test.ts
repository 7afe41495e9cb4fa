import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPrefix } from '../../src/contract/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { exchange } from '../support/world.ts'

/** Two processes on a PostgreSQL that isn't theirs, started together on an empty database. */

const stack = new AsyncDisposableStack()
let services: readonly ServiceProcess[]
beforeAll(async () => {
  const { url, drop } = await createTestDatabase()
  stack.defer(drop)
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

test('one of them makes the demo recruiter and shows its key', async () => {
  const keys = services.map(({ demoKey }) => demoKey).filter((key) => key !== null)
  expect(keys).toHaveLength(1)
  for (const { url } of services) {
    const answer = await exchange(url, { path: `${apiPrefix}/batches/none`, key: keys[0] ?? '' })
    expect(answer.status).toBe(404)
  }
})

test('the log tells why a call was refused, and the caller only that it was', async () => {
  const [service] = services as [ServiceProcess]
  const wrong = await exchange(service.url, { path: `${apiPrefix}/batches/none`, key: 'hecn_live_wrong' })
  expect(wrong).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  expect(wrong.text).not.toContain('checksum')
  await service.told('"reason":"not the form of a key, or its checksum is wrong"')
})

test('requests that stopped halfway keep no process that was told to stop', async () => {
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
