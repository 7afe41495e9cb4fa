import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, raw, type Sql, sql } from '../../src/store/index.ts'

/** The rows that a year of calls leaves in the tables. */
export interface Fill {
  readonly callsPerAccount: number
  /** One in this number of calls is a batch of a single candidate. */
  readonly callsPerBatch: number
}

const dayMs = 86_400_000
const long = { statementTimeoutMs: 1_800_000 }
/** Accounts per statement, so that the write-ahead log is written in pieces. */
const accountsAtOnce = 100

/**
 * Inserts charged calls of every account that has a grant, an entry for each, and batches, as the service
 * leaves them: `ledger verify` finds no error. Then does the work that autovacuum would do in time.
 */
export async function fillLedger(database: Database, fill: Fill): Promise<void> {
  const { n } = await database.one<{ n: number }>(sql`select count(*)::int as n from ledger_accounts`)
  for (let from = 0; from < n; from += accountsAtOnce) {
    await database.transaction(async (tx) => {
      for (const statement of fillStatements(from, fill)) await tx.run(statement)
    }, long)
  }
  await database.transaction(async (tx) => {
    await tx.run(sql`
      insert into claims (account_id, operation, key_hash, request_id, fingerprint, lease_until, reply_sealed, expires_at)
      select account_id, 'matchResumeToJd', sha256(convert_to(n::text, 'UTF8')), gen_random_uuid(), '\\x00', now(),
             sha256('reply'), now() + interval '20 hours'
      from ledger_accounts cross join generate_series(1, 30) n order by account_id`)
  }, long)
  for (const table of tables) await vacuum(database, table)
  await database.run(sql`checkpoint`)
}

const tables = [
  'requests',
  'entries',
  'batches',
  'batch_items',
  'charged_days',
  'claims',
  'grants',
  'ledger_accounts',
]

/** VACUUM can't run in a transaction. The server continues it after our time limit of a single statement. */
async function vacuum(database: Database, table: string): Promise<void> {
  await database.run(sql`vacuum (analyze) ${raw(table)}`).catch(() => 0)
  const running = sql`select count(*)::int as n from pg_stat_activity where query ~ '^vacuum' and state = 'active'`
  while ((await database.one<{ n: number }>(running)).n > 0) await sleep(200)
}

/** One set of accounts, in the order of the primary keys. */
function fillStatements(from: number, { callsPerAccount, callsPerBatch }: Fill): readonly Sql[] {
  const accounts = sql`
    (select a.account_id, g.grant_id, k.key_id, row_number() over (order by a.account_id) as i
     from ledger_accounts a join grants g on g.account_id = a.account_id join api_keys k on k.account_id = a.account_id
     order by a.account_id limit ${accountsAtOnce} offset ${from}) accounts`
  const apartMs = (365 * dayMs) / callsPerAccount
  const hex = sql`lpad(to_hex(ms), 12, '0')`
  return [
    sql`set local session_replication_role = replica`,
    sql`
      insert into requests (account_id, request_id, operation, door, key_id, state, held, captured, lease_until,
                            created_at, quota_day, settled_at, usage)
      select account_id,
             (substr(${hex}, 1, 8) || '-' || substr(${hex}, 9, 4) || '-7000-8000-' || lpad((i * 1000000 + n)::text, 12, '0'))::uuid,
             case when n % ${callsPerBatch} = 0 then 'startBatchScreening' else 'matchResumeToJd' end, 'rest', key_id,
             'captured', 100, 100, at, at, at::date, at + interval '40 ms',
             '{"prompt_tokens": 900, "completion_tokens": 300, "total_tokens": 1200}'
      from (select *, to_timestamp(ms / 1000.0) as at from (
              select *, (extract(epoch from now() - interval '40 days') * 1000
                         - (${callsPerAccount + 1}::bigint - n) * ${apartMs}::float8)::bigint as ms
              from ${accounts} cross join generate_series(1, ${callsPerAccount}::bigint) n) moments) calls
      order by account_id, n`,
    ofThese(
      sql`
      insert into entries (account_id, group_id, grant_id, debit, credit, point_cents, created_at)
      select r.account_id, r.request_id, accounts.grant_id, 'available', 'revenue', r.captured, r.settled_at
      from`,
      accounts,
      sql`order by r.account_id, r.request_id`,
    ),
    sql`
      update grants g set remaining = remaining - 100 * ${callsPerAccount}::bigint
      from ${accounts} where g.account_id = accounts.account_id`,
    sql`
      update ledger_accounts a set paid = paid - 100 * ${callsPerAccount}::bigint, version = version + 1
      from ${accounts} where a.account_id = accounts.account_id`,
    ofThese(
      sql`
      insert into charged_days (account_id, day, operation, key_id, calls, point_cents)
      select r.account_id, r.quota_day, r.operation, r.key_id, count(*), sum(r.captured) from`,
      accounts,
      sql`group by 1, 2, 3, 4`,
    ),
    ofThese(
      sql`
      insert into batches (account_id, batch_id, request_id, status, language, total, open_items, jd, created_at,
                           ended_at, billed, resource_billed, balance, summary_sealed)
      select r.account_id, overlay(r.request_id::text placing '9' from 20 for 1)::uuid, r.request_id, 'done', 'zh', 1, 0,
             convert_to('removed', 'UTF8'), r.created_at, r.settled_at, 100, 0, 1000, sha256('summary') from`,
      accounts,
      sql`and r.operation = 'startBatchScreening' order by r.account_id, r.request_id`,
    ),
    ofThese(
      sql`
      insert into batch_items (account_id, batch_id, position, state, resume, score, result_sealed, ended_at)
      select r.account_id, overlay(r.request_id::text placing '9' from 20 for 1)::uuid, 1, 'scored',
             convert_to('removed', 'UTF8'), 50, decode(repeat('ab', 300), 'hex'), r.settled_at from`,
      accounts,
      sql`and r.operation = 'startBatchScreening' order by r.account_id, r.request_id`,
    ),
  ]
}

/** A statement over the calls of these accounts. */
function ofThese(before: Sql, accounts: Sql, after: Sql): Sql {
  return sql`${before} ${accounts} join requests r on r.account_id = accounts.account_id ${after}`
}
