import { expect, test } from 'vitest'
import { sql } from '../../src/store/index.ts'
import { openPage, type SignedInAccount, signedIn } from '../support/console.ts'
import { until } from '../support/until.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()
const noLimits = { total: null, daily: null, monthly: null }
const wanted = { name: 'CI', scopes: ['matchResumeToJd'], expires_at: null, limits: noLimits }
const noId = '0197a000-0000-7000-8000-00000000dead'
const match = {
  resume_text: '五年 Java 后端开发经验',
  jd_text: '招聘 Java 后端工程师，三年以上经验，熟悉 MySQL。',
}

const callWith = (key: string) => world().send({ path: '/api/open/v1/matches/resume-jd', body: match, key })
const create = async (account: SignedInAccount, body: object = {}) => {
  const answer = await account.page.call('createKey', { body: { ...wanted, ...body } })
  expect(answer.status).toBe(200)
  return answer.body as { key: string; view: { key_id: string } }
}

test('a new key is shown once, works immediately, and is first in the list', async () => {
  const account = await signedIn(world(), { pointCents: 1_000 })
  const { key, view } = await create(account)
  expect(key).toMatch(/^hecn_live_/)
  expect(view).toMatchObject({
    ...{ name: 'CI', last_four: key.slice(-4), scopes: ['matchResumeToJd'], state: 'active' },
    ...{ expires_at: null, last_used_at: null, replaced_by: null, limits: noLimits },
  })
  expect((await callWith(key)).status).toBe(200)
  const { body, text } = await account.page.call('listKeys')
  expect(body.items.map((item: { key_id: string }) => item.key_id)).toEqual([view.key_id, account.keyId])
  expect(text).not.toContain(key)
  const [first] = body.items
  expect(first.spent).toEqual({ total: 100, daily: 100, monthly: 100 })
  expect(first.calls_by_day).toEqual([...new Array(29).fill(0), 1])
})

test('a key with a limit is refused with 402 when it is used up; a higher limit admits it again', async () => {
  const account = await signedIn(world(), { pointCents: 1_000 })
  const limits = { total: null, daily: 150, monthly: 500 }
  const { key, view } = await create(account, { limits })
  expect((await callWith(key)).status).toBe(200)
  const refused = await callWith(key)
  expect(refused.status).toBe(402)
  expect(refused.body).toMatchObject({
    ...{ error: 'insufficient_points', required_point_cents: 100, balance_point_cents: 900 },
    detail: { reason: 'key_limit', window: 'daily', limit: 150, spent: 100 },
  })
  const detail = refused.body.detail as unknown as { resets_at: string }
  expect(new Date(detail.resets_at).getTime()).toBeGreaterThan(Date.now())
  const change = { name: 'CI 2', limits: { ...limits, daily: 200 } }
  const changed = await account.page.call('changeKey', { id: view.key_id, body: change })
  expect(changed.body).toMatchObject({ ...change, spent: { total: 100, daily: 100, monthly: 100 } })
  expect((await callWith(key)).status).toBe(200)
  const free = await account.page.call('changeKey', { id: view.key_id, body: { limits: noLimits } })
  expect(free.body).toMatchObject({ limits: noLimits, spent: { total: 200 } })
  expect((await callWith(key)).status).toBe(200)
})

test('a key is switched off and on again, within a second', async () => {
  const account = await signedIn(world(), { pointCents: 100_000_000 })
  const { key, view } = await create(account)
  expect((await callWith(key)).status).toBe(200)
  const off = await account.page.call('changeKey', { id: view.key_id, body: { disabled: true } })
  expect(off.body.state).toBe('disabled')
  await until(async () => (await callWith(key)).status === 401)
  expect((await account.page.call('rotateKey', { id: view.key_id, body: { grace_hours: 1 } })).status).toBe(
    409,
  )
  const on = await account.page.call('changeKey', { id: view.key_id, body: { disabled: false } })
  expect(on.body.state).toBe('active')
  await until(async () => (await callWith(key)).status === 200)
})

