import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAccount, createKey, revokeKey } from '../src/accounts/index.ts'
import { pointCents } from '../src/contract/index.ts'
import { createSealer, randomIds, systemClock } from '../src/kit/index.ts'
import { createLedger, type Ledger } from '../src/ledger/index.ts'
import { migrationsFolder } from '../src/main.ts'
import { type Database, migrate, openStore } from '../src/store/index.ts'
import { batchInput, soundInputs } from '../test/support/inputs.ts'
import { exchange, testConfig } from '../test/support/world.ts'
import type { Row } from './run.ts'
import { cpuSecondsOf, postgresOf } from './support/cpu.ts'
import { load, postRequest } from './support/load.ts'

/**
 * Runs 1, 2 and 4 processes of API and worker on one embedded PostgreSQL that syncs, all on this machine,
 * with an engine of no cost. Measures calls and batches per second, and what must hold across processes:
 * fairness, quotas, and the revocation of a key. Throws where a quota is exceeded or a revoked key works
 * for more than a second.
 */
const counts = [1, 2, 4] as const
const accounts = 200
const parallel = 64
const seconds = 4
const matches = '/api/open/v1/matches/resume-jd'
const screens = '/api/open/v1/batches/screen'
const call = JSON.stringify(soundInputs.matchResumeToJd)

const [ids, clock] = [randomIds(), systemClock()]
const processFile = fileURLToPath(new URL('./support/cluster-process.ts', import.meta.url))

interface Account {
  readonly accountId: string
  readonly keyId: string
  readonly key: string
}

interface World {
  readonly folder: string
  readonly database: Database
  readonly ledger: Ledger
}

export async function run(): Promise<readonly Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'bench-processes-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const database = await openStore({ dataDirectory: folder, role: 'tool' })
  stack.defer(() => database.close())
  await migrate(database, migrationsFolder)
  const { terms } = testConfig({ quotaDaily: 0, quotaMonthly: 0 })
  const ledger = createLedger({ database, clock, ids, sealer: createSealer(ids.bytes(32), ids), terms })
  stack.defer(() => ledger.close())
  const world = { folder, database, ledger }
  const all: Account[] = []
  for (let index = 0; index < accounts; index++) all.push(await openAccount(world))
  const rates = await measureRates(world, all)
  return [...rates, ...(await measureRules(world))]
}

/** Runs each number of processes twice, in the order 1 2 4 4 2 1, so that other load affects them equally. */
async function measureRates(world: World, all: readonly Account[]): Promise<Row[]> {
  const measured = new Map<number, { calls: number[]; batches: number[]; cpu: string[] }>()
  for (const count of [...counts, ...counts.toReversed()]) {
    const row = measured.get(count) ?? { calls: [], batches: [], cpu: [] }
    measured.set(count, row)
    await withProcesses(world, count, 0, async (processes) => {
      const urls = processes.map(({ url }) => url)
      await callsPerSecond(urls, all, 1)
      const pids = [processes.map(({ child }) => child.pid ?? 0), postgresOf(world.folder), [process.pid]]
      const before = pids.map(cpuSecondsOf)
      row.calls.push(await callsPerSecond(urls, all, seconds))
      const used = pids.map((each, index) => (cpuSecondsOf(each) - (before[index] ?? 0)) / seconds)
      row.cpu.push(used.map((each) => each.toFixed(1)).join(' + '))
      row.batches.push(await batchesPerSecond(urls, all))
    })
  }
  const mean = (values: readonly number[] = []) => values.reduce((sum, each) => sum + each, 0) / values.length
  const one = measured.get(1)
  return counts.map((count) => {
    const row = measured.get(count)
    const [calls, batches] = [mean(row?.calls), mean(row?.batches)]
    return {
      what: `${count} process(es)`,
      'calls/s': Math.round(calls),
      '× one': (calls / mean(one?.calls)).toFixed(2),
      'batches/s': batches.toFixed(1),
      '× one, batches': (batches / mean(one?.batches)).toFixed(2),
      'cores: processes + PostgreSQL + callers': row?.cpu.join('; ') ?? '',
    }
  })
}

interface Member {
  readonly url: string
  readonly child: ChildProcess
}

