import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { apiPrefix, type JsonObject } from '../../src/contract/index.ts'
import type { Log } from '../../src/kit/index.ts'
import { soundInputs } from '../support/inputs.ts'
import { agent, eras } from '../support/mcp.ts'
import { atOnce, failing, scriptedEngine } from '../support/scripted-engine.ts'
import { until } from '../support/until.ts'
import { type Answer, type TestAccount, useWorld } from '../support/world.ts'

/** Criteria over REST and MCP, in matches and batches. */

const engine = scriptedEngine()
const lines: string[] = []
const keep = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
const log: Log = { info: keep, warn: keep, error: keep, debug: keep }
const real = useWorld({ terms: { quotaDaily: 0 }, batchConcurrency: 1 })
const world = useWorld({ engine, terms: { quotaDaily: 5 }, batchConcurrency: 2, log })
afterAll(() => expect(lines.join('\n')).not.toContain('planted'))

const given = [
  { text: ' 熟练使用 Go ', priority: 'must', weight: 2, status: 'met', evidence: 'planted', unknown: [1] },
  { text: '有 planted 经验', priority: 'preferred' },
]
const understood = [
  { text: '熟练使用 Go', priority: 'must', weight: 2 },
  { text: '有 planted 经验', priority: 'preferred', weight: 1 },
]
/** As the API description defines it. */
const hash = createHash('sha256')
  .update(
    '[{"priority":"must","text":"熟练使用 Go","weight":2},{"priority":"preferred","text":"有 planted 经验","weight":1}]',
  )
  .digest('hex')
const match = (more: JsonObject = {}): JsonObject => ({ ...soundInputs.matchResumeToJd, ...more })
const batch = (count: number, more: JsonObject = {}): JsonObject => ({
  jd_text: '后端工程师，任职要求：熟练使用 Go',
  resumes: Array.from({ length: count }, (_, index) => ({ text: `planted 候选人 ${'甲乙丙丁'[index]}` })),
  ...more,
})
const lastMatch = () => engine.matches().at(-1)

async function ended(account: TestAccount, batchId: unknown, from = world): Promise<Answer> {
  const path = `${apiPrefix}/batches/${batchId}`
  let answer: Answer | undefined
  await until(async () => {
    answer = await from().send({ method: 'GET', path, key: account.key })
    return answer.body.data.status !== 'running'
  })
  if (answer === undefined) throw new Error('the batch does not end')
  return answer
}

