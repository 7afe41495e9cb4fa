import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type CallQuery,
  readCallDays,
  readCalls,
  usageDays,
  writeCallsStatement,
} from '../src/console/index.ts'
import { randomIds } from '../src/kit/index.ts'
import { chargesOf, readChargedDays } from '../src/ledger/index.ts'
import { type Database, migrate, openStore, sql } from '../src/store/index.ts'
import { indexesOf, recordStatements } from './support/plans.ts'

/**
 * Runs the queries of the usage pages on the embedded server. The account has a million calls in a year by
 * twenty keys; other accounts have a hundred thousand. Also measures the cost of recording calls. Throws
 * where an index isn't used.
 */
const callsOfAccount = 1_000_000
const rounds = 20
const ids = randomIds()
const accountId = '00000000-0000-7000-8000-00000000000a'
const keyId = '00000000-0000-7000-8000-00000000000b'
const dayMs = 86_400_000

interface Measured extends Readonly<Record<string, string | number>> {
  readonly what: string
  readonly rows: number
  readonly medianMs: number
  readonly worstMs: number
}

interface UsageRow extends Measured {
  readonly indexes: string
}

export async function run(): Promise<readonly UsageRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-usage-'))
  const database = await openStore({ dataDirectory: folder, role: 'tool' })
  try {
    await migrate(database, fileURLToPath(new URL('../migrations', import.meta.url)))
    await fill(database)
    return await measureAll(database)
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** On some days a filter finds nothing over a long period: rare values lie far in the past. */
async function fill(database: Database): Promise<void> {
  const secondsApart = (365 * dayMs) / callsOfAccount
  const long = { statementTimeoutMs: 900_000 }
  await database.transaction(
    (tx) =>
      tx.run(sql`
        with calls as (
          select n, (extract(epoch from now()) * 1000
                    - (${callsOfAccount * 1.1}::bigint - n) * ${secondsApart}::float8)::bigint as ms,
                 case when n % 11 = 0 then gen_random_uuid() else ${accountId}::uuid end as account_id
          from generate_series(1, ${callsOfAccount * 1.1}::bigint) n)
        insert into call_records (account_id, request_id, at, operation, door, key_id, status, error, outcome,
                                  milliseconds)
        select account_id,
               (substr(lpad(to_hex(ms), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex(ms), 12, '0'), 9, 4)
                 || '-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
               to_timestamp(ms / 1000.0),
               (array['parseResume', 'matchResumeToJd', 'optimizeJd', 'getBatchScreeningResult'])[1 + n % 4],
               case when n % 5 = 0 then 'mcp' when n < 200 then 'console' else 'rest' end,
               case when n % 100000 = 0 then ${keyId}::uuid end,
               case when n % 50 = 0 then 402 when n % 20011 = 0 then 500 else 200 end, null,
               case when n % 50 = 0 then 'refused' when n % 20011 = 0 then 'failed' else 'ok' end, n % 3000
        from calls`),
    long,
  )
  await database.transaction(
    (tx) =>
      tx.run(sql`
        insert into requests (account_id, request_id, operation, door, key_id, state, held, captured,
                              lease_until, created_at, quota_day, settled_at)
        select account_id, request_id, operation, door,
               ('00000000-0000-7000-9000-' || lpad((abs(hashtext(request_id::text)) % 20)::text, 12, '0'))::uuid,
               'captured', 100, 100, at, at, at::date, at
        from call_records where outcome = 'ok'`),
    long,
  )
  await database.transaction(
    (tx) =>
      tx.run(sql`
        insert into charged_days (account_id, day, operation, key_id, calls, point_cents)
        select account_id, quota_day, operation, key_id, count(*), sum(captured)
        from requests group by 1, 2, 3, 4`),
    long,
  )
  await database.transaction(
    (tx) =>
      tx.run(sql`
        insert into call_days (account_id, day, operation, ok, refused, failed, counts)
        select account_id, at::date, operation, count(*) filter (where outcome = 'ok'),
               count(*) filter (where outcome = 'refused'), count(*) filter (where outcome = 'failed'),
               array_fill(80::bigint, array[35])
        from call_records group by 1, 2, 3`),
    long,
  )
  await database.run(sql`analyze`)
}

async function measureAll(real: Database): Promise<UsageRow[]> {
  const { database, take } = recordStatements(real)
  const page: CallQuery = { accountId, after: null, limit: 51 }
  const yearAgo = new Date(Date.now() - 364 * dayMs)
  const day = (at: Date) => at.toISOString().slice(0, 10)
  const calls = (more: Partial<CallQuery>) => () => readCalls(database, { ...page, ...more })
  const usage = (from: Date) => async () =>
    usageDays(
      await readCallDays(database, accountId, day(from)),
      await readChargedDays(database, accountId, day(from)),
    )
  const newest = await readCalls(database, { ...page, limit: 1_000 })
  const [last] = await readCalls(database, { ...page, to: new Date(yearAgo.getTime() + dayMs), limit: 1 })
  const named = newest.map(({ request_id }) => request_id)
  const month = { from: yearAgo, to: new Date(yearAgo.getTime() + 30 * dayMs) }
  const all = 'call_records_pkey'
  const days = ['call_days_pkey', 'charged_days_pkey']
  const byDoor = 'call_records_by_door'
  const byOperation = 'call_records_by_operation'
  const questions: readonly Question[] = [
    ['usage of 30 days', days, usage(new Date(Date.now() - 29 * dayMs))],
    ['usage of 366 days', days, usage(new Date(Date.now() - 365 * dayMs))],
    ['newest calls', [all], calls({})],
    ['a page from a year ago', [all], calls({ after: last?.request_id ?? null })],
    ['one operation', [byOperation], calls({ operation: 'optimizeJd' })],
    ['a rare door', [byDoor], calls({ door: 'console' })],
    ['a rare key', ['call_records_by_key'], calls({ keyId })],
    ['failed', ['call_records_not_ok'], calls({ outcome: 'failed' })],
    ['refused at a rare door', [byDoor], calls({ outcome: 'refused', door: 'console' })],
    ['a month, one operation', [byOperation], calls({ operation: 'parseResume', ...month })],
    ['one call by its id', [all], calls({ requestId: newest[500]?.request_id ?? '' })],
    ['a thousand lines of a file', [all], calls({ limit: 1_000 })],
    [
      'charges of a thousand calls',
      ['requests_pkey'],
      async () => [...(await chargesOf(database, accountId, named)).keys()],
    ],
    ['recording 1,000 calls', [], () => record(database)],
  ]
  const rows: UsageRow[] = []
  for (const [what, expected, ask] of questions) {
    take()
    await ask()
    const indexes = await indexesOf(real, what, take(), expected)
    rows.push({ ...(await measure(what, ask)), indexes })
  }
  return rows
}

/** The queries, and the indexes that they use. */
type Question = readonly [string, readonly string[], () => Promise<readonly unknown[]>]

async function record(database: Database): Promise<readonly unknown[]> {
  const calls = Array.from({ length: 1_000 }, (_, index) => ({
    ...({ accountId, keyId, requestId: ids.uuid(), operation: 'parseResume', door: 'rest' } as const),
    ...{ at: new Date(), milliseconds: index, status: 200, error: null, pages: 1, tokens: null },
  }))
  await database.run(writeCallsStatement(calls, (at) => at.toISOString().slice(0, 10)))
  return calls
}

async function measure(what: string, ask: () => Promise<readonly unknown[]>): Promise<Measured> {
  const { length } = await ask()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await ask()
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  const tenths = (ms = 0) => Math.round(ms * 10) / 10
  return { what, rows: length, medianMs: tenths(times[rounds / 2]), worstMs: tenths(times.at(-1)) }
}
