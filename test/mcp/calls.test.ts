import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { revokeKey } from '../../src/accounts/index.ts'
import { createApi } from '../../src/compose.ts'
import {
  batchInput,
  chargedOperations,
  costOf,
  otherInput,
  soundInput,
  soundInputs,
} from '../support/inputs.ts'
import { agent, type Era, eras, toolNames } from '../support/mcp.ts'
import { atOnce, endless, failing, scriptedEngine } from '../support/scripted-engine.ts'
import { testConfig, useWorld } from '../support/world.ts'

/** The five tools: every status of their operations, with one ledger for REST and MCP. */

const engine = scriptedEngine()
const world = useWorld({ engine, terms: { quotaDaily: 5, quotaMonthly: 1000 }, batchConcurrency: 2 })

async function newAgent(options: Parameters<ReturnType<typeof world>['account']>[0] = {}) {
  const account = await world().account(options)
  return { account, ...agent(world(), account.key) }
}

describe.each(eras.flatMap((era) => chargedOperations.map((name) => [name, era] as const)))(
  '%s, %s',
  (name, era) => {
    test('a success has the envelope of REST, charged exactly', async () => {
      const { account, call } = await newAgent({ pointCents: 1_000 })
      const result = await call(name, soundInput(name), { era })
      expect(result.isError ?? false).toBe(false)
      expect(result.structuredContent.billing).toMatchObject({
        billed_point_cents: costOf(name),
        balance_point_cents: 1_000 - costOf(name),
      })
      expect(await account.balance()).toEqual({ spendable: 1_000 - costOf(name), held: 0 })
    })
    test('400: the problems of the arguments are reported, and nothing is charged', async () => {
      const { account, call } = await newAgent()
      const result = await call(name, { jd_text: 5, fileDataUrl: 5, job_title: 'x'.repeat(300) }, { era })
      expect(result).toMatchObject({ isError: true, structuredContent: { error: 'invalid_input' } })
      expect(result.structuredContent.detail.length).toBeGreaterThan(0)
      expect((await call(name, {}, { era })).structuredContent.error).toBe('invalid_input')
      expect(await account.requests('captured')).toBe(0)
    })
    test('402: reports the price and the balance', async () => {
      const { call } = await newAgent({ pointCents: costOf(name) - 1 })
      const result = await call(name, soundInput(name), { era })
      expect(result).toMatchObject({
        isError: true,
        structuredContent: { error: 'insufficient_points', balance_point_cents: costOf(name) - 1 },
      })
    })
    test('one key over REST and then over MCP, or the reverse, is one charge', async () => {
      const { account, call } = await newAgent({ pointCents: 1_000 })
      const overRest = await account.call(name, soundInput(name), { idempotencyKey: 'a' })
      const overMcp = await call(name, soundInput(name), { era, idempotencyKey: 'a' })
      expect(overMcp.structuredContent).toEqual(overRest.body)
      expect(overMcp._meta).toMatchObject({ 'service/idempotentReplayed': true })
      const first = await call(name, soundInput(name), { era, idempotencyKey: 'b' })
      expect(first._meta?.['service/idempotentReplayed']).toBeUndefined()
      const again = await account.call(name, soundInput(name), { idempotencyKey: 'b' })
      expect(again).toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
      expect(again.body).toEqual(first.structuredContent)
      expect(await account.balance()).toEqual({ spendable: 1_000 - 2 * costOf(name), held: 0 })
      expect(await account.requests('captured')).toBe(2)
    })
    test('an idempotency key is the same over both doors: headers are UTF-8 and trimmed', async () => {
      const { account, call } = await newAgent({ pointCents: 1_000 })
      for (const key of ['订单一', 'sp 1', '键'.repeat(160)]) {
        const header = Buffer.from(key).toString('latin1')
        const overRest = await account.call(name, soundInput(name), { idempotencyKey: header })
        const overMcp = await call(name, soundInput(name), { era, idempotencyKey: ` ${key} ` })
        expect(overMcp.structuredContent).toEqual(overRest.body)
      }
      expect(await account.requests('captured')).toBe(3)
    })
    test('422: the key of a call with another input', async () => {
      const { account, call } = await newAgent()
      await account.call(name, soundInput(name), { idempotencyKey: 'k' })
      const result = await call(name, otherInput(name), { era, idempotencyKey: 'k' })
      expect(result).toMatchObject({ isError: true, structuredContent: { error: 'idempotency_key_reused' } })
    })
    test('400: an invalid idempotency key is reported under its name at this door', async () => {
      const { call } = await newAgent()
      for (const idempotencyKey of ['', ' ', 'x'.repeat(161), 'a\ud800b', 'a\0b', 5, {}]) {
        const { structuredContent } = await call(name, soundInput(name), { era, idempotencyKey })
        expect(structuredContent.detail).toMatchObject([
          { path: '_meta.service/idempotencyKey', code: 'bad_header' },
        ])
      }
    })
    test('429: requests are counted together with those over REST', async () => {
      const { account, call } = await newAgent({ pointCents: 10_000 })
      for (let count = 0; count < 4; count++) await account.call(name, soundInput(name))
      await call(name, soundInput(name), { era })
      const result = await call(name, soundInput(name), { era })
      expect(result).toMatchObject({ isError: true, structuredContent: { error: 'open_api_quota_exceeded' } })
      expect(result._meta?.['service/retryAfterSeconds']).toBeGreaterThan(0)
      expect((await account.call(name, soundInput(name))).status).toBe(429)
    })
  },
)

