import { describe, expect, test } from 'vitest'
import type { OperationName } from '../../src/contract/index.ts'
import { chargedOperations, costOf, otherInput, pathOf, soundInput, soundInputs } from '../support/inputs.ts'
import { atOnce, endless, failing, scriptedEngine } from '../support/scripted-engine.ts'
import { until } from '../support/until.ts'
import { exchange, useWorld } from '../support/world.ts'

/** Every status that a charged operation declares, for each of them, through the door. */

const engine = scriptedEngine()
const world = useWorld({ engine, terms: { quotaDaily: 5, quotaMonthly: 1000 } })

const usesEngine: readonly OperationName[] = ['matchResumeToJd', 'optimizeJd']

describe.each(chargedOperations)('%s', (name) => {
  test('200: charged to the point_cent, with the balance that is left and the quota', async () => {
    const account = await world().account({ pointCents: 1_000 })
    const answer = await account.call(name, soundInput(name))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.ok).toBe(true)
    expect(answer.body.billing).toEqual({
      billed_point_cents: costOf(name),
      billed_points: costOf(name) / 100,
      balance_point_cents: 1_000 - costOf(name),
      balance_points: (1_000 - costOf(name)) / 100,
      resource_point_cents: 0,
      resource_points: 0,
    })
    expect(answer.headers.ratelimit).toMatch(/^"daily";r=4;t=\d+, "monthly";r=999;t=\d+$/)
    expect(answer.headers['ratelimit-policy']).toBe('"daily";q=5;w=86400, "monthly";q=1000;w=2592000')
    expect(await account.balance()).toEqual({ spendable: 1_000 - costOf(name), held: 0 })
  })

  test('400: every problem is reported in Chinese, and nothing is charged or counted', async () => {
    const account = await world().account()
    const answer = await account.call(name, { jd_text: 5, fileDataUrl: 5, job_title: 'x'.repeat(300) })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
    expect(answer.body.detail.length).toBeGreaterThan(0)
    for (const { message } of answer.body.detail) expect(message).toMatch(/[\u4e00-\u9fff]/)
    expect(await account.requests('captured')).toBe(0)
    expect((await account.call(name, soundInput(name))).headers.ratelimit).toContain('r=4')
  })

  test('400: a body that is not JSON, not UTF-8, not an object, compressed, or of another type', async () => {
    const { key } = await world().account()
    const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
      world().send({ path: pathOf(name), method: 'POST', key, body, headers })
    const bodies = ['{"resume_text": "planted', '', 'null', '[]', Buffer.from([0x22, 0xff, 0x22])]
    for (const body of bodies) {
      const answer = await post(body)
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
      expect(answer.text).not.toContain('planted')
    }
    expect((await post('{}', { 'content-type': 'text/plain' })).body.detail[0]?.code).toBe('bad_content_type')
    const gbk = await post('{}', { 'content-type': 'application/json; charset=gbk' })
    expect(gbk.body.detail).toMatchObject([
      { code: 'bad_content_type', message: expect.stringContaining('UTF-8') },
    ])
    for (const spelling of ['utf-8', '"UTF-8"', 'utf8']) {
      const { body } = await post('[]', { 'content-type': `application/json; charset=${spelling}` })
      expect(body.detail[0]?.code).toBe('not_an_object')
    }
    expect((await post('{}', { 'content-encoding': 'gzip' })).body.detail[0]?.code).toBe('bad_encoding')
  })

  test('401: no key, an invalid key, and an unknown key', async () => {
    const send = (headers: Record<string, string>) =>
      world().send({ path: pathOf(name), body: soundInput(name), headers })
    const made = (await world().account()).key
    const mistyped = made.slice(0, -1) + (made.endsWith('a') ? 'b' : 'a')
    for (const authorization of ['', 'Bearer', 'Basic abc', 'Bearer hecn_live_x', `Bearer ${mistyped}`]) {
      const answer = await send(authorization === '' ? {} : { authorization })
      expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
    expect((await send({ authorization: `bearer ${made}` })).status).toBe(200)
  })

  test('402: reports the price and the balance, holds nothing and frees the key', async () => {
    const account = await world().account({ pointCents: costOf(name) - 1, kind: 'resource_pack' })
    const refused = await account.call(name, soundInput(name), { idempotencyKey: 'k' })
    expect(refused).toMatchObject({
      status: 402,
      body: {
        error: 'insufficient_points',
        balance_point_cents: costOf(name) - 1,
        resource_point_cents: costOf(name) - 1,
      },
    })
    expect(refused.body.required_point_cents).toBeGreaterThanOrEqual(costOf(name))
    expect(await account.balance()).toEqual({ spendable: costOf(name) - 1, held: 0 })
    await world().rooms.ledger.grant({
      accountId: account.accountId,
      kind: 'paid',
      pointCents: refused.body.required_point_cents as never,
      expiresAt: null,
      note: null,
    })
    const accepted = await account.call(name, soundInput(name), { idempotencyKey: 'k' })
    expect(accepted.status).toBe(200)
    expect(accepted.body.billing.resource_point_cents).toBe(costOf(name) - 1)
  })

  test('403: other roles, and keys without the scope; before the body is read', async () => {
    const seeker = await world().account({ role: 'job_seeker' })
    expect(await seeker.call(name, { bad: 1 })).toMatchObject({
      status: 403,
      body: { error: 'recruiter_only' },
    })
    const admin = await world().account({ role: 'admin', scopes: ['getBatchScreeningResult'] })
    expect((await admin.call(name, {})).body.error).toBe('recruiter_only')
    const narrow = await world().account({ scopes: ['getBatchScreeningResult'] })
    expect(await narrow.call(name, {})).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
  })

  test('409 while the first is running, 422 for another input, replay afterwards', async () => {
    const account = await world().account()
    const first = await account.call(name, soundInput(name), { idempotencyKey: 'same' })
    expect(first.status).toBe(200)
    const again = await account.call(name, soundInput(name), { idempotencyKey: 'same' })
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    const other = await account.call(name, otherInput(name), { idempotencyKey: 'same' })
    expect(other).toMatchObject({ status: 422, body: { error: 'idempotency_key_reused' } })
    expect(await account.balance()).toEqual({ spendable: 10_000 - costOf(name), held: 0 })
    const tooLong = await account.call(name, soundInput(name), { idempotencyKey: 'k'.repeat(161) })
    expect(tooLong).toMatchObject({
      status: 400,
      body: { detail: [{ path: 'Idempotency-Key', code: 'bad_header' }] },
    })
  })

  test('a replay is answered without the engine; a new call and another input are not', async () => {
    const account = await world().account()
    const first = await account.call(name, soundInput(name), { idempotencyKey: 'same' })
    engine.behave(failing)
    engine.quoteAs(failing)
    try {
      const again = await account.call(name, soundInput(name), { idempotencyKey: 'same' })
      expect([again.status, again.text]).toEqual([200, first.text])
      expect((await account.call(name, otherInput(name), { idempotencyKey: 'same' })).status).toBe(422)
      const other = await account.call(name, soundInput(name), { idempotencyKey: 'other' })
      expect(other.status).toBe(usesEngine.includes(name) ? 500 : 200)
    } finally {
      engine.behave(atOnce)
      engine.quoteAs(atOnce)
    }
  })

  test('413: refused by its announced length, before any of it is sent', async () => {
    const { key } = await world().account()
    const headers = { 'content-length': String(75 * 1024 * 1024 + 1), authorization: `Bearer ${key}` }
    const answer = await exchange(world().url, {
      path: pathOf(name),
      method: 'POST',
      headers,
      body: '',
    }).catch(String)
    expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } })
  })

  test('429: past the daily quota, with the time to wait; a refused call is not counted', async () => {
    const account = await world().account()
    for (let call = 0; call < 5; call++) expect((await account.call(name, soundInput(name))).status).toBe(200)
    const refused = await account.call(name, soundInput(name))
    expect(refused).toMatchObject({ status: 429, body: { error: 'open_api_quota_exceeded' } })
    const reset = Number(refused.headers['retry-after'])
    expect(reset).toBeGreaterThan(0)
    expect(refused.body.detail).toEqual({ window: 'daily', limit: 5, reset_seconds: reset })
    await world().rooms.ledger.setQuota(account.accountId, { daily: 9, monthly: 5 })
    expect((await account.call(name, soundInput(name))).body.detail).toMatchObject({
      ...{ window: 'monthly', limit: 5 },
    })
    expect(refused.headers.ratelimit).toContain('"daily";r=0')
    expect(await account.requests('captured')).toBe(5)
  })
})

