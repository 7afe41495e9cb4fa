import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount, createKey } from '../src/accounts/index.ts'
import { batchOfCall, listBatches } from '../src/batches/index.ts'
import { createApi, openRooms, type Rooms } from '../src/compose.ts'
import { pointCents } from '../src/contract/index.ts'
import { createSealer, randomIds, silentLog, systemClock } from '../src/kit/index.ts'
import { createLedger, findCall } from '../src/ledger/index.ts'
import { migrationsFolder } from '../src/main.ts'
import { type Database, migrate, openDatabase, openStore, raw, sql } from '../src/store/index.ts'
import { startBatchKeeper, startBatchRunner } from '../src/workers/index.ts'
import { withDatabaseName } from '../test/support/database-url.ts'
import { batchInput } from '../test/support/inputs.ts'
import { scriptedEngine } from '../test/support/scripted-engine.ts'
import { exchange, testConfig } from '../test/support/world.ts'
import type { Row } from './run.ts'
import { fillLedger } from './support/fill-ledger.ts'
import { countingStatements, startCounting, statementTimes } from './support/statement-times.ts'

/**
 * Runs the same work on two databases of one embedded server, alternating. One has only accounts. The other
 * also has ten million calls of a year with their entries, and a million batches (8 GB under /tmp).
 * BENCH_CALLS is the number of calls. BENCH_FOLDER keeps the databases there for later runs.
 */
const kept = process.env.BENCH_FOLDER
const calls = Number(process.env.BENCH_CALLS ?? 10_000_000)
const accounts = 1_000
const callsPerBatch = 10
const slices = 10
const sliceMs = 1_600
const warmUpMs = 400
const parallelMax = 128
/** The number of times each query runs without other load. */
const repeats = 20
const slowMs = 20

const [ids, clock] = [randomIds(), systemClock()]
const config = testConfig({ quotaDaily: 0, quotaMonthly: 0 })
const { terms } = config

interface Side {
  readonly database: Database
  /** The same as a superuser. */
  readonly admin: Database
  readonly rooms: Rooms
  readonly accounts: readonly { readonly accountId: string; readonly key: string }[]
  readonly url: string
}

export async function run(): Promise<readonly Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'bench-rows-')))
  if (kept === undefined) stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const settings = { ...countingStatements, max_connections: String(2 * parallelMax + 40) }
  const server = await openStore({ dataDirectory: folder, role: 'tool', server: { settings } })
  stack.defer(() => server.close())
  const few = await openSide(server, 'few', stack)
  const many = await openSide(server, 'many', stack)
  const { n } = await many.database.one<{ n: number }>(sql`select count(*)::int as n from batches limit 1`)
  const started = performance.now()
  const fill = { callsPerAccount: calls / accounts, callsPerBatch }
  if (n === 0) await fillLedger(many.admin, fill)
  console.log(
    `filled in ${Math.round((performance.now() - started) / 1000)} s: ${await sizeOf(many.database)}`,
  )
  const rows: Row[] = []
  for (const side of [few, many]) await startCounting(side.admin)
  rows.push(
    await inTurns('admit and settle, 128 parallel, 1000 accounts', few, many, (side) => charge(side, 128)),
  )
  rows.push(
    await inTurns('admit and settle, 16 parallel, 1000 accounts', few, many, (side) => charge(side, 16)),
  )
  rows.push(
    await inTurns('the same with idempotency keys, 16 parallel', few, many, (side) => charge(side, 16, true)),
  )
  rows.push(await inTurns('batches of 5, from start to end, 8 at a time', few, many, batches))
  for (const side of [few, many]) await printSlow(side, 'under load')
  rows.push(...(await askAll(few, many)))
  const verified = performance.now()
  const { ok, differences } = await many.rooms.ledger.verify()
  if (!ok) console.log('differences', JSON.stringify(differences.slice(0, 5)))
  rows.push({
    what: 'ledger verify of all',
    many: `${ok}, ${Math.round((performance.now() - verified) / 1000)} s`,
  })
  return rows
}