async function withProcesses<T>(
  { database }: World,
  count: number,
  engineMs: number,
  work: (processes: readonly Member[]) => Promise<T>,
): Promise<T> {
  const start = async (): Promise<Member> => {
    const child = spawn(process.execPath, [processFile, database.url, String(engineMs)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = await once(child.stdout, 'data')
    return { url: JSON.parse(String(line)).url, child }
  }
  const processes = await Promise.all(Array.from({ length: count }, start))
  try {
    return await work(processes)
  } finally {
    const ended = processes.map(({ child }) => once(child, 'exit'))
    for (const { child } of processes) child.stdin?.end()
    await Promise.all(ended)
  }
}

/** Every account calls every process in rotation: the worst case for a ledger that caches accounts. */
async function callsPerSecond(
  urls: readonly string[],
  all: readonly Account[],
  time: number,
): Promise<number> {
  const share = parallel / urls.length
  const results = await Promise.all(
    urls.map((url, process) =>
      load({
        url,
        parallel: share,
        seconds: time,
        request: (connection) => postRequest(matches, accountOf(all, process + connection * 3).key, call),
      }),
    ),
  )
  if (results.some(({ failures }) => failures > 0)) throw new Error('a call failed')
  return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
}

async function batchesPerSecond(urls: readonly string[], all: readonly Account[]): Promise<number> {
  let [turn, done] = [0, 0]
  const started = performance.now()
  const body = JSON.stringify(batchInput(5))
  const loop = async () => {
    while (performance.now() < started + seconds * 1000) {
      turn += 1
      const { key } = accountOf(all, turn)
      const url = urls[turn % urls.length] ?? ''
      await screenToEnd(url, key, body)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, loop))
  return (1000 * done) / (performance.now() - started)
}

async function screenToEnd(url: string, key: string, body: string): Promise<void> {
  const answer = await exchange(url, { path: screens, key, body })
  if (answer.status !== 200) throw new Error(answer.text)
  const path = `/api/open/v1/batches/${answer.body.data.batch_id}`
  while ((await exchange(url, { path, key })).body.data.status === 'running') await sleep(20)
}

async function measureRules(world: World): Promise<Row[]> {
  return await withProcesses(world, 4, 20, async (processes) => {
    const urls = processes.map(({ url }) => url)
    return [
      ...(await fairBatches(world, urls)),
      ...(await fairCalls(world, urls)),
      await quota(world, urls),
      await revocation(world, urls),
    ]
  })
}

/** 20 candidates, alone and behind 2,000 of another account. */
async function fairBatches(world: World, urls: readonly string[]): Promise<Row[]> {
  const [many, few] = [await openAccount(world), await openAccount(world)]
  const timeFew = async () => {
    const started = performance.now()
    await screenToEnd(urls[0] ?? '', few.key, JSON.stringify(batchInput(20)))
    return Math.round(performance.now() - started)
  }
  const alone = await timeFew()
  const started = Array.from({ length: 20 }, (_, index) =>
    exchange(urls[index % urls.length] ?? '', {
      ...{ path: screens, key: many.key, body: JSON.stringify(batchInput(100)) },
    }),
  )
  await Promise.all(started)
  const behind = await timeFew()
  return [
    {
      what: '4 processes: 20 candidates alone; behind 2,000 of another account',
      figure: `${alone}; ${behind} ms`,
    },
  ]
}

/** An account with 60 parallel calls on every process, beside one with a single call at a time. */
async function fairCalls(world: World, urls: readonly string[]): Promise<Row[]> {
  const [many, few] = [await openAccount(world), await openAccount(world)]
  const one = (key: string, count: number, url: string) =>
    load({ url, parallel: count, seconds: 3, request: () => postRequest(matches, key, call) })
  const alone = await one(few.key, 1, urls[0] ?? '')
  const [beside] = await Promise.all([
    one(few.key, 1, urls[0] ?? ''),
    ...urls.map((url) => one(many.key, 15, url)),
  ])
  const figure = `${alone.p50Ms}; ${beside.p50Ms} ms`
  return [{ what: '4 processes: p50 of single calls alone; beside 60 at a time of another account', figure }]
}

async function quota(world: World, urls: readonly string[]): Promise<Row> {
  const [limit, asked] = [200, 400]
  const { accountId, key } = await openAccount(world)
  await world.ledger.setQuota(accountId, { daily: limit, monthly: null })
  const answers = await Promise.all(
    Array.from({ length: asked }, (_, index) =>
      exchange(urls[index % urls.length] ?? '', { path: matches, key, body: call }),
    ),
  )
  const counted = (status: number) => answers.filter((answer) => answer.status === status).length
  const figure = `${counted(200)} admitted, ${counted(429)} refused`
  if (counted(200) !== limit || counted(429) !== asked - limit) throw new Error(figure)
  return { what: `4 processes: a quota of ${limit}, ${asked} calls at once`, figure }
}

async function revocation(world: World, urls: readonly string[]): Promise<Row> {
  const times: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const { accountId, keyId, key } = await openAccount(world)
    const status = async (url: string) => (await exchange(url, { path: '/api/open/v1/account', key })).status
    for (const url of urls) if ((await status(url)) !== 200) throw new Error('a new key does not work')
    await world.database.transaction((tx) => revokeKey(tx, { clock }, accountId, keyId))
    const revoked = performance.now()
    const untilRefused = async (url: string) => {
      while ((await status(url)) === 200) await sleep(5)
    }
    await Promise.all(urls.map(untilRefused))
    times.push(Math.round(performance.now() - revoked))
  }
  if (Math.max(...times) > 1_000) throw new Error(`a revoked key worked for ${Math.max(...times)} ms`)
  return {
    what: '4 processes: until a revoked key is refused by all (5 keys)',
    figure: `${times.join(', ')} ms`,
  }
}

async function openAccount({ database, ledger }: World): Promise<Account> {
  return await database.transaction(async (tx) => {
    const wanted = { email: `${ids.uuid()}@example.com`, role: 'recruiter', passwordHash: null } as const
    const { accountId } = await createAccount(tx, { clock, ids }, wanted)
    const { key, apiKey } = await createKey(tx, { clock, ids }, { accountId })
    await ledger.openAccount(tx, accountId)
    await ledger.grantIn(tx, {
      accountId,
      kind: 'paid',
      pointCents: pointCents(1e9),
      expiresAt: null,
      note: null,
    })
    return { accountId, keyId: apiKey.keyId, key }
  })
}

function accountOf(all: readonly Account[], turn: number): Account {
  const account = all[(turn * 7919) % all.length]
  if (account === undefined) throw new Error('there are no accounts')
  return account
}