describe('matchResumeToJd', () => {
  test('200: judged by exactly these; the answer repeats them as parsed, with their hash', async () => {
    const account = await world().account({ pointCents: 1_000 })
    const answer = await account.call('matchResumeToJd', match({ criteria: given }))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject({ criteria: understood, criteria_hash: hash, warnings: [] })
    expect(lastMatch()?.criteria).toEqual(understood)
    expect(await account.balance()).toEqual({ spendable: 900, held: 0 })
  })

  test('200 without: no criteria in the answer, and the engine reads the job', async () => {
    const account = await world().account()
    for (const more of [{}, { criteria: null }]) {
      const { body } = await account.call('matchResumeToJd', match(more))
      expect(Object.keys(body.data)).not.toContain('criteria')
      expect(Object.keys(body.data)).not.toContain('criteria_hash')
      expect(lastMatch()).not.toHaveProperty('criteria')
    }
  })

  test('200: the requirements of an answer can be sent back, unchanged or edited', async () => {
    const account = await real().account()
    const first = await account.call('matchResumeToJd', match())
    const { requirements } = first.body.data as never as { requirements: JsonObject[] }
    expect(requirements.length).toBeGreaterThan(1)
    for (const each of requirements) expect(each).toMatchObject({ stated: expect.any(Boolean) })
    const again = await account.call('matchResumeToJd', match({ criteria: requirements }))
    expect(again.status, again.text).toBe(200)
    expect(again.body.data.requirements).toEqual(requirements)
    const edited = [{ ...requirements[0], text: '持有注册会计师证书', weight: 3 }]
    const third = await account.call('matchResumeToJd', match({ criteria: edited }))
    expect(third.body.data.requirements).toMatchObject([
      { text: '持有注册会计师证书', weight: 3, status: 'not_met', stated: false, evidence: null },
    ])
    expect(third.body.data.criteria_hash).not.toBe(again.body.data.criteria_hash)
  })

  test('200: without readable requirements there is a warning instead of a conclusion, in its language', async () => {
    const account = await real().account()
    const ask = async (jd_text: string) =>
      (await account.call('matchResumeToJd', match({ jd_text, job_title: null }))).body.data
    expect(await ask('我们是一家公司，欢迎你来，欢迎你来')).toMatchObject({
      requirements: [],
      recommendation: '没有读出可逐条核对的要求，无法给出匹配结论。',
      warnings: [{ code: 'no_checkable_requirement', message: expect.stringContaining('没有读出') }],
    })
    expect(await ask('We are a company and everybody loves us')).toMatchObject({
      recommendation: expect.stringContaining('no conclusion'),
      warnings: [
        { code: 'no_checkable_requirement', message: expect.stringContaining('No checkable requirement') },
      ],
    })
  })

  test('400: every problem is reported with its path, and nothing is charged', async () => {
    const account = await world().account()
    const criteria = [{ text: ' ', priority: 'nice', weight: 0 }, 'Go', { text: 'x'.repeat(501) }]
    const answer = await account.call('matchResumeToJd', match({ criteria }))
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
    expect(answer.body.detail.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'criteria[0].text blank',
      'criteria[0].priority unknown_value',
      'criteria[0].weight too_small',
      'criteria[1] not_an_object',
      'criteria[2].text too_long',
      'criteria[2].priority required',
    ])
    const many = await account.call('matchResumeToJd', match({ criteria: Array(61).fill(given[0]) }))
    expect(many.body.detail).toMatchObject([{ path: 'criteria', code: 'too_many_items' }])
    expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
  })

  test('402, 429, 500: as without; the key is free again', async () => {
    const poor = await world().account({ pointCents: 99 })
    expect((await poor.call('matchResumeToJd', match({ criteria: given }))).status).toBe(402)
    const account = await world().account()
    engine.behave(failing)
    const failed = await account.call('matchResumeToJd', match({ criteria: given }), { idempotencyKey: 'k' })
    engine.behave(atOnce)
    expect(failed.status).toBe(500)
    expect(
      (await account.call('matchResumeToJd', match({ criteria: given }), { idempotencyKey: 'k' })).status,
    ).toBe(200)
    for (let call = 0; call < 3; call++) await account.call('matchResumeToJd', match())
    expect((await account.call('matchResumeToJd', match({ criteria: given }))).status).toBe(429)
  })

  test('criteria are part of the fingerprint: the same are replayed, others are 422', async () => {
    const account = await world().account()
    const call = (criteria: JsonObject[] | null) =>
      account.call('matchResumeToJd', match({ criteria }), { idempotencyKey: 'same' })
    const first = await call(given)
    const calls = engine.calls()
    const again = await call(understood)
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    for (const other of [null, [understood[0] as JsonObject], [...understood].reverse()]) {
      expect(await call(other)).toMatchObject({ status: 422, body: { error: 'idempotency_key_reused' } })
    }
    expect(engine.calls()).toBe(calls)
    expect(await account.balance()).toEqual({ spendable: 9_900, held: 0 })
  })
})

