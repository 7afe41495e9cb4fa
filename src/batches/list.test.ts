import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { sql } from '../store/index.ts'
import { type BatchQuery, listBatches, listStatement, showStatement } from './list.ts'

/** Five thousand ended batches of ten accounts, started one after another; every hundredth failed. */

const batchesThere = 5_000
const accountId = '00000000-0000-7000-8000-000000000003'
const everything: BatchQuery = { accountId: null, status: null, after: null, limit: 1_000 }
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  await db.database.run(sql`
    insert into batches (account_id, batch_id, request_id, status, language, total, open_items, jd,
                         created_at, ended_at, billed, resource_billed, balance, summary_sealed)
    select ('00000000-0000-7000-8000-' || lpad((n % 10)::text, 12, '0'))::uuid,
           ('0198c0de-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, gen_random_uuid(),
           case when n % 100 = 0 then 'failed' else 'done' end, 'zh', 1, 0, 'removed',
           to_timestamp(n), to_timestamp(n), 100, 0, 0, ''
    from generate_series(1, ${batchesThere}) n`)
  await db.database.run(sql`analyze batches`)
})
afterAll(() => db.drop())

async function pages(query: BatchQuery): Promise<string[]> {
  const seen: string[] = []
  for (let { after } = query, full = true; full; ) {
    const page = await listBatches(db.database, { ...query, after })
    seen.push(...page.map(({ batchId }) => batchId))
    after = page.at(-1)?.batchId ?? null
    full = page.length === query.limit
  }
  return seen
}

test('the pages contain every batch once, the newest first', async () => {
  const seen = await pages(everything)
  expect(new Set(seen).size).toBe(batchesThere)
  expect(seen).toEqual([...seen].sort().reverse())
})

test('pages can be filtered by account and by status', async () => {
  expect(await pages({ ...everything, accountId, limit: 150 })).toHaveLength(500)
  expect(await pages({ ...everything, status: 'failed', limit: 20 })).toHaveLength(50)
  expect(await pages({ ...everything, accountId, status: 'failed' })).toEqual([])
})

const middle = '0198c0de-0000-7000-8000-000000002500'
test.each([
  ['the first page', listStatement({ ...everything, limit: 100 }), 'batches_by_id'],
  ['a page in the middle', listStatement({ ...everything, after: middle, limit: 100 }), 'batches_by_id'],
  [
    'a page of an account',
    listStatement({ ...everything, accountId, after: middle, limit: 10 }),
    'batches_(by_id|pkey)',
  ],
  ['one batch', showStatement(middle), 'batches_by_id'],
])('%s is found by an index', async (_, statement, index) => {
  const row = await db.database.one<{ 'QUERY PLAN': unknown }>(sql`explain (format json) ${statement}`)
  const plan = JSON.stringify(row['QUERY PLAN'])
  expect(plan).toMatch(new RegExp(`"Index Name":"${index}"`))
  expect(plan).not.toContain('Seq Scan')
  expect(plan).not.toContain('"Sort"')
})
