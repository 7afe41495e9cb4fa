import { expect, test } from 'vitest'
import { sql } from '../../src/store/index.ts'
import { openPage, signedIn } from '../support/console.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()
const password = 'correct horse battery'
let addresses = 0
const anEmail = () => `person-${++addresses}@example.com`
const page = () => openPage(world().url)

test('without a session the public settings are returned', async () => {
  const { body } = await page().call('readSession')
  expect(body).toMatchObject({ account: null, sign_up: 'open', signup_bonus_point_cents: 500, mail: false })
  expect(body.base_url).toBe(world().url)
})

test.each(['recruiter', 'job_seeker'])('a %s signs up, is signed in, and has the bonus', async (role) => {
  const visitor = page()
  const email = anEmail().toUpperCase()
  const signedUp = await visitor.call('signUp', { body: { email, password, role } })
  expect(signedUp.status).toBe(200)
  expect(signedUp.body.account).toMatchObject({ email: email.toLowerCase(), role })
  const again = await visitor.call('readSession')
  expect(again.body.account).toEqual(signedUp.body.account)
  const balance = await world().rooms.ledger.balance(signedUp.body.account.account_id)
  expect(balance.byKind.signup_bonus).toBe(500)
})

test("sign-up can't create an administrator", async () => {
  const refused = await page().call('signUp', { body: { email: anEmail(), password, role: 'admin' } })
  expect(refused.status).toBe(400)
  expect(refused.body.detail).toMatchObject([{ path: 'role', code: 'wrong_type' }])
})

test('input errors name their field', async () => {
  const missing = await page().call('signUp', { body: {} })
  expect(missing.status).toBe(400)
  expect(missing.body.detail.map(({ path }: { path: string }) => path)).toEqual(['email', 'password', 'role'])
  const short = await page().call('signUp', {
    body: { email: anEmail(), password: 'short', role: 'recruiter' },
  })
  expect(short.body.detail).toMatchObject([{ path: 'password', code: 'too_short' }])
  const address = await page().call('signUp', { body: { email: 'no address', password, role: 'recruiter' } })
  expect(address.body.detail).toMatchObject([{ path: 'email' }])
  const notJson = await page().call('signUp', { body: '{' })
  expect(notJson.body.detail).toMatchObject([{ path: '', code: 'not_json' }])
})

test("only JSON is read, because a form of another site can't send it", async () => {
  const headers = { 'content-type': 'text/plain' }
  const body = { email: anEmail(), password, role: 'recruiter' }
  const refused = await page().call('signUp', { headers, body })
  expect(refused.status).toBe(400)
  expect(refused.body.detail).toMatchObject([{ path: 'Content-Type', code: 'bad_content_type' }])
})

test('a body longer than any form is refused by its length', async () => {
  const body = { email: anEmail(), password, role: 'recruiter', more: 'x'.repeat(70_000) }
  expect((await page().call('signUp', { body })).status).toBe(413)
})

test('a second account of an address is refused without a trace', async () => {
  const email = anEmail()
  const body = { email, password, role: 'recruiter' }
  expect((await page().call('signUp', { body })).status).toBe(200)
  const second = page()
  const refused = await second.call('signUp', { body: { ...body, email: ` ${email.toUpperCase()} ` } })
  expect(refused.status).toBe(409)
  expect(refused.body.error).toBe('email_taken')
  expect(second.token()).toBeUndefined()
})

test('an account and its points are created together or not at all', async () => {
  const { store } = world().rooms
  await store.run(sql`alter table grants add constraint no_bonus check (kind <> 'signup_bonus') not valid`)
  const email = anEmail()
  const body = { email, password, role: 'recruiter' }
  const failed = await page().call('signUp', { body })
  await store.run(sql`alter table grants drop constraint no_bonus`)
  expect(failed.status).toBe(500)
  expect(await store.many(sql`select 1 from accounts where email = ${email}`)).toEqual([])
  expect((await page().call('signUp', { body })).status).toBe(200)
})

test('of two parallel sign-ups with one address one succeeds', async () => {
  const body = { email: anEmail(), password, role: 'recruiter' }
  const both = await Promise.all([page().call('signUp', { body }), page().call('signUp', { body })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an invitation gives its role to its address, once', async () => {
  const admin = await signedIn(world(), { role: 'admin' })
  const email = anEmail()
  const made = await admin.page.call('createInvite', { body: { email, role: 'admin', expires_in_days: 7 } })
  expect(made.status).toBe(200)
  expect(made.body.link).toBe(`${world().url}/sign-up#invite=${made.body.code}`)
  const invite = made.body.code
  const another = { email: anEmail(), password, role: 'recruiter', invite }
  expect((await page().call('signUp', { body: another })).body.error).toBe('invite_invalid')
  const invited = await page().call('signUp', { body: { ...another, email } })
  expect(invited.body.account.role).toBe('admin')
  const again = await page().call('signUp', { body: { ...another, email: anEmail() } })
  expect(again.status).toBe(403)
  const { body } = await admin.page.call('listInvites')
  expect(body.items[0]).toMatchObject({ email, role: 'admin' })
  expect(body.items[0].used_at).not.toBeNull()
})

test('of two parallel uses of an invitation one succeeds', async () => {
  const admin = await signedIn(world(), { role: 'admin' })
  const made = await admin.page.call('createInvite', { body: { role: 'recruiter', expires_in_days: 1 } })
  const invite = made.body.code
  const bodies = [0, 1].map(() => ({ email: anEmail(), password, role: 'recruiter', invite }))
  const both = await Promise.all(bodies.map((body) => page().call('signUp', { body })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
})

test('only administrators invite', async () => {
  const { page: recruiter } = await signedIn(world())
  const body = { role: 'admin', expires_in_days: 7 }
  expect((await recruiter.call('createInvite', { body })).status).toBe(403)
  expect((await recruiter.call('listInvites')).status).toBe(403)
  expect((await page().call('createInvite', { body })).status).toBe(401)
  expect((await page().call('listInvites')).status).toBe(401)
  const admin = await signedIn(world(), { role: 'admin' })
  const wrong = await admin.page.call('createInvite', {
    body: { ...body, email: 'x@@', expires_in_days: 91 },
  })
  expect(wrong.status).toBe(400)
})
