import { afterAll, describe, expect, test } from 'vitest'
import { createKey, revokeKey } from '../../src/accounts/index.ts'
import { apiPrefix, defaultTerms, type JsonObject } from '../../src/contract/index.ts'
import { operationExamples } from '../../src/doors/index.ts'
import { fakeClock, type Log, randomIds } from '../../src/kit/index.ts'
import { sql } from '../../src/store/index.ts'
import { endless, scriptedEngine } from '../support/scripted-engine.ts'
import { until } from '../support/until.ts'
import { type Answer, openWorld, type TestAccount, useWorld } from '../support/world.ts'

/** Every status of the two operations on batches, through the door. */

const engine = scriptedEngine()
const lines: string[] = []
const keep = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
const log: Log = { info: keep, warn: keep, error: keep, debug: keep }
const world = useWorld({ engine, terms: { quotaDaily: 5, batchResumesMax: 20 }, batchConcurrency: 4, log })
const idle = useWorld({ engine, terms: { quotaDaily: 5 } })
afterAll(() => expect(lines.join('\n')).not.toContain('planted'))

const path = `${apiPrefix}/batches/screen`
const candidates = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `planted 候选人 ${index + 1}` }))
const input = (count: number, more: JsonObject = {}): JsonObject => ({
  jd_text: '后端工程师，任职要求：熟练使用 Go',
  resumes: candidates(count),
  ...more,
})

async function read(account: TestAccount, batchId: unknown, from = world): Promise<Answer> {
  return from().send({ method: 'GET', path: `${apiPrefix}/batches/${batchId}`, key: account.key })
}

