import { afterAll, afterEach, expect, test } from 'vitest'
import { startFakeServer } from '../../src/engines/model/server/fake-server.test-support.ts'
import { createLog, systemClock } from '../../src/kit/index.ts'
import { soundInputs } from '../support/inputs.ts'
import { testConfig, useWorld } from '../support/world.ts'

/** The service with ENGINE=model when the model server fails: answers and charges. */

const server = await startFakeServer()
afterAll(() => server.close())

const logged: string[] = []
const log = createLog('debug', systemClock(), { write: (line) => logged.push(line) })
const settings = {
  baseUrl: server.baseUrl,
  apiKey: 'hunter2',
  model: 'some-model',
  ...{ temperature: null, timeoutMs: 20_000, concurrencyMax: 4, thinkingTokensMax: 0 },
}
const config = {
  ...testConfig(),
  engine: 'model' as const,
  model: { server: settings, fallback: 'none' as const, maySee: 'none' as const },
}
const world = useWorld({ config, log })
afterEach(() => {
  server.habits = { ...server.habits, answersWith: null }
})

const match = {
  resume_text: '王小明\n2019.07-至今 某公司 后端工程师\n使用 Go 开发支付系统',
  jd_text: '后端工程师\n任职要求：\n1. 3 年以上 Go 开发经验',
}

test("a match that the model can't answer is a 500 without charge, and frees its key", async () => {
  const account = await world().account({ pointCents: 1_000 })
  server.steps = ['This is no JSON.']
  const failed = await account.call('matchResumeToJd', match, { idempotencyKey: 'once' })
  expect(failed).toMatchObject({ status: 500, body: { error: 'internal_error' } })
  expect(failed.body.detail).toEqual({ reason: 'engine_unavailable' })
  expect(server.asked.length).toBeGreaterThan(1)
  expect(await account.balance()).toEqual({ spendable: 1_000, held: 0 })
  expect(await account.requests('released')).toBe(1)
  server.habits = { ...server.habits, answersWith: { status: 401, body: '{"error":{"message":"no"}}' } }
  const again = await account.call('matchResumeToJd', match, { idempotencyKey: 'once' })
  expect(again).toMatchObject({ status: 500, body: { detail: { reason: 'engine_unavailable' } } })
  expect(await account.balance()).toEqual({ spendable: 1_000, held: 0 })
})

test('a profile is read by the builtin engine: no question is sent to the model', async () => {
  const account = await world().account()
  const asked = server.asked.length
  const input = { ...soundInputs.parseResume, include: ['profile'] }
  const { status, body } = await account.call('parseResume', input)
  expect([status, body.data.warnings]).toEqual([200, []])
  expect(body.data.profile).toMatchObject({ contact: { emails: [{ text: expect.stringContaining('@') }] } })
  expect(server.asked.length).toBe(asked)
})

test("the operator sees the model's usage and no texts; the API key is never logged", async () => {
  const { body } = await world().rooms.metrics.render()
  expect(body).toMatch(/^recruiter_model_tokens_total\{kind="prompt",source="reported"\} [1-9]/m)
  expect(body).toMatch(/^recruiter_model_replies_total\{outcome="invalid"\} [1-9]/m)
  expect(body).toMatch(/^recruiter_model_request_seconds_count\{outcome="replied"\} [1-9]/m)
  expect(body).toMatch(/^recruiter_model_request_seconds_count\{outcome="denied"\} [1-9]/m)
  expect(body).toMatch(/^recruiter_model_slots 4$/m)
  expect(body).toMatch(/^recruiter_model_breaker 0$/m)
  const seen = body + logged.join('')
  expect(logged.join('')).toContain('the server of the model was probed')
  expect(seen).not.toMatch(/hunter2|王小明|支付系统|开发经验|no JSON/)
})
