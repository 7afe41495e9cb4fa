import { expect, test } from 'vitest'
import { openPage, type SignedInAccount, signedIn } from '../support/console.ts'
import { batchInput, soundInputs } from '../support/inputs.ts'
import { failing, scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

const engine = scriptedEngine()
const world = useWorld({ engine })
const match = soundInputs.matchResumeToJd
const list = async ({ page }: SignedInAccount, query = {}) => (await page.call('listCalls', { query })).body

test('every call that reached the account is listed, the newest first, with what it cost', async () => {
  const account = await signedIn(world(), { pointCents: 1_100 })
  const parsed = await account.call('parseResume', soundInputs.parseResume)
  await account.call('matchResumeToJd', { ...match, jd_text: '' })
  await account.page.call('tryMatch', { body: match })
  const batch = await account.call('startBatchScreening', batchInput(3))
  engine.behave(failing)
  await account.call('matchResumeToJd', match)
  engine.behave(async () => {})
  await account.call('startBatchScreening', batchInput(20))
  const { items } = await list(account)
  const told = items.map((call: Record<string, unknown>) => [
    ...[call.operation, call.door, call.state, call.status, call.error],
  ])
  expect(told).toEqual([
    ['startBatchScreening', 'rest', 'refused', 402, 'insufficient_points'],
    ['matchResumeToJd', 'rest', 'failed', 500, 'internal_error'],
    ['startBatchScreening', 'rest', 'running', 200, null],
    ['matchResumeToJd', 'console', 'charged', 200, null],
    ['matchResumeToJd', 'rest', 'refused', 400, 'invalid_input'],
    ['parseResume', 'rest', 'charged', 200, null],
  ])
  const [byId] = (await list(account, { request_id: parsed.body.request_id })).items
  expect(byId).toMatchObject({
    request_id: parsed.body.request_id,
    key_id: account.keyId,
    pages: parsed.body.usage.pages,
    point_cents: parsed.body.billing.billed_point_cents,
  })
  expect((await list(account, { request_id: batch.body.request_id })).items[0].point_cents).toBe(0)
  const fromPage = (await list(account, { door: 'console' })).items
  expect(fromPage).toMatchObject([{ key_id: null, key_name: null, tokens: 15, point_cents: 100 }])
})

test('filters and pages', async () => {
  const account = await signedIn(world())
  const other = await signedIn(world())
  await other.call('matchResumeToJd', match)
  for (let made = 0; made < 3; made += 1) await account.call('matchResumeToJd', match)
  await account.call('optimizeJd', soundInputs.optimizeJd)
  await account.call('optimizeJd', {})
  const count = async (query: object) => (await list(account, query)).items.length
  expect(await count({})).toBe(5)
  expect(await count({ operation: 'optimizeJd' })).toBe(2)
  expect(await count({ operation: 'optimizeJd', outcome: 'ok' })).toBe(1)
  expect(await count({ outcome: 'refused' })).toBe(1)
  expect(await count({ outcome: 'failed' })).toBe(0)
  expect(await count({ door: 'mcp' })).toBe(0)
  expect(await count({ key_id: account.keyId })).toBe(5)
  expect(await count({ key_id: other.keyId })).toBe(0)
  expect(await count({ request_id: 'no id' })).toBe(0)
  const soon = new Date(Date.now() + 60_000).toISOString()
  const before = new Date(Date.now() - 60_000).toISOString()
  expect(await count({ from: before, to: soon })).toBe(5)
  expect(await count({ from: soon })).toBe(0)
  expect(await count({ to: before })).toBe(0)
  const first = await list(account, { limit: 3 })
  const rest = await list(account, { limit: 3, cursor: first.next })
  expect([first.items.length, rest.items.length, rest.next]).toEqual([3, 2, null])
  const ids = [...first.items, ...rest.items].map(({ request_id }) => request_id)
  expect(ids).toEqual([...new Set(ids)].sort().reverse())
})

test('the file has the same calls as the list, of this account only', async () => {
  const account = await signedIn(world())
  await account.call('matchResumeToJd', match)
  await account.call('optimizeJd', {})
  const file = await account.page.call('downloadCalls', { query: { operation: 'matchResumeToJd' } })
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="calls-\d{4}-\d\d-\d\d\.csv"$/)
  const [heading, line, end] = file.text.split('\r\n')
  expect(heading).toMatch(/^\ufeffrequest_id,at,operation,door,key_id/)
  expect(line).toMatch(/,matchResumeToJd,rest,.*,charged,200,,\d+,,15,100$/)
  expect(end).toBe('')
  const none = await account.page.call('downloadCalls', { query: { request_id: 'no id' } })
  expect(none.text.split('\r\n').length).toBe(2)
})

test('400 for invalid queries, 401 without a session', async () => {
  const { page } = await signedIn(world())
  for (const name of ['listCalls', 'downloadCalls'] as const) {
    for (const query of [{ cursor: 'x' }, { operation: 'none' }, { from: 'yesterday' }]) {
      const answer = await page.call(name, { query })
      expect([name, query, answer.status, answer.body.error]).toEqual([name, query, 400, 'invalid_input'])
    }
    expect((await openPage(world().url).call(name)).status).toBe(401)
  }
  expect((await page.call('readUsage', { query: { days: 0 } })).status).toBe(400)
  expect((await openPage(world().url).call('readUsage')).status).toBe(401)
})