async function openSide(server: Database, name: string, stack: AsyncDisposableStack): Promise<Side> {
  const exists = await server.maybe(sql`select 1 from pg_database where datname = ${name}`)
  if (exists === undefined) await server.run(sql`create database ${raw(name)}`)
  const database = await openDatabase(withDatabaseName(server.url, name), { poolSize: 40 })
  stack.defer(() => database.close())
  const admin = await openDatabase(database.url.replace(/\/\/\w+@/, '//postgres@'), { poolSize: 2 })
  stack.defer(() => admin.close())
  await migrate(database, migrationsFolder)
  const given = { config, store: database, clock, ids, log: silentLog, engine: scriptedEngine() }
  const rooms = await openRooms(given, stack)
  const opened: Side['accounts'][number][] = []
  const there = await database.many<{ id: string }>(
    sql`select account_id as id from ledger_accounts order by 1`,
  )
  for (let index = 0; index < accounts; index++) opened.push(await openAccount(rooms, there[index]?.id))
  const api = createApi(config, rooms)
  const url = await api.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(() => api.close())
  return { database, admin, rooms, accounts: opened, url }
}

/** With a new key where the account already exists. */
async function openAccount({ store, ledger }: Rooms, known?: string): Promise<Side['accounts'][number]> {
  return await store.transaction(async (tx) => {
    if (known !== undefined) {
      const { key } = await createKey(tx, { clock, ids }, { accountId: known })
      return { accountId: known, key }
    }
    const wanted = { email: `${ids.uuid()}@example.com`, role: 'recruiter', passwordHash: null } as const
    const { accountId } = await createAccount(tx, { clock, ids }, wanted)
    const { key } = await createKey(tx, { clock, ids }, { accountId })
    await ledger.openAccount(tx, accountId)
    await ledger.grantIn(tx, {
      accountId,
      kind: 'paid',
      pointCents: pointCents(1e11),
      expiresAt: null,
      note: null,
    })
    return { accountId, key }
  })
}

async function sizeOf(database: Database): Promise<string> {
  const { size, counts } = await database.one<{ size: string; counts: string }>(sql`
    select pg_size_pretty(pg_database_size(current_database())) as size,
           (select string_agg(relname || ' ' || n_live_tup, ', ') from pg_stat_user_tables
            where relname in ('requests', 'entries', 'batches', 'batch_items')) as counts`)
  return `${size}; ${counts}`
}

/** Slices of both databases alternate, so that other load on the machine affects them equally. */
async function inTurns(
  what: string,
  few: Side,
  many: Side,
  work: (side: Side) => Promise<number>,
): Promise<Row> {
  const rates = { few: [] as number[], many: [] as number[] }
  // The first slice of each side reads the pages of its accounts from disk.
  for (const side of [few, many]) await work(side)
  for (let slice = 0; slice < slices; slice++) {
    const order = slice % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)
    for (const name of order) rates[name].push(await work(name === 'few' ? few : many))
  }
  const [empty, full] = [median(rates.few), median(rates.many)]
  const row = {
    what,
    few: `${Math.round(empty)}/s`,
    many: `${Math.round(full)}/s`,
    ratio: (full / empty).toFixed(2),
  }
  console.log(JSON.stringify({ ...row, rates }))
  return row
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2
  )
}

/** Calls per second. */
async function charge(side: Side, parallel: number, withKeys = false): Promise<number> {
  const pool = await openDatabase(side.database.url, { poolSize: 10 })
  const ledger = createLedger({ database: pool, clock, ids, sealer: createSealer(ids.bytes(32), ids), terms })
  const keyId = ids.uuid()
  const usage = { prompt_tokens: 900, completion_tokens: 300, total_tokens: 1200 }
  const reply = () => new Uint8Array(600)
  const rate = await loops(parallel, async (turn) => {
    const admission = await ledger.admit({
      ...{
        requestId: ids.uuid(),
        operation: 'matchResumeToJd',
        door: 'rest',
        keyId,
        leaseMs: 60_000,
        note: null,
      },
      accountId: accountOf(side, turn).accountId,
      idempotency: withKeys ? { key: ids.uuid(), fingerprint: ids.bytes(32) } : null,
      holdPointCents: pointCents(100),
    })
    if (admission.kind !== 'admitted') throw new Error(admission.kind)
    const settled = await ledger.settle(admission.hold, { costPointCents: pointCents(100), usage, reply })
    if (settled.kind !== 'settled') throw new Error(settled.kind)
  })
  await ledger.close()
  await pool.close()
  return rate
}

/** Batches per second. */
async function batches(side: Side): Promise<number> {
  const { rooms, url } = side
  const work = [startBatchRunner({ ...rooms, concurrency: 8 }), startBatchKeeper(rooms)]
  const body = JSON.stringify(batchInput(5))
  const rate = await loops(8, async (turn) => {
    const { accountId, key } = accountOf(side, turn)
    const answer = await exchange(url, { path: '/api/open/v1/batches/screen', key, body })
    if (answer.status !== 200) throw new Error(answer.text)
    const batchId = String(answer.body.data.batch_id)
    while ((await rooms.batches.read(accountId, batchId))?.status === 'running') await sleep(20)
  })
  await Promise.all(work.map((loop) => loop.stop()))
  return rate
}