async function ended(account: TestAccount, batchId: unknown): Promise<Answer> {
  for (let turn = 0; turn < 4_000; turn++) {
    const answer = await read(account, batchId)
    if (answer.body.data.status !== 'running') return answer
    expect(answer.headers['retry-after']).toBe('2')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('the batch does not end')
}

describe('startBatchScreening', () => {
  test('200: the full price is held, nothing is charged yet, and the work runs in the background', async () => {
    const account = await world().account({ pointCents: 1_000 })
    const answer = await account.call('startBatchScreening', input(3, { label: '十一月' }))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      ok: true,
      data: { status: 'running', total: 3 },
      estimated_point_cents: 300,
      billing_note: expect.stringMatching(/[\u4e00-\u9fff]/),
    })
    expect(new Set(Object.values(answer.body.billing))).toEqual(new Set([0]))
    expect(answer.headers.ratelimit).toContain('"daily";r=4')
    const { body, headers } = await ended(account, answer.body.data.batch_id)
    expect(headers['retry-after']).toBeUndefined()
    expect(body.data).toMatchObject({
      status: 'done',
      label: '十一月',
      completed: 3,
      billing_status: 'settled',
    })
    expect(Object.keys(body)).toEqual(['ok', 'request_id', 'data'])
    expect(await account.balance()).toEqual({ spendable: 700, held: 0 })
    expect(await account.requests('captured')).toBe(1)
  })

  test('200: its candidates are matched for its account', async () => {
    const account = await world().account()
    const { body } = await account.call('startBatchScreening', input(2))
    await ended(account, body.data.batch_id)
    expect(engine.owners().filter((owner) => owner === account.accountId)).toHaveLength(2)
  })

  test('200: held in full while it runs', async () => {
    const account = await idle().account({ pointCents: 1_000 })
    const answer = await account.call('startBatchScreening', input(3))
    expect(await account.balance()).toEqual({ spendable: 700, held: 300 })
    const running = await read(account, answer.body.data.batch_id, idle)
    expect(running.body.data).toMatchObject({
      status: 'running',
      completed: 0,
      billing_status: 'pending',
      billing: {},
      summary: null,
      label: '',
      items: [1, 2, 3].map((number) => ({
        index: number - 1,
        candidate_label: `候选人 ${number}`,
        score: null,
        tags: [],
        recommendation: '',
        strengths: [],
        gaps: [],
        requirements: [],
        warnings: [],
        duplicate_of: [],
      })),
    })
  })

  test('400: every problem is reported, and neither a batch nor a hold is created', async () => {
    const account = await world().account()
    const wrong = [
      { jd_text: '短', resumes: [] },
      { jd_text: input(1).jd_text, resumes: [{ text: '  ' }, { label: 'x' }, 'text'] },
      input(21),
      { ...input(1), label: 'x'.repeat(121) },
      { ...input(1), resumes: [{ text: 'a', label: 'x'.repeat(121) }, { text: 'x'.repeat(12_001) }] },
    ]
    const paths: string[][] = []
    for (const body of wrong) {
      const answer = await account.call('startBatchScreening', body as JsonObject)
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
      paths.push(answer.body.detail.map((issue) => issue.path))
    }
    expect(paths).toEqual([
      ['jd_text', 'resumes'],
      ['resumes[0].text', 'resumes[1].text', 'resumes[2]'],
      ['resumes'],
      ['label'],
      ['resumes[0].label', 'resumes[1].text'],
    ])
    expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
  })

  test('401, 403: no key, other roles, keys without the scope; before the body is read', async () => {
    expect((await world().send({ path, body: { bad: 1 } })).status).toBe(401)
    const seeker = await world().account({ role: 'job_seeker' })
    expect((await seeker.call('startBatchScreening', {})).body.error).toBe('recruiter_only')
    const narrow = await world().account({ scopes: ['matchResumeToJd'] })
    expect((await narrow.call('startBatchScreening', {})).body.error).toBe('insufficient_scope')
    expect((await read(narrow, randomIds().uuid())).body.error).toBe('insufficient_scope')
  })

  test('402: unless the balance covers the whole batch; the key stays free and nothing remains', async () => {
    const account = await idle().account({ pointCents: 299 })
    const refused = await account.call('startBatchScreening', input(3), { idempotencyKey: 'k' })
    expect(refused).toMatchObject({
      status: 402,
      body: { error: 'insufficient_points', required_point_cents: 300, balance_point_cents: 299 },
    })
    expect(await account.balance()).toEqual({ spendable: 299, held: 0 })
    expect(await batchesOf(account)).toBe(0)
    const smaller = await account.call('startBatchScreening', input(2), { idempotencyKey: 'k' })
    expect(smaller.status).toBe(200)
  })

  test('422 and replay: one key is one batch, also for parallel calls', async () => {
    const account = await idle().account()
    const calls = Array.from({ length: 8 }, () =>
      account.call('startBatchScreening', input(2), { idempotencyKey: 'k' }),
    )
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(7)
    expect(await batchesOf(account)).toBe(1)
    expect(await account.balance()).toEqual({ spendable: 9_800, held: 200 })
    const other = await account.call('startBatchScreening', input(3), { idempotencyKey: 'k' })
    expect(other).toMatchObject({ status: 422, body: { error: 'idempotency_key_reused' } })
  })

  test('a replay is answered while its account is locked, and waits for no other start', async () => {
    const account = await idle().account()
    const start = () => account.call('startBatchScreening', input(2), { idempotencyKey: 'k' })
    const first = await start()
    const { repetition, waiting } = await idle().database.transaction(async (tx) => {
      await tx.run(sql`select 1 from ledger_accounts where account_id = ${account.accountId} for update`)
      const waiting = account.call('startBatchScreening', input(1))
      return { repetition: await start(), waiting }
    })
    expect(repetition.text).toBe(first.text)
    expect((await waiting).status).toBe(200)
  })

  test('413: by its announced length', async () => {
    const { key } = await world().account()
    const headers = { 'content-length': String(75 * 1024 * 1024 + 1) }
    expect((await world().send({ path, method: 'POST', headers, key, body: '' })).status).toBe(413)
  })

  test("429: above the quota, which reads don't use", async () => {
    const account = await idle().account()
    const first = await account.call('startBatchScreening', input(1))
    for (let turn = 0; turn < 10; turn++) await read(account, first.body.data.batch_id, idle)
    for (let turn = 0; turn < 4; turn++)
      expect((await account.call('startBatchScreening', input(1))).status).toBe(200)
    const refused = await account.call('startBatchScreening', input(1))
    expect(refused).toMatchObject({ status: 429, body: { error: 'open_api_quota_exceeded' } })
    expect(await batchesOf(account)).toBe(5)
    expect((await read(account, first.body.data.batch_id, idle)).status).toBe(200)
  })

  test('500: if the database refuses, no hold and no batch remains', async () => {
    const account = await idle().account()
    const { store } = idle().rooms
    await store.run(sql`alter table batch_items add constraint refusal check (position < 2) not valid`)
    const failed = await account.call('startBatchScreening', input(2), { idempotencyKey: 'k' })
    await store.run(sql`alter table batch_items drop constraint refusal`)
    expect(failed).toMatchObject({ status: 500, body: { detail: { reason: 'internal' } } })
    expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
    expect(await batchesOf(account)).toBe(0)
    const again = await account.call('startBatchScreening', input(2), { idempotencyKey: 'k' })
    expect(again.status).toBe(200)
  })

  test('its example is a call that succeeds, and its batch looks like the example of reading', async () => {
    const account = await world().account()
    const { request, response } = operationExamples.startBatchScreening
    const answer = await account.call('startBatchScreening', request ?? {})
    expect(answer.status, answer.text).toBe(200)
    expect(Object.keys(answer.body)).toEqual(Object.keys(response))
    const { body } = await ended(account, answer.body.data.batch_id)
    const example = operationExamples.getBatchScreeningResult.response
    expect(Object.keys(body)).toEqual(Object.keys(example))
    expect(Object.keys(body.data)).toEqual(Object.keys(example.data as object))
  })
})

