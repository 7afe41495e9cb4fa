import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createClient,
  criteriaHash,
  isApiError,
  type RecruiterClient,
} from '../../packages/client/src/index.ts'
import { operationNames } from '../../src/contract/index.ts'
import { soundInputs } from '../support/inputs.ts'
import { endless, scriptedEngine } from '../support/scripted-engine.ts'
import { type AccountOptions, type TestAccount, useWorld } from '../support/world.ts'
import { type Cut, openCuttingProxy } from './cutting-proxy.ts'

/** The client and the real service. */

const engine = scriptedEngine()
const world = useWorld({ engine, batchConcurrency: 2, terms: { quotaDaily: 20 } })
const pdf = await readFile(new URL('../../examples/resume.pdf', import.meta.url))
const match = soundInputs.matchResumeToJd
const batch = { jd_text: match.jd_text, resumes: [{ text: '甲', label: '甲' }, { text: '乙' }] }

/** The service asks for two seconds between polls; the test doesn't wait that long. */
const impatient: typeof fetch = async (...request) => {
  const { status, headers: told, body } = await fetch(...request)
  const headers = new Headers(told)
  if (headers.has('retry-after') && status !== 429) headers.set('retry-after', '0')
  return new Response(body, { status, headers })
}

async function newClient(
  wanted: AccountOptions = {},
  url = world().url,
): Promise<{ client: RecruiterClient; account: TestAccount }> {
  const account = await world().account(wanted)
  return { client: createClient({ baseUrl: url, apiKey: account.key, fetch: impatient }), account }
}

describe('every operation', () => {
  test('judges by criteria, and the client computes their hash', async () => {
    const { client } = await newClient()
    const criteria = [
      { text: ' 熟练使用 "Go"\n\u2028 ', priority: 'must' },
      { text: '3+ years', priority: 'preferred', weight: 0.25, status: 'met', evidence: 'quote' },
      { text: 'é \ud83d\ude00', priority: 'must', weight: null },
    ] as const
    const hash = await criteriaHash(criteria)
    const { data } = await client.matchResumeToJd({ ...match, criteria })
    expect(data.criteria).toEqual([
      { text: '熟练使用 "Go"', priority: 'must', weight: 1 },
      { text: '3+ years', priority: 'preferred', weight: 0.25 },
      { text: 'é \ud83d\ude00', priority: 'must', weight: 1 },
    ])
    expect(data.criteria_hash).toBe(hash)
    expect(await criteriaHash(data.criteria ?? [])).toBe(hash)
    const record = await client.screenBatch({ ...batch, criteria: data.criteria ?? [] }).result()
    expect([record.criteria, record.criteria_hash]).toEqual([data.criteria, hash])
    expect(record.items.map(({ warnings, duplicate_of }) => [warnings, duplicate_of])).toEqual([
      [[], []],
      [[], []],
    ])
    const ofAnswer = data.requirements satisfies readonly {
      readonly weight: number
      readonly stated: boolean
    }[]
    expect(await client.matchResumeToJd({ ...match, criteria: [...ofAnswer, criteria[0]] })).toMatchObject({
      ok: true,
    })
  })
  test('works and has correct types', async () => {
    const { client, account } = await newClient()
    const parsed = await client.parseResume(new Blob([pdf]), {
      fileName: 'resume.pdf',
      pages: 1,
      timeoutMs: 20_000,
    })
    expect(parsed.data.text).toContain('Lin Wei')
    expect(parsed.billing.billed_point_cents).toBe(5 * parsed.usage.pages)
    const matched = await client.matchResumeToJd({ resume_text: parsed.data.text, jd_text: match.jd_text })
    expect(matched.data.score.toFixed(1)).toBe('50.0')
    const optimized = await client.optimizeJd({ requirements: '3 年以上 Go 开发经验' })
    expect(optimized.data.content).toBe('# 岗位')
    expect(optimized.billing.balance_point_cents).toBe((await account.balance()).spendable)

    const screening = client.screenBatch(batch)
    const started = await screening.started()
    expect(started.estimated_point_cents).toBe(200)
    const record = await screening.result()
    expect(record).toMatchObject({ status: 'done', billing_status: 'settled', total: 2, completed: 2 })
    expect(record.items.map(({ candidate_label }) => candidate_label)).toEqual(['甲', '候选人 2'])
    const read = await client.getBatchScreeningResult(started.data.batch_id)
    expect(read.data).toEqual(record)
    expect(await client.followBatch(started.data.batch_id).result()).toEqual(record)
    const { data, meta } = await client.account()
    expect(data.balance.balance_point_cents).toBe((await account.balance()).spendable)
    expect(data.key).toMatchObject({ key_id: account.keyId, limits: { total: null } })
    expect(meta).toMatchObject({ idempotencyKey: null, attempts: 1 })
  })
  test('can be called by its name', async () => {
    const { client } = await newClient()
    const inputs = { ...soundInputs, startBatchScreening: batch }
    const started = await client.call('startBatchScreening', inputs.startBatchScreening)
    const replies = [
      await client.call('parseResume', inputs.parseResume),
      await client.call('matchResumeToJd', inputs.matchResumeToJd),
      await client.call('optimizeJd', inputs.optimizeJd),
      await client.call('getBatchScreeningResult', { batch_id: started.data.batch_id }),
    ]
    expect([started, ...replies]).toHaveLength(operationNames.length)
    for (const reply of replies) expect(reply.ok).toBe(true)
  })
})

