import { expect, test } from 'vitest'
import { sql } from '../../src/store/index.ts'
import { openPage, signedIn } from '../support/console.ts'
import { batchInput, soundInputs } from '../support/inputs.ts'
import { failing, scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

const engine = scriptedEngine()
const world = useWorld({ engine, terms: { quotaDaily: 50 } })
const matchInput = soundInputs.matchResumeToJd
const paid = [
  ['tryParse', soundInputs.parseResume],
  ['tryMatch', matchInput],
  ['tryOptimize', soundInputs.optimizeJd],
  ['startBatch', batchInput(2)],
] as const

test('a call from the page is held, priced and recorded like one with a key, with the door `console`', async () => {
  const { page, balance, accountId } = await signedIn(world(), { pointCents: 10_000 })
  const parsed = await page.call('tryParse', { body: soundInputs.parseResume })
  const matched = await page.call('tryMatch', { body: matchInput })
  const optimized = await page.call('tryOptimize', { body: soundInputs.optimizeJd })
  expect([parsed.status, matched.status, optimized.status]).toEqual([200, 200, 200])
  expect(parsed.body.data.text).toContain('\n')
  expect(matched.body.cost).toEqual({
    request_id: matched.headers['x-request-id'],
    billed_point_cents: 100,
    balance_point_cents: 10_000 - parsed.body.cost.billed_point_cents - 100,
  })
  const charged = [parsed, matched, optimized].map(({ body }) => body.cost.billed_point_cents as number)
  const spent = charged.reduce((sum, each) => sum + each, 0)
  expect(await balance()).toEqual({ spendable: 10_000 - spent, held: 0 })
  const usage = await world().rooms.ledger.usage({ accountId, limit: 10 })
  expect(usage.map(({ door, operation, chargedPointCents }) => [door, operation, chargedPointCents])).toEqual(
    [
      ['console', 'parseResume', charged[0]],
      ['console', 'matchResumeToJd', 100],
      ['console', 'optimizeJd', charged[2]],
    ],
  )
})

test('a charge is in the sums of its day', async () => {
  const { page, accountId } = await signedIn(world())
  for (let turn = 0; turn < 3; turn += 1) await page.call('tryMatch', { body: matchInput })
  await page.call('startBatch', { body: batchInput(2) })
  const rows = await world().database.many(
    sql`select operation, calls, point_cents from charged_days where account_id = ${accountId}`,
  )
  expect(rows).toEqual([{ operation: 'matchResumeToJd', calls: 3, point_cents: 300 }])
})

test('a batch is started once an idempotency key, and a key of another batch conflicts', async () => {
  const { page, balance } = await signedIn(world())
  const query = { idempotency_key: 'once' }
  const body = batchInput(2)
  const first = await page.call('startBatch', { query, body })
  expect(first.body).toMatchObject({ total: 2, estimated_point_cents: 200 })
  const again = await page.call('startBatch', { query, body })
  expect(again.body).toEqual(first.body)
  expect((await balance()).held).toBe(200)
  const other = await page.call('startBatch', { query, body: batchInput(3) })
  expect([other.status, other.body.error]).toEqual([409, 'conflict'])
})

test('400 names the problem of an input that only the operation can check', async () => {
  const { page, balance } = await signedIn(world())
  const wrong = [
    ['tryParse', { fileDataUrl: 'data:application/pdf;base64,aGVsbG8=' }, 'not_pdf'],
    ['tryMatch', { ...matchInput, jd_text: ' '.repeat(20) }, 'blank'],
    ['tryOptimize', {}, 'at_least_one'],
    ['startBatch', { ...batchInput(1), jd_text: 'short' }, 'too_short'],
  ] as const
  for (const [name, body, code] of wrong) {
    const answer = await page.call(name, { body })
    expect([name, answer.status, answer.body.error]).toEqual([name, 400, 'invalid_input'])
    expect(answer.body.detail[0].code).toBe(code)
  }
  expect(await balance()).toEqual({ spendable: 10_000, held: 0 })
})

test.each(paid)('%s needs a session, a recruiter and points', async (name, body) => {
  const nobody = await openPage(world().url).call(name, { body })
  expect([nobody.status, nobody.body.error]).toEqual([401, 'signed_out'])
  const seeker = await signedIn(world(), { role: 'job_seeker' })
  const refused = await seeker.page.call(name, { body })
  expect([refused.status, refused.body.error]).toEqual([403, 'recruiter_only'])
  const poor = await signedIn(world(), { pointCents: 0 })
  const short = await poor.page.call(name, { body })
  expect([short.status, short.body.error]).toEqual([402, 'insufficient_points'])
  expect(short.body.detail.required_point_cents).toBeGreaterThan(0)
  expect(short.body.detail.balance_point_cents).toBe(0)
  const foreign = await poor.page.call(name, { body, headers: { 'x-console': '' } })
  expect([foreign.status, foreign.body.error]).toEqual([403, 'forbidden'])
})

test('429 with Retry-After when the quota is used up', async () => {
  const { page, accountId } = await signedIn(world())
  await world().rooms.ledger.setQuota(accountId, { daily: 1, monthly: null })
  expect((await page.call('tryMatch', { body: matchInput })).status).toBe(200)
  for (const [name, body] of paid) {
    const refused = await page.call(name, { body })
    expect([name, refused.status, refused.body.error]).toEqual([name, 429, 'quota_exceeded'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('413 for a body larger than its route accepts', async () => {
  const { page } = await signedIn(world())
  const megabytes = (count: number) => 'x'.repeat(count * 1_048_576)
  const large = [
    ['tryMatch', { ...matchInput, resume_text: megabytes(1) }],
    ['tryOptimize', { jd_text: megabytes(1) }],
    ['startBatch', { jd_text: megabytes(16), resumes: [] }],
    ['tryParse', { fileDataUrl: megabytes(26) }],
  ] as const
  for (const [name, body] of large) {
    const answer = await page.call(name, { body })
    expect([name, answer.status, answer.body.error]).toEqual([name, 413, 'payload_too_large'])
  }
})

test('500 releases all points', async () => {
  const { page, balance } = await signedIn(world())
  engine.behave(failing)
  const answer = await page.call('tryMatch', { body: matchInput })
  engine.behave(async () => {})
  expect([answer.status, answer.body.error]).toEqual([500, 'internal_error'])
  expect(answer.text).not.toContain('planted')
  expect(await balance()).toEqual({ spendable: 10_000, held: 0 })
})