describe.each(usesEngine)('%s with an engine in trouble', (name) => {
  test('500: has a reason, charges nothing, frees the key, and reveals no secret', async () => {
    const account = await world().account()
    engine.behave(failing)
    const failed = await account.call(name, soundInput(name), { idempotencyKey: 'k' })
    engine.behave(atOnce)
    expect(failed).toMatchObject({
      status: 500,
      body: { error: 'internal_error', detail: { reason: 'internal' } },
    })
    expect(failed.text).not.toContain('planted')
    expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
    expect((await account.call(name, soundInput(name), { idempotencyKey: 'k' })).status).toBe(200)
  })

  test('409: the same key while the first call is still running', async () => {
    const account = await world().account()
    let finish = () => {}
    engine.behave(() => new Promise((resolve) => (finish = resolve)))
    const calls = engine.calls()
    const first = account.call(name, soundInput(name), { idempotencyKey: 'k' })
    await until(() => engine.calls() > calls)
    engine.behave(atOnce)
    const second = await account.call(name, soundInput(name), { idempotencyKey: 'k' })
    expect(second).toMatchObject({ status: 409, body: { error: 'idempotency_key_in_progress' } })
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
    finish()
    expect((await first).status).toBe(200)
  })
})

test('a caller that disconnects without a key is not charged; with a key the work continues', async () => {
  const hangUp = async (idempotencyKey: string | undefined) => {
    const account = await world().account()
    const calls = engine.calls()
    let finish = () => {}
    engine.behave((signal) =>
      Promise.race([endless(signal), new Promise<void>((resolve) => (finish = resolve))]),
    )
    const abort = new AbortController()
    const headers: Record<string, string> = {
      authorization: `Bearer ${account.key}`,
      'content-type': 'application/json',
    }
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    const body = JSON.stringify(soundInputs.matchResumeToJd)
    const sent = fetch(world().url + pathOf('matchResumeToJd'), {
      method: 'POST',
      headers,
      body,
      signal: abort.signal,
    })
    sent.catch(() => {})
    await until(() => engine.calls() > calls)
    expect((await account.balance()).held).toBe(100)
    abort.abort()
    if (idempotencyKey !== undefined) finish()
    await until(async () => (await account.balance()).held === 0)
    engine.behave(atOnce)
    return account
  }
  expect((await (await hangUp(undefined)).balance()).spendable).toBe(10_000)
  const withKey = await hangUp('k')
  expect((await withKey.balance()).spendable).toBe(9_900)
  const replay = await withKey.call('matchResumeToJd', soundInputs.matchResumeToJd, { idempotencyKey: 'k' })
  expect(replay.headers['idempotent-replayed']).toBe('true')
})

test.each(usesEngine)('%s waits for the engine with its account as the fairness key', async (name) => {
  const account = await world().account()
  const before = engine.owners().length
  await account.call(name, soundInput(name))
  const owners = engine.owners().slice(before)
  expect(owners.length).toBeGreaterThan(0)
  expect(new Set(owners)).toEqual(new Set([account.accountId]))
})
