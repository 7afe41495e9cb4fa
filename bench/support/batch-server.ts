import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openStore } from '../../src/store/index.ts'
import { runBin } from '../../test/support/run-bin.ts'
import { type ServiceProcess, startServiceProcess } from '../../test/support/service-process.ts'
import { exchange } from '../../test/support/world.ts'

/** A service without workers on an embedded database that syncs, with the helpers of the batch benchmarks. */
export interface BatchServer {
  readonly database: Database
  account(): Promise<{ readonly key: string; readonly accountId: string }>
  /** Starts a batch; returns its id. */
  post(key: string, body: object): Promise<string>
  status(key: string, batchId: string): Promise<string>
  /** Real workers with the builtin engine. */
  workers(count: number): Promise<readonly ServiceProcess[]>
  /** A worker whose engine takes this number of milliseconds. Returns a function that stops it. */
  scriptedWorker(concurrency: number, engineMs: number): Promise<(signal: NodeJS.Signals) => Promise<void>>
}

const prefix = '/api/open/v1'
const scriptedFile = fileURLToPath(new URL('../../test/support/batch-process.ts', import.meta.url))

export async function withBatchServer<T>(work: (server: BatchServer) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-batches-'))
  const dataDirectory = join(folder, 'data')
  const environment = {
    DATA_DIR: dataDirectory,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    QUOTA_DAILY: '0',
    QUOTA_MONTHLY: '0',
    LOG_LEVEL: 'warn',
  }
  const service = await startServiceProcess({ ...environment, LOG_LEVEL: 'info' }, 'api')
  const database = await openStore({ dataDirectory, role: 'tool' }, { poolSize: 4 })
  let accounts = 0
  const command = async (...args: string[]) => {
    const { code, stderr, json } = await runBin([...args, '--json'], environment)
    if (code !== 0 || json === undefined) throw new Error(stderr)
    return json
  }
  const server: BatchServer = {
    database,
    async account() {
      accounts += 1
      const email = `bench${accounts}@example.com`
      const { account_id: accountId } = await command(
        'account',
        'create',
        '--email',
        email,
        '--role',
        'recruiter',
      )
      await command('grant', '--email', email, '--kind', 'paid', '--point-cents', '1000000000')
      const { key } = await command('key', 'create', '--email', email)
      return { key: String(key), accountId: String(accountId) }
    },
    async post(key, body) {
      const answer = await exchange(service.url, {
        path: `${prefix}/batches/screen`,
        key,
        body: JSON.stringify(body),
      })
      if (answer.status !== 200) throw new Error(answer.text)
      return String(answer.body.data.batch_id)
    },
    async status(key, batchId) {
      const { body } = await exchange(service.url, { path: `${prefix}/batches/${batchId}`, key })
      return String(body.data.status)
    },
    workers: (count) =>
      Promise.all(
        Array.from({ length: count }, () =>
          startServiceProcess({ ...environment, LOG_LEVEL: 'info', BATCH_CONCURRENCY: '2' }, 'worker'),
        ),
      ),
    scriptedWorker: (concurrency, engineMs) => startScripted(database.url, concurrency, engineMs),
  }
  try {
    return await work(server)
  } finally {
    await database.close()
    await service.end('SIGTERM')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function startScripted(databaseUrl: string, concurrency: number, engineMs: number) {
  const child = spawn(process.execPath, [scriptedFile, databaseUrl, String(concurrency), String(engineMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await once(child, 'exit')
  }
}
