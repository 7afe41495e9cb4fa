import { beforeEach, describe, expect, test } from 'vitest'
import { createKey } from '../../src/accounts/index.ts'
import { apiPrefix } from '../../src/contract/index.ts'
import { chargedOperations, soundInput, soundInputs } from '../support/inputs.ts'
import { agent, eras } from '../support/mcp.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

/** A rate per second and key, through both doors; the test controls the time. */

let passedMs = 0
const clock = { now: () => new Date(), monotonicMs: () => passedMs }
const world = useWorld({ engine: scriptedEngine(), clock, terms: { ratePerSecond: 2, rateBurst: 3 } })
const matchPath = `${apiPrefix}/matches/resume-jd`
beforeEach(() => {
  passedMs += 60_000
})

describe.each(chargedOperations)('%s', (name) => {
  test('429 after the burst, with its window and Retry-After; nothing is held or counted', async () => {
    const account = await world().account()
    for (let turn = 0; turn < 3; turn++) expect((await account.call(name, soundInput(name))).status).toBe(200)
    const refused = await account.call(name, soundInput(name))
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        'retry-after': '1',
        'ratelimit-policy': '"second";q=3;w=2',
        ratelimit: '"second";r=0;t=1',
      },
      body: {
        ok: false,
        error: 'open_api_quota_exceeded',
        message: expect.stringContaining('每秒最多 2 次'),
        detail: { window: 'second', limit: 2, reset_seconds: 1 },
      },
    })
    expect(await account.requests('captured')).toBe(3)
    expect(await account.requests('held')).toBe(0)
    passedMs += 1_000
    for (let turn = 0; turn < 2; turn++) expect((await account.call(name, soundInput(name))).status).toBe(200)
    const last = await account.call(name, soundInput(name))
    expect(last.status).toBe(429)
  })
})

test('it is counted before the body is read, and after the key is checked', async () => {
  const account = await world().account()
  const send = (key: string, body: string) => world().send({ path: matchPath, body, key })
  for (let turn = 0; turn < 3; turn++) expect((await send(account.key, '{')).status).toBe(400)
  expect((await send(account.key, '{')).status).toBe(429)
  expect((await send(account.key, `{"resume_text": "${'x'.repeat(300_000)}`)).status).toBe(429)
  expect((await send('hecn_live_x', '{')).status).toBe(401)
})

test('one key does not use up the rate of another, of the same account or not', async () => {
  const [busy, quiet] = [await world().account(), await world().account()]
  const { store, clock: _, ids } = world().rooms
  const second = await store.transaction((tx) => createKey(tx, { clock, ids }, { accountId: busy.accountId }))
  const call = (key: string) => world().send({ path: matchPath, body: soundInputs.matchResumeToJd, key })
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(busy.key)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(17)
  expect((await call(second.key)).status).toBe(200)
  expect((await call(quiet.key)).status).toBe(200)
})

test('reading a batch and the account is not limited', async () => {
  const account = await world().account()
  const get = (path: string) => world().send({ method: 'GET', path: `${apiPrefix}${path}`, key: account.key })
  for (let turn = 0; turn < 10; turn++) {
    expect((await get('/account')).status).toBe(200)
    expect((await get('/batches/none')).status).toBe(404)
  }
})

test.each(eras)('over MCP (%s) a tool answers with the same refusal, and one rate with REST', async (era) => {
  const account = await world().account()
  const mcp = agent(world(), account.key)
  const call = () => mcp.call('matchResumeToJd', soundInputs.matchResumeToJd, { era })
  for (let turn = 0; turn < 2; turn++) expect((await call()).isError).toBe(false)
  expect((await account.call('matchResumeToJd', soundInputs.matchResumeToJd)).status).toBe(200)
  const refused = await call()
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: {
      error: 'open_api_quota_exceeded',
      detail: { window: 'second', limit: 2, reset_seconds: 1 },
    },
    _meta: { 'service/retryAfterSeconds': 1 },
  })
  expect(await account.requests('captured')).toBe(3)
  // Messages that call no tool are not limited.
  expect((await mcp.request('tools/list', {}, era)).status).toBe(200)
  passedMs += 500
  expect((await call()).isError).toBe(false)
})
