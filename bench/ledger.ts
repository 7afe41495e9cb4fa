import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultTerms, pointCents } from '../src/contract/index.ts'
import { createSealer, randomIds, systemClock } from '../src/kit/index.ts'
import { createLedger, type Ledger } from '../src/ledger/index.ts'
import { type Database, migrate, openDatabase, openStore } from '../src/store/index.ts'
import { findPgbench, tpcB } from './support/pgbench.ts'
import { createPlainLedger } from './support/plain-ledger.ts'

/**
 * The ledger alone (admit and settle, no HTTP), beside the same rows written one statement after another,
 * and beside pgbench's TPC-B, all on one embedded server with its durability as it is in service.
 */
const seconds = 3
const warmUpSeconds = 1
const cases = [
  { accounts: 1, parallel: 1 },
  { accounts: 1, parallel: 16 },
  { accounts: 1, parallel: 128 },
  { accounts: 1000, parallel: 16 },
  { accounts: 1000, parallel: 128 },
] as const
const manyParallel = 128

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

export async function run(): Promise<readonly LedgerRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-ledger-'))
  const settings = { max_connections: String(manyParallel + 40) }
  const database = await openStore({ dataDirectory: folder, role: 'tool', server: { settings } })
  try {
    await migrate(database, fileURLToPath(new URL('../migrations', import.meta.url)))
    const pgbench = await findPgbench(process.env.PATH ?? '')
    const rows: LedgerRow[] = []
    for (const each of cases) rows.push(await measureCase(database, pgbench, each))
    return rows
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureCase(
  database: Database,
  pgbench: string | null,
  { accounts, parallel }: (typeof cases)[number],
): Promise<LedgerRow> {
  const ours = await measureLedger(database, accounts, parallel)
  const plain = await measurePlain(database, accounts, parallel)
  const scale = accounts === 1 ? 1 : manyParallel
  const tps = pgbench === null ? null : await tpcB(pgbench, database.url, { scale, parallel, seconds })
  return {
    load: `${parallel} parallel, ${accounts} account(s)`,
    ...ours,
    plainPerSecond: plain.perSecond,
    timesPlain: ratio(ours.perSecond, plain.perSecond),
    tpcBPerSecond: tps,
    timesTpcB: tps === null ? null : ratio(ours.perSecond, tps),
  }
}

async function measureLedger(database: Database, accounts: number, parallel: number) {
  const terms = { ...defaultTerms, quotaDaily: 0, quotaMonthly: 0 }
  const sealer = createSealer(ids.bytes(32), ids)
  const ledger = createLedger({ database, clock, ids, sealer, terms })
  const accountIds = await openAccounts(database, ledger, accounts)
  const keyId = ids.uuid()
  const result = await closedLoop(parallel, async (turn) => {
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
    const usage = { prompt_tokens: 900, completion_tokens: 300, total_tokens: 1200 }
    const settled = await ledger.settle(admission.hold, {
      costPointCents: pointCents(100),
      usage,
      reply: () => new Uint8Array(600),
    })
    if (settled.kind !== 'settled') throw new Error(settled.kind)
  })
  await ledger.close()
  return result
}

async function measurePlain(database: Database, accounts: number, parallel: number) {
  const terms = { ...defaultTerms, quotaDaily: 0, quotaMonthly: 0 }
  const ledger = createLedger({ database, clock, ids, sealer: createSealer(ids.bytes(32), ids), terms })
  const accountIds = await openAccounts(database, ledger, accounts)
  const pool = await openDatabase(database.url, { poolSize: parallel })
  try {
    const plain = createPlainLedger(pool)
    return await closedLoop(parallel, async (turn) => {
      const accountId = pick(accountIds, turn)
      await plain.settle(accountId, await plain.admit(accountId))
    })
  } finally {
    await pool.close()
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

/** As many loops as asked for, each starting its next turn when the last has ended. */
async function closedLoop(parallel: number, turnOnce: (turn: number) => Promise<void>) {
  let turn = 0
  let latencies: number[] = []
  const startedMs = clock.monotonicMs()
  const warmMs = startedMs + warmUpSeconds * 1000
  const endMs = warmMs + seconds * 1000
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
  latencies = latencies.sort((a, b) => a - b)
  return {
    perSecond: Math.round(latencies.length / seconds),
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  }
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