describe.each(eras)('%s', (era) => {
  test('409: the same key is in use over the other door', async () => {
    const { account, call } = await newAgent()
    engine.behave(endless)
    const leaving = new AbortController()
    const busy = fetch(`${world().url}/api/open/v1/matches/resume-jd`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.key}`,
        'idempotency-key': 'k',
        'content-type': 'application/json',
      },
      body: JSON.stringify(soundInputs.matchResumeToJd),
      signal: leaving.signal,
    }).catch(() => null)
    await expect.poll(() => account.requests('held')).toBe(1)
    const result = await call('matchResumeToJd', soundInputs.matchResumeToJd, { era, idempotencyKey: 'k' })
    engine.behave(atOnce)
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: 'idempotency_key_in_progress' },
      _meta: { 'service/retryAfterSeconds': 2 },
    })
    leaving.abort()
    await busy
  })
  test('500: our own failure reveals nothing, and charges nothing', async () => {
    const { account, call } = await newAgent()
    engine.behave(failing)
    const result = await call('matchResumeToJd', soundInputs.matchResumeToJd, { era })
    engine.behave(atOnce)
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: 'internal_error', detail: { reason: 'internal' } },
    })
    expect(JSON.stringify(result)).not.toContain('planted')
    expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
  })
  test('a caller that disconnects is not charged', async () => {
    const { account, request } = await newAgent()
    engine.behave(endless)
    const leaving = new AbortController()
    const params = { name: toolNames.matchResumeToJd, arguments: soundInputs.matchResumeToJd }
    const called = fetch(`${world().url}/api/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal: leaving.signal,
    }).catch(() => null)
    await expect.poll(() => account.requests('held')).toBe(1)
    leaving.abort()
    await called
    await expect.poll(() => account.requests('released')).toBe(1)
    engine.behave(atOnce)
    expect((await request('tools/list', {}, era)).status).toBe(200)
    expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
  })
  test('a batch started with one key over both doors is one batch', async () => {
    const { account, call } = await newAgent({ pointCents: 1_000 })
    const overRest = await account.call('startBatchScreening', batchInput(2), { idempotencyKey: 'k' })
    const overMcp = await call('startBatchScreening', batchInput(2), { era, idempotencyKey: 'k' })
    expect(overMcp.structuredContent).toEqual(overRest.body)
    const other = await call('startBatchScreening', batchInput(3), { era, idempotencyKey: 'k' })
    expect(other.structuredContent.error).toBe('idempotency_key_reused')
    await expect.poll(() => account.balance()).toEqual({ spendable: 800, held: 0 })
  })
  test('a batch is started, read for free over either door, and settled', async () => {
    const { account, call } = await newAgent({ pointCents: 1_000 })
    const started = await call('startBatchScreening', batchInput(3), { era })
    expect(started.structuredContent).toMatchObject({
      data: { status: 'running', total: 3 },
      billing: { billed_point_cents: 0 },
    })
    const id = started.structuredContent.data.batch_id as string
    const read = () => call('getBatchScreeningResult', { batch_id: id }, { era })
    await expect.poll(async () => (await read()).structuredContent.data.status).toBe('done')
    const record = (await read()).structuredContent
    const overRest = await world().send({
      method: 'GET',
      path: `/api/open/v1/batches/${id}`,
      key: account.key,
    })
    expect(record.data).toEqual(overRest.body.data)
    expect(await account.balance()).toEqual({ spendable: 700, held: 0 })
    for (const [given, code] of [
      [{}, 'required'],
      [{ batch_id: null }, 'required'],
      [{ batch_id: 5 }, 'wrong_type'],
      [{ batch_id: id, id: randomUUID() }, 'conflicting_spellings'],
    ] as const) {
      const { isError, structuredContent } = await call('getBatchScreeningResult', given, { era })
      expect(isError).toBe(true)
      expect(structuredContent).toMatchObject({
        error: 'invalid_input',
        detail: [{ path: 'batch_id', code }],
      })
    }
    const both = await call('getBatchScreeningResult', { batch_id: id, id }, { era })
    expect(both.structuredContent.data).toEqual(record.data)
    for (const batchId of [randomUUID(), 'no-uuid', '../../etc']) {
      const missing = await call('getBatchScreeningResult', { batch_id: batchId }, { era })
      expect(missing).toMatchObject({ isError: true, structuredContent: { error: 'batch_not_found' } })
    }
  })
  test('a running batch reports when to poll again', async () => {
    const { call } = await newAgent()
    engine.behave(endless)
    const started = await call('startBatchScreening', batchInput(1), { era })
    const running = await call(
      'getBatchScreeningResult',
      { batch_id: String(started.structuredContent.data.batch_id) },
      { era },
    )
    engine.behave(atOnce)
    expect(running).toMatchObject({
      structuredContent: { data: { status: 'running' } },
      _meta: { 'service/retryAfterSeconds': 2 },
    })
  })
})