describe('a call with a key', () => {
  test('repeated is a free replay', async () => {
    const { client, account } = await newClient()
    const first = await client.matchResumeToJd(match, { idempotencyKey: 'order-66' })
    const second = await client.matchResumeToJd(match, { idempotencyKey: 'order-66' })
    expect([first.meta.replayed, second.meta.replayed]).toEqual([false, true])
    expect(second.request_id).toBe(first.request_id)
    expect((await account.balance()).spendable).toBe(10_000 - 100)
  })
  test('repeated in parallel waits for the first and is charged once', async () => {
    const { client, account } = await newClient()
    engine.behave(() => new Promise((resolve) => setTimeout(resolve, 300)))
    const twice = [1, 2].map(() => client.matchResumeToJd(match, { idempotencyKey: 'twins' }))
    const replies = await Promise.all(twice)
    engine.behave(async () => {})
    expect(replies.map(({ meta }) => meta.replayed).sort()).toEqual([false, true])
    expect((await account.balance()).spendable).toBe(10_000 - 100)
  })
})

describe('a refusal', () => {
  test('has its code', async () => {
    const { client } = await newClient()
    const poor = (await newClient({ pointCents: 40 })).client
    const seeker = (await newClient({ role: 'job_seeker' })).client
    const narrow = (await newClient({ scopes: ['parseResume'] })).client
    const stranger = createClient({ baseUrl: world().url, apiKey: 'hecn_live_wrong' })
    await client.matchResumeToJd(match, { idempotencyKey: 'k' })
    const failed = await Promise.all(
      [
        client.matchResumeToJd({ ...match, jd_text: 'x' }),
        client.parseResume(new Uint8Array(10)),
        stranger.matchResumeToJd(match),
        poor.matchResumeToJd(match),
        seeker.matchResumeToJd(match),
        narrow.matchResumeToJd(match),
        client.getBatchScreeningResult('none'),
        client.matchResumeToJd({ ...match, job_title: '另一个' }, { idempotencyKey: 'k' }),
      ].map((call) =>
        call.then(
          () => expect.unreachable(),
          (error: unknown) => error,
        ),
      ),
    )
    const told = failed.map((error) =>
      isApiError(error) ? [error.status, error.code, error.attempts] : error,
    )
    expect(told).toEqual([
      [400, 'invalid_input', 1],
      [400, 'invalid_input', 1],
      [401, 'unauthorized', 1],
      [402, 'insufficient_points', 1],
      [403, 'recruiter_only', 1],
      [403, 'insufficient_scope', 1],
      [404, 'batch_not_found', 1],
      [422, 'idempotency_key_reused', 1],
    ])
    const [short, notPdf, , unpaid] = failed
    expect(short).toMatchObject({ issues: [{ path: 'jd_text', code: 'too_short' }] })
    expect(notPdf).toMatchObject({ issues: [{ path: 'fileDataUrl', code: 'not_pdf' }] })
    expect(unpaid).toMatchObject({ requiredPointCents: 100, balancePointCents: 40, resourcePointCents: 0 })
  })
  test('for the daily quota is not retried', async () => {
    const { client } = await newClient()
    await Promise.all(Array.from({ length: 20 }, () => client.matchResumeToJd(match)))
    const error: unknown = await client.matchResumeToJd(match).catch((thrown) => thrown)
    if (!isApiError(error, 'open_api_quota_exceeded')) throw error
    expect(error.attempts).toBe(1)
    expect(error.retryAfterMs).toBeGreaterThan(0)
    expect(error.quota).toEqual({
      ...{ window: 'daily', limit: 20 },
      resetSeconds: Number(error.retryAfterMs) / 1000,
    })
  })
  test("of a batch that can't be paid starts no batch", async () => {
    const { client, account } = await newClient({ pointCents: 199 })
    await expect(client.screenBatch(batch).result()).rejects.toMatchObject({ requiredPointCents: 200 })
    expect(await account.balance()).toEqual({ spendable: 199, held: 0 })
  })
})

