import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiPrefix } from '../../src/contract/index.ts'
import { sql } from '../../src/store/index.ts'
import { batchInput } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { until } from '../support/until.ts'
import { exchange, useWorld } from '../support/world.ts'

/** Worker processes: beside a service on the embedded database, killed, and stopped. */

describe('a worker beside a service on the embedded database', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workers-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

  test('runs the batches of a service without workers, and both stop without errors', async () => {
    const environment = { DATA_DIR: join(folder, 'data') }
    const service = await startServiceProcess(environment, 'api')
    const key = service.demoKey ?? ''
    const post = () =>
      exchange(service.url, { path: `${apiPrefix}/batches/screen`, key, body: batchInput(4) })
    const read = async (batchId: unknown) =>
      (await exchange(service.url, { path: `${apiPrefix}/batches/${batchId}`, key })).body.data
    try {
      const { batch_id: batchId } = (await post()).body.data
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(await read(batchId)).toMatchObject({ status: 'running', completed: 0 })
      const worker = await startServiceProcess(environment, 'worker')
      expect(worker.url).toBe('')
      expect((await exchange(worker.opsUrl, { path: '/readyz' })).status).toBe(200)
      const ended = await until(async () => {
        const data = await read(batchId)
        return data.status === 'running' ? null : data
      })
      expect(ended).toMatchObject({ status: 'done', completed: 4, billing: { billed_point_cents: 400 } })
      const { text } = await exchange(worker.opsUrl, { path: '/metrics' })
      expect(text).toMatch(/recruiter_batches_total\{status="done"\} 1/)
      expect(await worker.end('SIGTERM')).toBe(0)
    } finally {
      expect(await service.end('SIGTERM')).toBe(0)
    }
  })
})

describe('a worker that ends', () => {
  const world = useWorld({ engine: scriptedEngine() })
  const file = fileURLToPath(new URL('../support/batch-process.ts', import.meta.url))

  async function startWorker(concurrency: number, engineMs: number): Promise<ChildProcess> {
    const child = spawn(
      process.execPath,
      [file, world().databaseUrl, String(concurrency), String(engineMs)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await once(child.stdout ?? child, 'data')
    return child
  }
  const running = async (batchId: unknown) => {
    const statement = sql`
      select coalesce(max(starts), 0) as starts, count(*) filter (where state = 'running')::int as running
      from batch_items where batch_id = ${String(batchId)}`
    return world().database.one<{ starts: number; running: number }>(statement)
  }

  test('by kill -9: its candidates run again soon after its lease', async () => {
    const account = await world().account()
    const slow = await startWorker(2, 60_000)
    const { body } = await account.call('startBatchScreening', batchInput(2))
    const batchId = body.data.batch_id
    await until(async () => (await running(batchId)).running === 2)
    const heir = await startWorker(2, 60_000)
    // Longer than a lease: the worker keeps the candidates because it renews the lease.
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    expect(await running(batchId)).toEqual({ starts: 1, running: 2 })
    slow.kill('SIGKILL')
    await until(async () => (await running(batchId)).starts === 2)
    heir.kill('SIGKILL')
    const quick = await startWorker(2, 1)
    await until(async () => (await account.balance()).held === 0)
    expect(await account.balance()).toEqual({ spendable: 9_800, held: 0 })
    quick.kill('SIGTERM')
    await once(quick, 'exit')
  })

  test('by SIGTERM: its candidates are released immediately', async () => {
    const account = await world().account()
    const slow = await startWorker(3, 60_000)
    const { body } = await account.call('startBatchScreening', batchInput(3))
    const batchId = body.data.batch_id
    await until(async () => (await running(batchId)).running === 3)
    slow.kill('SIGTERM')
    const [code] = await once(slow, 'exit')
    expect(code).toBe(0)
    expect(await running(batchId)).toEqual({ starts: 0, running: 0 })
    const quick = await startWorker(3, 1)
    await until(async () => (await account.balance()).held === 0)
    quick.kill('SIGTERM')
    await once(quick, 'exit')
  })
})