describe('access', () => {
  const methods = ['initialize', 'server/discover', 'tools/list', 'tools/call', 'ping']
  test.each(eras)('401 without a key, for every method: %s', async (era) => {
    const params = { name: toolNames.optimizeJd, arguments: {} }
    for (const method of methods) {
      const answer = await agent(world(), undefined).request(method, params, era as Era)
      expect(answer).toMatchObject({ status: 401, body: { ok: false, error: 'unauthorized' } })
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
    expect((await agent(world(), 'hecn_live_x').request('tools/list')).status).toBe(401)
  })
  test('403 for another role, for every method', async () => {
    const { request } = await newAgent({ role: 'job_seeker' })
    for (const method of methods) {
      const answer = await request(method, { name: toolNames.optimizeJd, arguments: {} })
      expect(answer).toMatchObject({ status: 403, body: { error: 'recruiter_only' } })
    }
  })
  test.each(eras)('a key sees the tools that it may call, and gets 403 for another: %s', async (era) => {
    const { request } = await newAgent({ scopes: ['matchResumeToJd', 'getBatchScreeningResult'] })
    const listed = (await request('tools/list', {}, era)).body.result.tools as { name: string }[]
    expect(listed.map(({ name }) => name)).toEqual(['service_resume_match', 'service_batch_status'])
    const refused = await request(
      'tools/call',
      { name: toolNames.optimizeJd, arguments: soundInputs.optimizeJd },
      era,
    )
    expect(refused).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
  })
  test('a key that is revoked stops working within a second', async () => {
    const { account, request } = await newAgent()
    expect((await request('tools/list')).status).toBe(200)
    await world().rooms.store.transaction((tx) =>
      revokeKey(tx, world().rooms, account.accountId, account.keyId),
    )
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect((await request('tools/list')).status).toBe(401)
  })
})

test('another prefix names the tools and the members of _meta', async () => {
  const { account } = await newAgent()
  const api = createApi({ ...testConfig(), mcpToolPrefix: 'acme' }, world().rooms)
  const url = await api.listen({ host: '127.0.0.1', port: 0 })
  const own = agent({ ...world(), url }, account.key)
  const listed = (await own.request('tools/list')).body.result.tools as { name: string }[]
  expect(listed.map(({ name }) => name)).toContain('acme_resume_match')
  const params = {
    name: 'acme_resume_match',
    arguments: soundInputs.matchResumeToJd,
    _meta: { 'acme/idempotencyKey': 'k' },
  }
  await own.request('tools/call', params)
  const again = await own.request('tools/call', params)
  expect(again.body.result._meta).toMatchObject({ 'acme/idempotentReplayed': true })
  expect(await account.requests('captured')).toBe(1)
  await api.close()
})