describe('getBatchScreeningResult', () => {
  test('404: for an unknown batch, one of another account, or an invalid id; never 400', async () => {
    const [owner, other] = [await world().account(), await world().account()]
    const { body } = await owner.call('startBatchScreening', input(1))
    const batchId = String(body.data.batch_id)
    expect((await read(owner, batchId.toUpperCase())).status).toBe(200)
    const ids = [batchId.replace(/.$/, 'x'), randomIds().uuid(), 'x', '%20', '%00', 'null', '..%2F', '中']
    for (const id of [...ids, 'x'.repeat(5_000), `${batchId}%20`]) {
      const answer = await read(owner, encodeURI(decodeURI(id)))
      expect(answer, id.slice(0, 50)).toMatchObject({ status: 404, body: { error: 'batch_not_found' } })
    }
    expect(await read(other, batchId)).toMatchObject({ status: 404, body: { error: 'batch_not_found' } })
    await ended(owner, batchId)
  })

  test('401 and 403 come before 404', async () => {
    expect((await world().send({ method: 'GET', path: `${apiPrefix}/batches/x` })).status).toBe(401)
    const seeker = await world().account({ role: 'job_seeker' })
    expect((await read(seeker, 'x')).body.error).toBe('recruiter_only')
  })

  test('200: a mixed batch is partial, charged for the scored ones, those without a score last', async () => {
    const account = await world().account({ pointCents: 1_000, kind: 'resource_pack' })
    engine.scoreBy(({ resumeText }) => {
      const number = Number(/\d+/.exec(resumeText)?.[0])
      if (number === 2) throw new Error('planted failure')
      return number * 10 + 0.4
    })
    const { body } = await account.call('startBatchScreening', input(4))
    const { data } = (await ended(account, body.data.batch_id)).body
    engine.scoreBy(null)
    expect(data).toMatchObject({ status: 'partial', completed: 4, billing_status: 'settled' })
    expect(data.billing).toMatchObject({ billed_point_cents: 300, resource_point_cents: 300 })
    const items = data.items as { index: number; candidate_label: string; score: number | null }[]
    expect(items.map(({ index, candidate_label, score }) => [index, candidate_label, score])).toEqual([
      [3, '候选人 4', 40],
      [2, '候选人 3', 30],
      [0, '候选人 1', 10],
      [1, '候选人 2', null],
    ])
    expect(await account.balance()).toEqual({ spendable: 700, held: 0 })
  })

  test('200: a batch whose key is revoked continues and is charged; another key can read it', async () => {
    const account = await world().account({ pointCents: 300 })
    const { store, clock, ids } = world().rooms
    const { promise: revoked, resolve: goOn } = Promise.withResolvers<void>()
    engine.scoreBy(() => revoked.then(() => 50))
    const { body } = await account.call('startBatchScreening', input(2))
    await store.transaction((tx) => revokeKey(tx, { clock }, account.accountId, account.keyId))
    await until(async () => (await read(account, body.data.batch_id)).status === 401)
    goOn()
    const { key } = await store.transaction((tx) =>
      createKey(tx, { clock, ids }, { accountId: account.accountId }),
    )
    const { data } = (await ended({ ...account, key }, body.data.batch_id)).body
    engine.scoreBy(null)
    expect(data).toMatchObject({ status: 'done', billing: { billed_point_cents: 200 } })
    expect(await account.balance()).toEqual({ spendable: 100, held: 0 })
  })

  test('200: a batch past thirty minutes is ended when it is read, with a clock handed in', async () => {
    const clock = fakeClock()
    const stack = new AsyncDisposableStack()
    const old = await openWorld({ engine, clock, terms: defaultTerms }, stack)
    const account = await old.account({ pointCents: 500 })
    const { body } = await account.call('startBatchScreening', input(2))
    clock.advance(30 * 60_000)
    const answer = await read(account, body.data.batch_id, () => old)
    expect(answer.body.data).toMatchObject({
      status: 'failed',
      completed: 2,
      billing_status: 'not_charged',
      billing: { billed_point_cents: 0 },
    })
    expect(answer.headers['retry-after']).toBeUndefined()
    expect(await account.balance()).toEqual({ spendable: 500, held: 0 })
    await stack.disposeAsync()
  })

  test('however often one account polls, another is answered meanwhile', async () => {
    const [many, other] = [await world().account(), await world().account()]
    const [asked, own] = await Promise.all(
      [many, other].map(
        async (each) => (await each.call('startBatchScreening', input(20))).body.data.batch_id,
      ),
    )
    await Promise.all([ended(many, asked), ended(other, own)])
    let [answered, isOver] = [0, false]
    const statuses = new Set<number>()
    const storm = Array.from({ length: 200 }, async () => {
      for (; !isOver; answered += 1) statuses.add((await read(many, asked)).status)
    })
    await until(() => answered > 400)
    const before = answered
    const { status } = await read(other, own)
    const meanwhile = answered - before
    isOver = true
    await Promise.all(storm)
    expect([status, ...statuses]).toEqual([200, 200])
    expect(meanwhile).toBeLessThan(100)
  })

  test('200 with progress while an engine is slow', async () => {
    const account = await world().account()
    engine.behave(endless)
    const { body } = await account.call('startBatchScreening', input(2))
    const answer = await read(account, body.data.batch_id)
    expect(answer.body.data).toMatchObject({ status: 'running', completed: 0, total: 2 })
    engine.behave(async () => {})
  })
})

async function batchesOf(account: TestAccount): Promise<number> {
  const statement = sql`select batch_id from batches where account_id = ${account.accountId}`
  return (await idle().rooms.store.many(statement)).length
}