describe.each(eras)('as tools, %s', (era) => {
  test('match and batch take criteria as REST does, under one idempotency key', async () => {
    const account = await world().account()
    const { call } = agent(world(), account.key)
    const overRest = await account.call('matchResumeToJd', match({ criteria: given }), {
      idempotencyKey: 'a',
    })
    const matched = await call('matchResumeToJd', match({ criteria: given }), { era, idempotencyKey: 'a' })
    expect(matched.structuredContent).toEqual(overRest.body)
    const started = await call('startBatchScreening', batch(1, { criteria: given }), { era })
    const { batch_id } = started.structuredContent.data as { batch_id: string }
    await ended(account, batch_id)
    const read = await call('getBatchScreeningResult', { batch_id }, { era })
    expect(read.structuredContent.data).toMatchObject({ criteria: understood, criteria_hash: hash })
    const wrong = await call('startBatchScreening', batch(1, { criteria: [{}] }), { era })
    expect(wrong).toMatchObject({ isError: true, structuredContent: { error: 'invalid_input' } })
  })
})

describe('a batch', () => {
  test('200: every candidate is judged by the criteria, which the status repeats', async () => {
    const account = await world().account()
    const before = engine.matches().length
    const { body } = await account.call('startBatchScreening', batch(3, { criteria: given }))
    const answer = await ended(account, body.data.batch_id)
    expect(answer.body.data).toMatchObject({ status: 'done', criteria: understood, criteria_hash: hash })
    const asked = engine.matches().slice(before)
    expect(asked.map(({ criteria }) => criteria)).toEqual([understood, understood, understood])
  })

  test('200 without: no criteria in the answer', async () => {
    const account = await world().account()
    const { body } = await account.call('startBatchScreening', batch(1))
    const answer = await ended(account, body.data.batch_id)
    expect(Object.keys(answer.body.data)).not.toContain('criteria')
    expect(lastMatch()).not.toHaveProperty('criteria')
  })

  test('400 and 422: as a match', async () => {
    const account = await world().account()
    const wrong = await account.call(
      'startBatchScreening',
      batch(1, { criteria: [{ text: 'Go', priority: 'x' }] }),
    )
    expect(wrong.body.detail).toMatchObject([{ path: 'criteria[0].priority', code: 'unknown_value' }])
    const key = { idempotencyKey: 'same' }
    const first = await account.call('startBatchScreening', batch(1, { criteria: given }), key)
    expect((await account.call('startBatchScreening', batch(1, { criteria: understood }), key)).text).toBe(
      first.text,
    )
    expect((await account.call('startBatchScreening', batch(1), key)).status).toBe(422)
  })

  test('200: likely duplicates name each other, with a warning; nothing they share is stored or logged', async () => {
    const account = await world().account()
    const resumes = [
      { text: '候选人甲 负责支付系统 planted.mail@example.com' },
      { text: '候选人乙 负责门店销售' },
      { text: '应聘者丙 仓库管理，邮箱 PLANTED.MAIL@example.com' },
      { text: '候选人乙  负责门店销售' },
    ]
    const { body } = await account.call('startBatchScreening', batch(0, { resumes }))
    const { data } = (await ended(account, body.data.batch_id)).body
    const items = data.items as JsonObject[]
    expect(items.map(({ index, duplicate_of }) => [index, duplicate_of])).toEqual([
      [0, [2]],
      [1, [3]],
      [2, [0]],
      [3, [1]],
    ])
    for (const { warnings } of items) {
      expect(warnings).toEqual([
        { code: 'likely_duplicate', message: expect.stringContaining('很可能'), where: 'duplicate_of' },
      ])
    }
  })

  test("200: items have the engine's warnings", async () => {
    const account = await real().account()
    const input = { jd_text: 'We are a company and everybody loves us', resumes: [{ text: 'Go engineer' }] }
    const { body } = await account.call('startBatchScreening', input)
    const { data } = (await ended(account, body.data.batch_id, real)).body
    expect(data.items).toMatchObject([{ warnings: [{ code: 'no_checkable_requirement' }], duplicate_of: [] }])
    expect(data.summary).toMatchObject({ topReasons: [] })
  })
})
