import { beforeAll, expect, test } from 'vitest'
import { searchStatement } from '../../src/accounts/index.ts'
import { listOwnStatement } from '../../src/batches/index.ts'
import {
  callDaysStatement,
  callRecordStatement,
  callsStatement,
  deleteRecordsStatement,
} from '../../src/console/index.ts'
import { firstUuidAt } from '../../src/kit/index.ts'
import { type Sql, sql } from '../../src/store/index.ts'
import { useWorld } from '../support/world.ts'

/** Twenty thousand calls, most of them of one account: no query of a page may scan all of them. */

const world = useWorld()
const accountId = '00000000-0000-7000-8000-00000000000a'
const keyId = '00000000-0000-7000-8000-00000000000b'
const ofAccount = { accountId, after: firstUuidAt(new Date('2027-06-01')), limit: 51 }

beforeAll(async () => {
  const { database } = world()
  await database.run(sql`
    insert into call_records (account_id, request_id, at, operation, door, key_id, status, error, outcome,
                              milliseconds)
    select ${accountId}::uuid,
           (substr(lpad(to_hex(1800000000000 + n * 1000), 12, '0'), 1, 8) || '-'
             || substr(lpad(to_hex(1800000000000 + n * 1000), 12, '0'), 9, 4) || '-7000-8000-'
             || lpad(n::text, 12, '0'))::uuid,
           to_timestamp(1800000000 + n),
           case when n % 4000 = 0 then 'optimizeJd' else 'matchResumeToJd' end,
           case when n % 4000 = 1 then 'mcp' else 'rest' end,
           case when n % 4000 = 2 then ${keyId}::uuid else gen_random_uuid() end,
           200, null, case when n % 4000 = 3 then 'failed' else 'ok' end, 5
    from generate_series(1, 20000) n`)
  await database.run(sql`
    insert into call_days (account_id, day, operation, ok, refused, failed, counts)
    select gen_random_uuid(), date '2027-01-01' + n % 300, 'matchResumeToJd', 1, 0, 0, '{1}'
    from generate_series(1, 20000) n`)
  await database.run(sql`
    insert into accounts (account_id, email, role, created_at)
    select gen_random_uuid(), n || '@example.com', 'recruiter', now() from generate_series(1, 20000) n`)
  await database.run(sql`
    insert into batches (account_id, batch_id, request_id, status, language, total, open_items, jd, created_at,
                         ended_at, billed, summary_sealed)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'done', 'zh', 1, 0, 'removed', now(), now(),
           0, 'x'
    from generate_series(1, 20000) n`)
  await database.run(sql`analyze`)
}, 120_000)

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Plan Rows': number
  readonly 'Actual Rows': number
  readonly Plans?: readonly Plan[]
}

async function planOf(statement: Sql): Promise<Plan[]> {
  const row = await world().database.one<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (analyze, format json) ${statement}`,
  )
  const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]
  return flat(row['QUERY PLAN'][0].Plan)
}

const statements: readonly (readonly [string, Sql, RegExp])[] = [
  ['the newest calls', callsStatement({ ...ofAccount, after: null }), /^call_records_pkey$/],
  ['the next page', callsStatement(ofAccount), /^call_records_pkey$/],
  ['one call', callsStatement({ ...ofAccount, requestId: keyId }), /^call_records/],
  [
    'a rare operation',
    callsStatement({ ...ofAccount, operation: 'optimizeJd' }),
    /^call_records_by_operation$/,
  ],
  ['a rare door', callsStatement({ ...ofAccount, door: 'mcp' }), /^call_records_by_door$/],
  ['a key', callsStatement({ ...ofAccount, keyId }), /^call_records_by_key$/],
  ['what failed', callsStatement({ ...ofAccount, outcome: 'failed' }), /^call_records_not_ok$/],
  ['days of an account', callDaysStatement(accountId, '2027-01-01'), /^call_days_pkey$/],
  ['batches of an account', listOwnStatement(ofAccount), /^batches_/],
  [
    'the beginning of an address',
    searchStatement({ after: null, limit: 51, search: '1999' }),
    /^accounts_by_email_prefix$/,
  ],
]

test.each(statements)(
  '%s: uses its index and reads few rows besides the page',
  async (_, statement, index) => {
    const nodes = await planOf(statement)
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    expect(nodes.map((node) => node['Index Name'])).toContainEqual(expect.stringMatching(index))
    for (const node of nodes) expect(node['Actual Rows']).toBeLessThan(100)
  },
)

test('old records are found without a full scan', async () => {
  const nodes = await planOf(deleteRecordsStatement(new Date('2020-01-01'), 5))
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
})

test('the call of a request id is found without a full scan, in any account', async () => {
  const nodes = await planOf(callRecordStatement(firstUuidAt(new Date(1_800_010_000_000)), 1_800_010_000_000))
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
})