/** Scattered, and the same in every run. */
function accountOf({ accounts: all }: Side, turn: number): Side['accounts'][number] {
  const account = all[(turn * 7919) % all.length]
  if (account === undefined) throw new Error('there are no accounts')
  return account
}

/** Runs parallel loops; returns the iterations per second, after a short warm-up. */
async function loops(parallel: number, once: (turn: number) => Promise<void>): Promise<number> {
  let turn = 0
  let done = 0
  const warmMs = clock.monotonicMs() + warmUpMs
  const endMs = warmMs + sliceMs
  const loop = async () => {
    while (clock.monotonicMs() < endMs) {
      turn += 1
      await once(turn)
      const nowMs = clock.monotonicMs()
      if (nowMs > warmMs && nowMs < endMs) done += 1
    }
  }
  await Promise.all(Array.from({ length: parallel }, loop))
  return (1000 * done) / sliceMs
}

async function printSlow({ admin }: Side, when: string): Promise<void> {
  const all = await statementTimes(admin)
  for (const { statement, ...times } of all.slice(0, 8))
    console.log(when, JSON.stringify(times), statement.slice(0, 110))
}

type Question = readonly [what: string, ask: (side: Side) => Promise<unknown>]

/** The queries of callers, operators and the loops of each process, one at a time. */
const questions: readonly Question[] = [
  ['sweep', ({ rooms }) => rooms.ledger.sweep()],
  ['batches to recover', ({ rooms }) => rooms.batches.recoverAbandoned()],
  ['batches to settle', ({ rooms }) => rooms.batches.settleFinished()],
  ['batches to reclaim', ({ rooms }) => rooms.batches.reclaimStale()],
  ['amount of work', ({ rooms }) => rooms.batches.queue()],
  ['a claim', ({ rooms }) => rooms.batches.claim()],
  ['balance, kinds and grants', ({ rooms, accounts: [first] }) => rooms.ledger.money(first?.accountId ?? '')],
  [
    'statement, 51 lines',
    ({ rooms, accounts: [first] }) =>
      rooms.ledger.statement({ accountId: first?.accountId ?? '', limit: 51 }),
  ],
  [
    'usage, 51 calls',
    ({ rooms, accounts: [first] }) => rooms.ledger.usage({ accountId: first?.accountId ?? '', limit: 51 }),
  ],
  [
    'batches of an account',
    ({ rooms, accounts: [first] }) =>
      rooms.batches.list({ accountId: first?.accountId ?? '', after: null, limit: 51 }),
  ],
  [
    'batch list',
    ({ database }) => listBatches(database, { accountId: null, status: null, after: null, limit: 51 }),
  ],
  [
    'batch list --status running',
    ({ database }) => listBatches(database, { accountId: null, status: 'running', after: null, limit: 51 }),
  ],
  [
    'batch list --status failed',
    ({ database }) => listBatches(database, { accountId: null, status: 'failed', after: null, limit: 51 }),
  ],
  [
    'batch list of an account --status partial',
    ({ database, accounts: [first] }) =>
      listBatches(database, { accountId: first?.accountId ?? '', status: 'partial', after: null, limit: 51 }),
  ],
  ['call show', async ({ database }) => showLastCall(database)],
  ['old batches deleted, 5 at a time', ({ rooms }) => rooms.batches.deleteOld()],
]

async function showLastCall(database: Database): Promise<void> {
  const last = await database.maybe<{ id: string; account: string }>(sql`
    select request_id as id, account_id as account from requests
    where operation = 'startBatchScreening' order by account_id, request_id limit 1`)
  if (last === undefined) return
  await findCall(database, last.id)
  await batchOfCall(database, { accountId: last.account, requestId: last.id })
}

async function askAll(few: Side, many: Side): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const [what, ask] of questions) {
    rows.push({ what, few: await worstOf(few, ask), many: await worstOf(many, ask, what) })
  }
  return rows
}

/** The slowest statement: its mean and its worst time in milliseconds. */
async function worstOf(side: Side, ask: Question[1], name = ''): Promise<string> {
  await ask(side)
  await startCounting(side.admin)
  for (let turn = 0; turn < repeats; turn++) await ask(side)
  const [worst] = await statementTimes(side.admin)
  if (worst === undefined) return ''
  if (name !== '' && worst.meanMs > slowMs) console.log('SLOW', name, JSON.stringify(worst))
  return `${worst.meanMs} / ${worst.maxMs} ms`
}
