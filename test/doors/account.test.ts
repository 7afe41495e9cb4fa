import { expect, test } from 'vitest'
import { apiPrefix, pointCents } from '../../src/contract/index.ts'
import { accountExample } from '../../src/doors/index.ts'
import { sql } from '../../src/store/index.ts'
import { soundInputs } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { exchange, useWorld } from '../support/world.ts'

/** GET /account: every status; it costs nothing. */

const world = useWorld({ engine: scriptedEngine(), terms: { quotaDaily: 5, quotaMonthly: 0 } })
const path = `${apiPrefix}/account`
const read = (key?: string) => world().send({ method: 'GET', path, ...(key === undefined ? {} : { key }) })

test('200: balance, quotas, limits, prices and the key itself; free, and not counted', async () => {
  const account = await world().account({ pointCents: 1_000, kind: 'resource_pack' })
  const { database, rooms } = world()
  const limits = { total: pointCents(500), daily: null, monthly: null }
  await database.transaction((tx) =>
    rooms.ledger.setKeyLimitsIn(tx, account.accountId, account.keyId, limits),
  )
  expect((await account.call('matchResumeToJd', soundInputs.matchResumeToJd)).status).toBe(200)
  const { status, body, headers } = await read(account.key)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    account_id: account.accountId,
    balance: { balance_point_cents: 900, balance_points: 9, held_point_cents: 0 },
    quotas: {
      daily: { limit: 5, remaining: 4 },
      monthly: { limit: null, remaining: null, resets_at: null },
      time_zone: 'Asia/Shanghai',
    },
    limits: { file_data_url_characters: 25_000_000, batch_resumes: 100 },
    prices: { parse_page_point_cents: 5, match_point_cents: 100, batch_candidate_point_cents: 100 },
    key: { key_id: account.keyId, limits: { total: 500 }, spent: { total: 100, daily: 100, monthly: 100 } },
  })
  expect(headers['cache-control']).toBe('no-store')
  for (let call = 0; call < 8; call += 1) expect((await read(account.key)).body.data).toEqual(body.data)
  expect(await account.requests('captured')).toBe(1)
})

test('200: a key without limits reports its spending, and a key of any scope may ask', async () => {
  const account = await world().account({ pointCents: 1_000, scopes: ['matchResumeToJd'] })
  await account.call('matchResumeToJd', soundInputs.matchResumeToJd)
  const { status, body } = await read(account.key)
  expect(status).toBe(200)
  expect(body.data.key).toMatchObject({
    ...{ scopes: ['matchResumeToJd'], limits: { total: null, daily: null, monthly: null } },
    spent: { total: 100, daily: 100, monthly: 100 },
  })
})

test('401: no key, and an invalid one', async () => {
  for (const key of [undefined, 'hecn_live_nothing']) {
    const answer = await read(key)
    expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  }
})

test.each(['job_seeker', 'admin'] as const)('403: a %s', async (role) => {
  const { key } = await world().account({ role })
  expect(await read(key)).toMatchObject({ status: 403, body: { error: 'recruiter_only' } })
})

test('405: only GET is allowed', async () => {
  const answer = await exchange(world().url, { method: 'POST', path, body: {} })
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET' } })
})

test("500: in the envelope if the account's ledger is damaged", async () => {
  const { accountId, key } = await world().account()
  const { database } = world()
  await database.run(sql`delete from ledger_accounts where account_id = ${accountId} and version < 0`)
  const own = await database.one<{ version: number }>(
    sql`update ledger_accounts set paid = paid + 1 where account_id = ${accountId} returning version`,
  )
  expect(own.version).toBeGreaterThan(0)
  expect(await read(key)).toMatchObject({ status: 500, body: { detail: { reason: 'internal' } } })
})

test('its example has the members of a real answer', async () => {
  const { key } = await world().account()
  const { body } = await read(key)
  const shape = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shape(member)]))
      : null
  expect(shape(accountExample)).toEqual(shape(body))
})
