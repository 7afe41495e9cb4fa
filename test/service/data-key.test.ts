import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRooms } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { replaceDataKey } from '../../src/data-key.ts'
import { createSealer, randomIds, silentLog, systemClock } from '../../src/kit/index.ts'
import { openDatabase } from '../../src/store/index.ts'
import { runHere } from '../cli/run.ts'
import { createTestDatabase } from '../support/database.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { until } from '../support/until.ts'

/** Processes on one database must seal with the same key. */

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const [ours, other] = [keyOf(1), keyOf(2)]
const stack = new AsyncDisposableStack()
let environment: { DATABASE_URL: string; DATA_DIR: string }

beforeAll(async () => {
  const { database, url, drop } = await createTestDatabase()
  stack.defer(drop)
  // The command is refused if another process is connected.
  await database.close()
  environment = { DATABASE_URL: url, DATA_DIR: '/nowhere' }
  Object.assign(process.env, environment)
})
afterAll(async () => {
  for (const name of ['DATA_KEY', ...Object.keys(environment)]) delete process.env[name]
  await stack.disposeAsync()
})

async function start(key: string): Promise<void> {
  await using rooms = new AsyncDisposableStack()
  const store = await openDatabase(environment.DATABASE_URL)
  rooms.defer(() => store.close())
  const config = readConfig({ ...environment, DATA_KEY: key })
  const [clock, ids, engine] = [systemClock(), randomIds(), scriptedEngine()]
  await openRooms({ config, store, clock, ids, log: silentLog, engine }, rooms)
}
async function command(key: string | null, ...words: string[]) {
  if (key === null) delete process.env.DATA_KEY
  else process.env.DATA_KEY = key
  return runHere([...words, '--json'])
}
const refusal = /sealed under another data key/

test('the key of the first start belongs to the database until it is replaced deliberately', async () => {
  expect(await command(other, 'account', 'list')).toMatchObject({ code: 0 })

  await Promise.all([start(ours), start(ours)])
  await expect(start(other)).rejects.toThrow(refusal)
  const process = startServiceProcess({ ...environment, DATA_KEY: other }, 'worker')
  await expect(process).rejects.toThrow(
    /ended with 1:\nerror: this database is [^\n]*another data key[^\n]*\n$/,
  )
  expect(await command(other, 'account', 'list')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(refusal),
  })
  for (const key of [ours, null]) expect(await command(key, 'account', 'list')).toMatchObject({ code: 0 })

  expect(await command(null, 'data-key', 'replace')).toMatchObject({ code: 1 })
  expect(await command(other, 'data-key', 'replace')).toMatchObject({ code: 0 })
  await expect(start(ours)).rejects.toThrow(refusal)
  await start(other)
})

test('the key is not replaced while another process runs or is connected', async () => {
  const replacing = ['data-key', 'replace']
  const worker = await startServiceProcess({ ...environment, DATA_KEY: other }, 'worker')
  const refused = await command(ours, ...replacing)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^error: \d+ other connection\(s\) to this database are open .*stop every service, worker and tool.*Nothing was changed\n$/,
  )
  await start(other)
  await worker.end('SIGTERM')
  await until(async () => (await command(ours, ...replacing)).code === 0)
  await start(ours)
})

test('a process that starts while the key is being replaced waits, and is refused with the old one', async () => {
  const database = await openDatabase(environment.DATABASE_URL, { poolSize: 2 })
  const sealer = createSealer(Buffer.alloc(32, 3), randomIds())
  const starting = database
    .transaction(async (tx) => {
      await replaceDataKey(tx, sealer)
      const started = start(ours).then(
        () => 'started',
        (error: Error) => error.message,
      )
      await sleep(300)
      return { started }
    })
    .then(({ started }) => started)
  expect(await starting).toMatch(refusal)
  await database.close()
})