test('an abort returns immediately', async () => {
  const { client, account } = await newClient()
  engine.behave(endless)
  const calls = engine.calls()
  const controller = new AbortController()
  const call = client.matchResumeToJd(match, { signal: controller.signal })
  const refused = expect(call).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => engine.calls()).toBe(calls + 1)
  controller.abort()
  await refused
  engine.behave(async () => {})
  // The call continues under its key, because its caller may request the reply again.
  expect((await account.balance()).held).toBe(100)
})

describe('a connection that is cut', () => {
  const cut = fc.record({
    of: fc.constantFrom('request' as const, 'answer' as const, 'answer' as const),
    afterBytes: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1_200 })),
  })
  const charged = [
    ['parseResume', 5, (client: RecruiterClient) => client.parseResume(pdf)],
    ['matchResumeToJd', 100, (client: RecruiterClient) => client.matchResumeToJd(match)],
    ['optimizeJd', 130, (client: RecruiterClient) => client.optimizeJd(soundInputs.optimizeJd)],
    ['screenBatch', 200, (client: RecruiterClient) => client.screenBatch(batch).result()],
  ] as const

  test.concurrent.each(charged)(
    'anywhere, up to three times: %s is charged once',
    async (_, pointCents, call) => {
      const runs = fc.sample(fc.array(cut, { minLength: 1, maxLength: 3 }), 6)
      const cutsSeen = await Promise.all(
        runs.map(async (cuts: readonly Cut[]) => {
          await using proxy = await openCuttingProxy(world().url, cuts)
          const { client, account } = await newClient({}, proxy.url)
          await call(client)
          const told = JSON.stringify(cuts)
          expect(await account.balance(), told).toEqual({ spendable: 10_000 - pointCents, held: 0 })
          expect(await account.requests('captured'), told).toBe(1)
          expect(await account.requests('held'), told).toBe(0)
          return proxy.cuts
        }),
      )
      // Short answers end before some of the cuts; most cuts must have happened.
      expect(Math.max(...cutsSeen)).toBeGreaterThan(0)
    },
  )

  test('after the service has answered: the lost reply is replayed', async () => {
    await using proxy = await openCuttingProxy(world().url, [{ of: 'answer', afterBytes: 300 }])
    const { client, account } = await newClient({}, proxy.url)
    const { meta } = await client.matchResumeToJd(match)
    expect(meta).toMatchObject({ attempts: 2, replayed: true })
    expect(proxy.cuts).toBe(1)
    expect((await account.balance()).spendable).toBe(9_900)
  })

  test('without a key it would be charged twice: the test above can fail', async () => {
    await using proxy = await openCuttingProxy(world().url, [{ of: 'answer', afterBytes: 300 }])
    const account = await world().account()
    const withoutKey: typeof fetch = (url, init) => {
      const headers = new Headers(init?.headers)
      headers.delete('idempotency-key')
      return fetch(url, { ...init, headers })
    }
    const client = createClient({ baseUrl: proxy.url, apiKey: account.key, fetch: withoutKey })
    await client.matchResumeToJd(match)
    expect((await account.balance()).spendable).toBe(9_800)
  })
})
