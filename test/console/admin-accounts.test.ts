import { expect, test } from 'vitest'
import { consoleRoutes } from '../../src/contract/index.ts'
import { openPage, signedIn } from '../support/console.ts'
import { soundInputs } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld({ engine: scriptedEngine() })
const unknown = '00000000-0000-7000-8000-000000000000'
const anAdmin = () => signedIn(world(), { role: 'admin', pointCents: 0 })
type Admin = Awaited<ReturnType<typeof anAdmin>>
const acts = async ({ page }: Admin, target: string) => {
  const { items } = (await page.call('listAudit', { query: { limit: 200 } })).body
  return items
    .filter((act: { target: string }) => act.target === target)
    .map(({ action, detail }: { action: string; detail: string }) => [action, JSON.parse(detail)])
}
const emailOf = async ({ page }: Admin, id: string) =>
  (await page.call('readAccount', { id })).body.account.email as string

test('only administrators have access', async () => {
  const recruiter = await signedIn(world())
  const names = ['listAccounts', 'readAccount', 'changeAccount', 'grantPoints', 'withdrawPoints'] as const
  for (const name of [...names, 'readHealth', 'verifyLedger', 'listAudit'] as const) {
    expect(consoleRoutes[name].access).toBe('admin')
    const options = { id: recruiter.accountId, body: 'body' in consoleRoutes[name] ? {} : undefined }
    const refused = await recruiter.page.call(name, options)
    expect([name, refused.status, refused.body.error]).toEqual([name, 403, 'forbidden'])
    expect([name, (await openPage(world().url).call(name, options)).status]).toEqual([name, 401])
  }
})

test('accounts in pages and by the beginning of their address, with what they can spend', async () => {
  const admin = await anAdmin()
  const accounts = [await signedIn(world(), { pointCents: 70 }), await signedIn(world(), { pointCents: 0 })]
  const first = await admin.page.call('listAccounts', { query: { limit: 1 } })
  const second = await admin.page.call('listAccounts', { query: { limit: 1, cursor: first.body.next } })
  const rows = [...second.body.items, ...first.body.items]
  expect(rows.map(({ account, spendable }) => [account.account_id, spendable])).toEqual([
    [accounts[0]?.accountId, 70],
    [accounts[1]?.accountId, 0],
  ])
  const { email } = rows[0].account
  const search = async (text: string) =>
    (await admin.page.call('listAccounts', { query: { search: text } })).body.items.length
  expect(await search(email.toUpperCase().slice(0, -3))).toBe(1)
  expect(await search('%')).toBe(0)
  expect(await search(email.replace('-', '_'))).toBe(0)
  expect((await admin.page.call('listAccounts', { query: { cursor: '1' } })).status).toBe(400)
})

test('a change of an account takes effect immediately and is logged', async () => {
  const admin = await anAdmin()
  const account = await signedIn(world())
  const id = account.accountId
  const email = await emailOf(admin, id)
  const change = async (body: object) => (await admin.page.call('changeAccount', { id, body })).status
  expect(await change({ own_daily: 5, own_monthly: 9 })).toBe(204)
  expect(await change({ own_monthly: null, role: 'recruiter' })).toBe(204)
  const seen = (await admin.page.call('readAccount', { id })).body
  expect([seen.own_daily, seen.own_monthly, seen.quota.daily.limit]).toEqual([5, null, 5])
  expect(await change({ disabled: true })).toBe(204)
  expect((await admin.page.call('readAccount', { id })).body.disabled_at).not.toBeNull()
  expect((await account.page.call('listBatches')).status).toBe(401)
  expect(await change({ disabled: false, role: 'job_seeker' })).toBe(204)
  expect((await account.page.call('tryMatch', { body: soundInputs.matchResumeToJd })).status).toBe(403)
  expect(await acts(admin, email)).toEqual([
    ['account.enable', {}],
    ['account.role', { before: 'recruiter', role: 'job_seeker' }],
    ['account.disable', {}],
    ['account.quota', { daily: 5, monthly: null }],
    ['account.quota', { daily: 5, monthly: 9 }],
  ])
})

