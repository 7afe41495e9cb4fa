import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPrefix } from '../../src/contract/index.ts'
import { batchInput, soundInputs } from '../support/inputs.ts'
import { runBin, spawnBin } from '../support/run-bin.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { until } from '../support/until.ts'
import { type Answer, exchange } from '../support/world.ts'

/**
 * Disaster recovery: a backup of the embedded database that was made during calls and batches, and a
 * service that starts from it in another folder.
 */

const stack = new AsyncDisposableStack()
const settings = { QUOTA_DAILY: '0', QUOTA_MONTHLY: '0', BATCH_CONCURRENCY: '1' }
let folder: string
let file: string
let service: ServiceProcess
let key: string
/** The calls that were answered before the backup began. */
let answered: Map<string, Answer>

const dataOf = (name: string) => join(folder, name)
const commandOn = (name: string, ...args: string[]) =>
  runBin([...args, '--json'], { ...settings, DATA_DIR: dataOf(name) })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  file = join(folder, 'backup.tar.gz')
  service = await startServiceProcess({ ...settings, DATA_DIR: dataOf('first') })
  stack.defer(async () => void (await service.end('SIGKILL')))
  key = service.demoKey ?? ''
  const grant = ['grant', '--email', 'demo@example.com', '--kind', 'paid', '--point-cents', '9000000']
  expect((await commandOn('first', ...grant)).code).toBe(0)
  answered = await backUpUnderLoad()
  // The disaster.
  await service.end('SIGKILL')
})
afterAll(() => stack.disposeAsync())

function call(url: string, idempotencyKey: string): Promise<Answer> {
  const isBatch = idempotencyKey.startsWith('batch')
  const path = `${apiPrefix}${isBatch ? '/batches/screen' : '/matches/resume-jd'}`
  const body = isBatch ? batchInput(12) : soundInputs.matchResumeToJd
  return exchange(url, { path, body, key, idempotencyKey })
}

/** Five callers, one of them with batches, call before, during and after the backup. */
async function backUpUnderLoad(): Promise<Map<string, Answer>> {
  const all = new Map<string, Answer>()
  let ended = false
  const callers = ['batch', 'a', 'b', 'c', 'd'].map(async (name) => {
    for (let n = 1; !ended; n += 1) {
      const idempotencyKey = `${name}-${n}`
      all.set(idempotencyKey, await call(service.url, idempotencyKey))
    }
  })
  await until(() => all.size > 40)
  const before = new Map(all)
  const { code, stderr, json } = await commandOn('first', 'backup', 'create', file)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(json).toMatchObject({ file, schema_version: expect.any(Number) })
  const during = all.size - before.size
  await until(() => all.size > before.size + during)
  ended = true
  await Promise.all(callers)
  expect([...new Set([...all.values()].map(({ status }) => status))]).toEqual([200])
  expect(during, 'the service answered while it was read').toBeGreaterThan(0)
  return before
}

test('the file can be verified without a database, and only its owner may read it', async () => {
  expect(await commandOn('none', 'backup', 'verify', file)).toMatchObject({ code: 0, json: { ok: true } })
  expect(existsSync(dataOf('none'))).toBe(false)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('after a restore elsewhere the ledger is correct and every acknowledged call is there', async () => {
  await mkdir(dataOf('second'))
  await copyFile(join(dataOf('first'), 'data.key'), join(dataOf('second'), 'data.key'))
  const restored = await commandOn('second', 'backup', 'restore', file)
  expect(restored).toMatchObject({ code: 0, json: { ok: true, differences: 0, data_key: 'right' } })
  expect(await commandOn('second', 'ledger', 'verify')).toMatchObject({ code: 0, json: { ok: true } })

  const again = await startServiceProcess({ ...settings, DATA_DIR: dataOf('second') })
  try {
    for (const [idempotencyKey, first] of answered) {
      const replayed = await call(again.url, idempotencyKey)
      expect(replayed.headers['idempotent-replayed'], idempotencyKey).toBe('true')
      expect(replayed.text, 'sealed then, opened now').toBe(first.text)
    }
    expect(answered.size).toBeGreaterThan(40)
    const batches = [...answered.values()].map(({ body }) => body.data.batch_id).filter(Boolean)
    expect(batches.length).toBeGreaterThan(0)
    const ends = async () => {
      const paths = batches.map((id) => `${apiPrefix}/batches/${id}`)
      const found = await Promise.all(paths.map((path) => exchange(again.url, { path, key })))
      return found.every(({ body }) => body.data.status === 'done')
    }
    await until(ends)
    expect(await call(again.url, 'after')).toMatchObject({ status: 200 })
  } finally {
    await again.end('SIGTERM')
  }
  expect(await commandOn('second', 'ledger', 'verify')).toMatchObject({ code: 0, json: { ok: true } })
})

test('a folder with a database or any other file is refused and unchanged', async () => {
  const before = await readdir(dataOf('first'))
  const refused = await commandOn('first', 'backup', 'restore', file)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('has a database already') })
  expect(await readdir(dataOf('first'))).toEqual(before)
  const other = await commandOn('.', 'backup', 'restore', file)
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
})

test('a cut file leaves an empty folder, and so does a restore that is killed; the next one succeeds', async () => {
  const cut = join(folder, 'cut.tar.gz')
  await copyFile(file, cut)
  await truncate(cut, (await stat(cut)).size - 100)
  expect(await commandOn('third', 'backup', 'restore', cut)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/cut\.tar\.gz is not used: it is cut off/),
  })
  expect(existsSync(dataOf('third'))).toBe(false)

  const killed = spawnBin(['backup', 'restore', file], { DATA_DIR: dataOf('third') })
  await until(() => existsSync(join(dataOf('third'), 'restoring', 'postgres')))
  killed.kill('SIGKILL')
  await new Promise((resolve) => killed.once('close', resolve))
  expect(existsSync(join(dataOf('third'), 'postgres'))).toBe(false)
  const restored = await commandOn('third', 'backup', 'restore', file)
  expect(restored).toMatchObject({ code: 0, stderr: '', json: { ok: true, data_key: 'missing' } })
  expect(await readdir(dataOf('third'))).not.toContain('restoring')
})