test('rotating gives a successor that shares the limits, and the old key its grace', async () => {
  const account = await signedIn(world(), { pointCents: 1_000 })
  const { key, view } = await create(account, { limits: { ...noLimits, total: 250 } })
  expect((await callWith(key)).status).toBe(200)
  const rotated = await account.page.call('rotateKey', { id: view.key_id, body: { grace_hours: 2 } })
  expect(rotated.body.view).toMatchObject({ name: 'CI', limits: { total: 250 }, spent: { total: 100 } })
  expect((await callWith(rotated.body.key)).status).toBe(200)
  expect((await callWith(key)).status).toBe(402)
  const { body } = await account.page.call('listKeys')
  const old = body.items.find((item: { key_id: string }) => item.key_id === view.key_id)
  expect(old).toMatchObject({ state: 'active', replaced_by: rotated.body.view.key_id })
  const graceMs = new Date(old.expires_at).getTime() - Date.now()
  expect(Math.round(graceMs / 3_600_000)).toBe(2)
  const again = await account.page.call('rotateKey', { id: view.key_id, body: { grace_hours: 0 } })
  expect([again.status, again.body.error]).toEqual([409, 'conflict'])
})

test('a revoked key ends for good', async () => {
  const account = await signedIn(world(), { pointCents: 100_000_000 })
  const { key, view } = await create(account)
  const revoked = await account.page.call('revokeKey', { id: view.key_id })
  expect(revoked.body.state).toBe('revoked')
  await until(async () => (await callWith(key)).status === 401)
  const change = await account.page.call('changeKey', { id: view.key_id, body: { disabled: false } })
  expect([change.status, change.body.error]).toEqual([409, 'conflict'])
  expect((await account.page.call('revokeKey', { id: view.key_id })).status).toBe(200)
})

test('only a recruiter makes keys', async () => {
  const seeker = await signedIn(world(), { role: 'job_seeker' })
  const answer = await seeker.page.call('createKey', { body: wanted })
  expect([answer.status, answer.body.error]).toEqual([403, 'recruiter_only'])
})

test.each([
  ['name', { name: '   ' }],
  ['name', { name: '' }],
  ['scopes', { scopes: [] }],
  ['scopes[0]', { scopes: ['everything'] }],
  ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
  ['limits.total', { limits: { ...noLimits, total: -1 } }],
  ['limits.daily', { limits: { ...noLimits, daily: 2_000_000_000_000 } }],
])('what is wrong with a key is told: %s', async (path, change) => {
  const account = await signedIn(world())
  const answer = await account.page.call('createKey', { body: { ...wanted, ...change } })
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_input'])
  expect(answer.body.detail.map((issue: { path: string }) => issue.path)).toContain(path)
  expect((await account.page.call('listKeys')).body.items).toHaveLength(1)
})

test("keys of another account can't be changed, and nothing works when signed out", async () => {
  const [account, other] = [await signedIn(world()), await signedIn(world())]
  const routes = [
    ['changeKey', { body: { name: 'mine' } }],
    ['rotateKey', { body: { grace_hours: 0 } }],
    ['revokeKey', {}],
  ] as const
  for (const [route, options] of routes) {
    for (const id of [other.keyId, noId, 'no-uuid']) {
      const answer = await account.page.call(route, { ...options, id })
      expect([route, answer.status, answer.body.error]).toEqual([route, 404, 'not_found'])
    }
    const stranger = await openPage(world().url).call(route, { ...options, id: other.keyId })
    expect([stranger.status, stranger.body.error]).toEqual([401, 'signed_out'])
  }
  for (const route of ['listKeys', 'createKey'] as const) {
    const body = route === 'createKey' ? { body: wanted } : {}
    expect((await openPage(world().url).call(route, body)).status).toBe(401)
  }
  const { n } = await world().database.one<{ n: number }>(sql`
    select count(*) as n from api_keys where account_id = ${other.accountId} and revoked_at is null`)
  expect(n).toBe(1)
})
