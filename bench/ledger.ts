import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultTerms, pointCents } from '../src/contract/index.ts'
import { createSealer, randomIds, systemClock } from '../src/kit/index.ts'
import { createLedger, type Ledger } from '../src/ledger/index.ts'
import { type Database, migrate, openDatabase, openStore } from '../src/store/index.ts'
import { findPgbench, prepareTpcB, type TpcB } from './support/pgbench.ts'
import { createPlainLedger } from './support/plain-ledger.ts'

/**
 * Measures the ledger alone (admit and settle, no HTTP), beside the same rows written one statement after
 * another, and beside pgbench's TPC-B. All run on one embedded server with the durability of production.
 * The three alternate in short slices, so that other load on the machine affects them equally.
 */
const slices = 3
const sliceSeconds = 2
const warmUpSeconds = 0.3
const cases = [
  { accounts: 1, parallel: 1 },
  { accounts: 1, parallel: 16 },
  { accounts: 1, parallel: 128 },
  { accounts: 1000, parallel: 16 },
  { accounts: 1000, parallel: 128 },
] as const
const parallelMax = 128
/** Enough branches that clients rarely contend for one, and few enough rows to stay in memory. */
const tpcBScale = 64

export interface LedgerRow {
  readonly load: string
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly plainPerSecond: number
  readonly timesPlain: number
  readonly tpcBPerSecond: number | null
  readonly timesTpcB: number | null
}

const ids = randomIds()
const clock = systemClock()
const terms = { ...defaultTerms, quotaDaily: 0, quotaMonthly: 0 }

export async function run(): Promise<readonly LedgerRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-ledger-'))
  const settings = { max_connections: String(2 * parallelMax + 40) }
  const database = await openStore({ dataDirectory: folder, role: 'tool', server: { settings } })
  try {
    await migrate(database, fileURLToPath(new URL('../migrations', import.meta.url)))
    const pgbench = await findPgbench(process.env.PATH ?? '')
    const tpcB = pgbench === null ? null : await prepareTpcB(pgbench, database.url, tpcBScale)
    const rows: LedgerRow[] = []
    for (const each of cases) rows.push(await measureCase(database, tpcB, each))
    return rows
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureCase(
  database: Database,
  tpcB: TpcB | null,
  { accounts, parallel }: (typeof cases)[number],
): Promise<LedgerRow> {
  const ledger = createLedger({ database, clock, ids, sealer: createSealer(ids.bytes(32), ids), terms })
  const pool = await openDatabase(database.url, { poolSize: parallel })
  const ourCall = callOurs(ledger, await openAccounts(database, ledger, accounts))
  const plainCall = callPlain(pool, await openAccounts(database, ledger, accounts))
  const ours: number[] = []
  const plain: number[] = []
  const tps: number[] = []
  for (let slice = 0; slice < slices; slice += 1) {
    ours.push(...(await closedLoop(parallel, ourCall)))
    plain.push(...(await closedLoop(parallel, plainCall)))
    if (tpcB !== null) tps.push(await tpcB.measure(parallel, sliceSeconds))
  }
  await ledger.close()
  await pool.close()
  const ourRate = ours.length / (slices * sliceSeconds)
  const plainRate = plain.length / (slices * sliceSeconds)
  const tpcBRate = tps.length === 0 ? null : tps.reduce((sum, each) => sum + each, 0) / tps.length
  const sorted = ours.sort((a, b) => a - b)
  return {
    load: `${parallel} parallel, ${accounts} account(s)`,
    perSecond: Math.round(ourRate),
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    plainPerSecond: Math.round(plainRate),
    timesPlain: ratio(ourRate, plainRate),
    tpcBPerSecond: tpcBRate === null ? null : Math.round(tpcBRate),
    timesTpcB: tpcBRate === null ? null : ratio(ourRate, tpcBRate),
  }
}

function callOurs(ledger: Ledger, accountIds: readonly string[]) {
  const keyId = ids.uuid()
  const usage = { prompt_tokens: 900, completion_tokens: 300, total_tokens: 1200 }
  return async (turn: number) => {
    const admission = await ledger.admit({
      accountId: pick(accountIds, turn),
      requestId: ids.uuid(),
      operation: 'matchResumeToJd',
      door: 'rest',
      keyId,
      idempotency: null,
      holdPointCents: pointCents(100),
      leaseMs: 60_000,
      note: null,
    })
    if (admission.kind !== 'admitted') throw new Error(admission.kind)
    const reply = () => new Uint8Array(600)
    const settled = await ledger.settle(admission.hold, { costPointCents: pointCents(100), usage, reply })
    if (settled.kind !== 'settled') throw new Error(settled.kind)
  }
}

function callPlain(pool: Database, accountIds: readonly string[]) {
  const plain = createPlainLedger(pool)
  return async (turn: number) => {
    const accountId = pick(accountIds, turn)
    await plain.settle(accountId, await plain.admit(accountId))
  }
}

async function openAccounts(database: Database, ledger: Ledger, count: number): Promise<string[]> {
  const accountIds = Array.from({ length: count }, () => ids.uuid())
  await database.transaction(async (tx) => {
    for (const accountId of accountIds) await ledger.openAccount(tx, accountId)
  })
  const amount = pointCents(100_000_000_000)
  await Promise.all(
    accountIds.map((accountId) =>
      ledger.grant({ accountId, kind: 'paid', pointCents: amount, expiresAt: null, note: null }),
    ),
  )
  return accountIds
}

/** Runs `parallel` loops; each starts its next iteration when the last has ended. Latencies are in ms. */
async function closedLoop(
  parallel: number,
  turnOnce: (turn: number) => Promise<void>,
): Promise<readonly number[]> {
  let turn = 0
  const latencies: number[] = []
  const startedMs = clock.monotonicMs()
  const warmMs = startedMs + warmUpSeconds * 1000
  const endMs = warmMs + sliceSeconds * 1000
  const loop = async () => {
    for (let nowMs = startedMs; nowMs < endMs; ) {
      turn += 1
      await turnOnce(turn)
      const thenMs = nowMs
      nowMs = clock.monotonicMs()
      if (nowMs > warmMs && nowMs < endMs) latencies.push(nowMs - thenMs)
    }
  }
  await Promise.all(Array.from({ length: parallel }, loop))
  return latencies
}

/** Scattered, and the same in every run. */
function pick(accountIds: readonly string[], turn: number): string {
  return accountIds[(turn * 7919) % accountIds.length] ?? ''
}

const ratio = (ours: number, theirs: number) => Math.round((10 * ours) / theirs) / 10

function quantile(sorted: readonly number[], share: number): number {
  return Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)) / 10
}

if (import.meta.main) console.table(await run())
