import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultTerms, pointCents } from '../src/contract/index.ts'
import { createSealer, randomIds, systemClock } from '../src/kit/index.ts'
import { createLedger, type Ledger, type StatementQuery } from '../src/ledger/index.ts'
import { type Database, migrate, openStore, sql } from '../src/store/index.ts'
import { indexesOf, type Recorder, recordStatements } from './support/plans.ts'

/**
 * Runs the queries of the billing pages on the embedded server. The account has a million calls in a year:
 * one in a hundred released, one in ten thousand paid by another kind. Throws where an index isn't used.
 */
const calls = 1_000_000
const rounds = 20
const ids = randomIds()
const accountId = '00000000-0000-7000-8000-00000000000a'
const keyId = '00000000-0000-7000-8000-00000000000b'
const [paid, bonus] = ['00000000-0000-7000-8000-0000000000c1', '00000000-0000-7000-8000-0000000000c2']
const dayMs = 86_400_000
const long = { statementTimeoutMs: 900_000 }

interface Measured extends Readonly<Record<string, string | number>> {
  readonly what: string
  readonly rows: number
  readonly medianMs: number
  readonly worstMs: number
}

interface MoneyRow extends Measured {
  readonly indexes: string
}

export async function run(): Promise<readonly MoneyRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-money-'))
  const database = await openStore({ dataDirectory: folder, role: 'tool' })
  try {
    await migrate(database, fileURLToPath(new URL('../migrations', import.meta.url)))
    await fill(database)
    const [clock, sealer] = [systemClock(), createSealer(ids.bytes(32), ids)]
    const recorder = recordStatements(database)
    const ledger = createLedger({ database: recorder.database, clock, ids, sealer, terms: defaultTerms })
    return await measureAll(database, recorder, ledger)
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Rows as the ledger writes them, so that its sums agree. */
async function fill(database: Database): Promise<void> {
  const statements = [
    sql`insert into ledger_accounts (account_id, paid) values (${accountId}, ${calls}::bigint * 100)`,
    sql`insert into requests (account_id, request_id, operation, door, key_id, state, held, captured, lease_until,
                              created_at, quota_day, settled_at)
        select ${accountId},
               (substr(lpad(to_hex(ms), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex(ms), 12, '0'), 9, 4)
                 || '-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
               'matchResumeToJd', 'rest', ${keyId}, case when n % 100 = 0 then 'released' else 'captured' end,
               100, case when n % 100 = 0 then 0 else 100 end, at, at, at::date, at + interval '40 ms'
        from (select n, ms, to_timestamp(ms / 1000.0) as at from (
                select n, (extract(epoch from now()) * 1000
                           - (${calls} - n) * ${(365 * dayMs) / calls}::float8)::bigint as ms
                from generate_series(1, ${calls}::bigint) n) moments) calls`,
    sql`insert into entries (account_id, group_id, grant_id, debit, credit, point_cents, created_at)
        select account_id, request_id,
               (case when row_number() over (order by request_id) % 10000 = 1 then ${bonus} else ${paid} end)::uuid,
               'available', 'revenue', captured, settled_at
        from requests where captured > 0`,
    sql`insert into grants (account_id, grant_id, kind, granted, remaining, created_at, source)
        select ${accountId}, grant_id, case grant_id when ${bonus}::uuid then 'signup_bonus' else 'paid' end,
               sum(point_cents) + case grant_id when ${bonus}::uuid then 0 else ${calls}::bigint * 100 end,
               case grant_id when ${bonus}::uuid then 0 else ${calls}::bigint * 100 end,
               min(created_at) - interval '1 day', 'operator'
        from entries group by grant_id`,
    sql`insert into entries (account_id, group_id, grant_id, debit, credit, point_cents, created_at)
        select account_id, grant_id, grant_id, 'source', 'available', granted, created_at from grants`,
    sql`insert into charged_days (account_id, day, operation, key_id, calls, point_cents)
        select account_id, quota_day, operation, key_id, count(*), sum(captured)
        from requests where captured > 0 group by 1, 2, 3, 4`,
    // Adds other accounts. With a single account, its rows would be the whole table.
    sql`insert into charged_days (account_id, day, operation, key_id, calls, point_cents)
        select gen_random_uuid(), date '2026-01-01' + n % 300, 'matchResumeToJd', gen_random_uuid(), 1, 100
        from generate_series(1, 20000) n`,
    sql`analyze`,
  ]
  for (const statement of statements.slice(0, -1)) {
    await database.transaction((tx) => tx.run(statement), long)
  }
  await database.run(sql`analyze`)
}

/** The queries, and the indexes that they use. */
type Question = readonly [string, readonly string[], () => Promise<readonly unknown[]>]

async function measureAll(database: Database, recorder: Recorder, ledger: Ledger): Promise<MoneyRow[]> {
  const yearAgo = new Date(Date.now() - 364 * dayMs)
  const lines = (more: Partial<StatementQuery> = {}) => ledger.statement({ accountId, limit: 51, ...more })
  const [old] = await lines({ to: new Date(yearAgo.getTime() + dayMs), limit: 1 })
  const [newest] = await lines({ movement: 'hold', limit: 1 })
  const month = { from: yearAgo, to: new Date(yearAgo.getTime() + 30 * dayMs) }
  const afterId = old?.id ?? ''
  const requestId = newest?.requestId ?? ''
  const captures = 'entries_of_captures'
  const others = 'entries_but_captures'
  const page = [captures, others, 'requests_uncharged', 'requests_pkey']
  const since = ledger.dayOf(new Date(Date.now() - 29 * dayMs))
  const questions: readonly Question[] = [
    ['balance, kinds and grants', [], async () => (await ledger.money(accountId)).grants],
    ['spending of keys', ['charged_days_pkey'], () => ledger.keyUsage(accountId, since)],
    ['newest lines', page, () => lines()],
    ['a page from a year ago', page, () => lines({ afterId })],
    ['a month a year ago', page, () => lines(month)],
    ['captures', [captures], () => lines({ movement: 'capture' })],
    ['holds, a month a year ago', ['requests_pkey'], () => lines({ movement: 'hold', ...month })],
    ['releases', ['requests_uncharged'], () => lines({ movement: 'release' })],
    ['grants', [others], () => lines({ movement: 'grant' })],
    ['refunds: none', [others], () => lines({ movement: 'refund' })],
    ['a rare kind', [captures], () => lines({ kind: 'signup_bonus' })],
    ['one call', ['requests_pkey'], () => lines({ requestId })],
    ['a thousand lines of a file', page, () => lines({ limit: 1_000 })],
    ['a refund', ['requests_pkey'], () => refundOnce(recorder.database, ledger, requestId)],
    ['the first limit of a key', ['charged_days_pkey'], () => limitOnce(recorder.database, ledger)],
  ]
  const rows: MoneyRow[] = []
  for (const [what, expected, ask] of questions) {
    recorder.take()
    await ask()
    const indexes = await indexesOf(database, what, recorder.take(), expected)
    rows.push({ ...(await measure(what, ask)), indexes })
  }
  return rows
}

/** Each call uses another key, which has no limits yet: its spending is summed under the account's lock. */
async function limitOnce(database: Database, ledger: Ledger): Promise<readonly unknown[]> {
  const limits = { total: pointCents(100), daily: null, monthly: null }
  await database.transaction((tx) => ledger.setKeyLimitsIn(tx, accountId, ids.uuid(), limits))
  return [limits]
}

/** The first refund is granted, the others are refused. Both look the call up. */
async function refundOnce(
  database: Database,
  ledger: Ledger,
  requestId: string,
): Promise<readonly unknown[]> {
  return [await database.transaction((tx) => ledger.refundIn(tx, { requestId, reason: 'measured' }))]
}

async function measure(what: string, ask: () => Promise<readonly unknown[]>): Promise<Measured> {
  const times: number[] = []
  let rows = 0
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now()
    rows = (await ask()).length
    times.push(performance.now() - startedMs)
  }
  times.sort((a, b) => a - b)
  const ms = (value = 0) => Math.round(value * 10) / 10
  return { what, rows, medianMs: ms(times[rounds / 2]), worstMs: ms(times.at(-1)) }
}