test("administrators can't change their own role or disable themselves", async () => {
  const admin = await anAdmin()
  for (const body of [{ disabled: true }, { role: 'recruiter' }]) {
    const answer = await admin.page.call('changeAccount', { id: admin.accountId, body })
    expect([answer.status, answer.body.error]).toEqual([409, 'conflict'])
  }
  const same = { id: admin.accountId, body: { role: 'admin', disabled: false } }
  expect((await admin.page.call('changeAccount', same)).status).toBe(204)
})

test('points are granted and taken back with their lines in the log, or neither', async () => {
  const admin = await anAdmin()
  const account = await signedIn(world(), { pointCents: 0 })
  const id = account.accountId
  const email = await emailOf(admin, id)
  const wanted = { kind: 'promotion', point_cents: 500, expires_at: null, note: 'for the fair' }
  const granted = await admin.page.call('grantPoints', { id, body: wanted })
  expect(granted.status).toBe(200)
  const { grant_id } = granted.body.grant
  expect(granted.body.grant).toMatchObject({
    granted: 500,
    remaining: 500,
    source: 'operator',
    expired: false,
  })
  const withdraw = (point_cents: number, grant = grant_id) =>
    admin.page.call('withdrawPoints', { id, body: { grant_id: grant, point_cents, note: 'too much' } })
  expect((await withdraw(200)).status).toBe(204)
  const over = await withdraw(301)
  expect([over.status, over.body.error, over.body.detail]).toEqual([
    409,
    'conflict',
    { free_point_cents: 300 },
  ])
  expect((await withdraw(1, unknown)).status).toBe(409)
  expect(await account.balance()).toEqual({ spendable: 300, held: 0 })
  const { money } = (await admin.page.call('readAccount', { id })).body
  expect(money).toMatchObject({ granted: 500, spendable: 300, withdrawn: 200 })
  expect(await acts(admin, email)).toEqual([
    ['points.withdraw', { grant_id, point_cents: 200, note: 'too much' }],
    [
      'points.grant',
      { grant_id, kind: 'promotion', point_cents: 500, expires_at: null, note: 'for the fair' },
    ],
  ])
})

test('400 for invalid input, 404 for an unknown account', async () => {
  const admin = await anAdmin()
  const { accountId: id } = await signedIn(world())
  const grant = { kind: 'paid', point_cents: 1, expires_at: null, note: '' }
  const taken = { grant_id: unknown, point_cents: 1, note: 'x' }
  const wrong = [
    ['grantPoints', { ...grant, point_cents: 0 }],
    ['grantPoints', { ...grant, kind: 'gold' }],
    ['grantPoints', { ...grant, expires_at: '2001-01-01T00:00:00Z' }],
    ['withdrawPoints', { ...taken, note: '' }],
    ['changeAccount', { role: 'king' }],
    ['changeAccount', { own_daily: -1 }],
  ] as const
  for (const [name, body] of wrong) {
    const answer = await admin.page.call(name, { id, body })
    expect([name, answer.status, answer.body.error]).toEqual([name, 400, 'invalid_input'])
  }
  const bodies = { readAccount: undefined, changeAccount: {}, grantPoints: grant, withdrawPoints: taken }
  for (const name of Object.keys(bodies) as (keyof typeof bodies)[]) {
    for (const nobody of [unknown, 'no-id']) {
      const answer = await admin.page.call(name, { id: nobody, body: bodies[name] })
      expect([name, answer.status, answer.body.error]).toEqual([name, 404, 'not_found'])
    }
  }
})

test('the audit log in pages and by act', async () => {
  const admin = await anAdmin()
  const { accountId: id } = await signedIn(world())
  for (let made = 1; made <= 3; made += 1) {
    await admin.page.call('changeAccount', { id, body: { own_daily: made } })
  }
  const query = { action: 'account.quota', limit: 2 }
  const first = (await admin.page.call('listAudit', { query })).body
  const rest = (await admin.page.call('listAudit', { query: { ...query, cursor: first.next } })).body
  expect(first.items.map(({ detail }: { detail: string }) => JSON.parse(detail).daily)).toEqual([3, 2])
  expect(JSON.parse(rest.items[0].detail).daily).toBe(1)
  expect(first.items[0]).toMatchObject({ actor: await emailOf(admin, admin.accountId), source: 'console' })
  expect((await admin.page.call('listAudit', { query: { cursor: 'x' } })).status).toBe(400)
})
