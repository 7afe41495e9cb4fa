import { expect, test } from 'vitest'
import { setDisabled, setRole } from '../../src/accounts/index.ts'
import { fakeClock } from '../../src/kit/index.ts'
import { openPage, signedIn } from '../support/console.ts'
import { useWorld } from '../support/world.ts'

const clock = fakeClock(new Date('2027-03-01T08:00:00Z'))
const world = useWorld({ clock })
const password = 'correct horse battery'
let people = 0

async function aPerson() {
  const email = `someone-${++people}@example.com`
  const page = openPage(world().url)
  // Each at a different time, because sign-ups from one address are limited.
  clock.advance(3 * 60_000)
  const { body } = await page.call('signUp', { body: { email, password, role: 'recruiter' } })
  return { email, page, accountId: body.account.account_id as string }
}
const signIn = (email: string, word = password, headers = {}) =>
  openPage(world().url).call('signIn', { body: { email, password: word }, headers })

test('the cookie is limited to this host and hidden from scripts', async () => {
  const { email } = await aPerson()
  const { headers } = await signIn(email)
  expect(String(headers['set-cookie'])).toMatch(
    /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=5184000$/,
  )
})

test('signing in opens a session, signing out ends it', async () => {
  const { email } = await aPerson()
  const page = openPage(world().url)
  expect((await page.call('signIn', { body: { email: email.toUpperCase(), password } })).status).toBe(200)
  const token = page.token()
  expect((await page.call('listSessions')).status).toBe(200)
  expect((await page.call('signOut')).status).toBe(204)
  expect(page.token()).toBeUndefined()
  const stolen = await openPage(world().url, token).call('listSessions')
  expect(stolen.status).toBe(401)
  expect(stolen.body.error).toBe('signed_out')
  expect((await page.call('signOut')).status).toBe(204)
})

test('a wrong password, an unknown address and a disabled account are answered the same', async () => {
  const { email } = await aPerson()
  const disabled = await aPerson()
  const { store } = world().rooms
  await store.transaction((tx) => setDisabled(tx, disabled.accountId, clock.now()))
  const answers = [
    await signIn(email, 'a wrong password'),
    await signIn('nobody@example.com'),
    await signIn(disabled.email),
  ]
  const told = answers.map(({ status, body }) => ({ status, ...body, request_id: '' }))
  expect(told[0]).toMatchObject({ status: 401, error: 'wrong_credentials' })
  expect(told[1]).toEqual(told[0])
  expect(told[2]).toEqual(told[0])
  expect(answers.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined])
})

test('a session ends when it is not used for two weeks, and after sixty days at the latest', async () => {
  const { page } = await aPerson()
  const day = 86_400_000
  for (let used = 0; used < 4; used += 1) {
    clock.advance(13 * day)
    expect((await page.call('listSessions')).status).toBe(200)
  }
  clock.advance(9 * day)
  expect((await page.call('listSessions')).status).toBe(401)
  const idle = await aPerson()
  clock.advance(14 * day + 1)
  expect((await idle.page.call('listSessions')).status).toBe(401)
})

test('a disabled account and a changed role take effect immediately', async () => {
  const { page, accountId } = await signedIn(world(), { role: 'admin' })
  const { store } = world().rooms
  expect((await page.call('listInvites')).status).toBe(200)
  await store.transaction((tx) => setRole(tx, accountId, 'recruiter'))
  expect((await page.call('listInvites')).status).toBe(403)
  expect((await page.call('readSession')).body.account.role).toBe('recruiter')
  await store.transaction((tx) => setDisabled(tx, accountId, clock.now()))
  expect((await page.call('listSessions')).status).toBe(401)
  expect((await page.call('readSession')).body.account).toBeNull()
})

test('sessions are listed with their clients, and can be ended singly or all others together', async () => {
  const { email, page } = await aPerson()
  const phone = openPage(world().url)
  const tablet = openPage(world().url)
  const agent = `Phone ${'x'.repeat(300)}`
  await phone.call('signIn', { body: { email, password }, headers: { 'user-agent': agent } })
  await tablet.call('signIn', { body: { email, password } })
  const { items } = (await page.call('listSessions')).body
  expect(items).toHaveLength(3)
  const ofPhone = items.find((each: { user_agent: string }) => each.user_agent.startsWith('Phone'))
  expect(ofPhone).toMatchObject({ current: false, address: '127.0.0.1' })
  expect(ofPhone.user_agent).toHaveLength(200)
  expect(items.filter((each: { current: boolean }) => each.current)).toHaveLength(1)

  expect((await page.call('endSession', { id: ofPhone.session_id })).status).toBe(204)
  expect((await phone.call('listSessions')).status).toBe(401)
  expect((await page.call('endSession', { id: ofPhone.session_id })).status).toBe(404)
  expect((await page.call('endSession', { id: 'no-uuid' })).status).toBe(404)

  expect((await page.call('endOtherSessions')).status).toBe(204)
  expect((await tablet.call('listSessions')).status).toBe(401)
  const left = (await page.call('listSessions')).body.items
  expect(left).toMatchObject([{ current: true }])
  const own = await page.call('endSession', { id: left[0].session_id })
  expect(own.status).toBe(204)
  expect(page.token()).toBeUndefined()
})

test("the session of another account can't be ended", async () => {
  const [mine, theirs] = [await aPerson(), await aPerson()]
  const [session] = (await theirs.page.call('listSessions')).body.items
  expect((await mine.page.call('endSession', { id: session.session_id })).status).toBe(404)
  expect((await theirs.page.call('listSessions')).status).toBe(200)
})

test("signing in again replaces the browser's session", async () => {
  const { email, page } = await aPerson()
  const before = page.token()
  await page.call('signIn', { body: { email, password } })
  expect(page.token()).not.toBe(before)
  expect((await openPage(world().url, before).call('listSessions')).status).toBe(401)
})

test('routes that need a session refuse calls without one', async () => {
  const page = openPage(world().url)
  const nothing = { id: '01890000-0000-7000-8000-000000000000' }
  for (const [name, options] of [
    ['listSessions', {}],
    ['endSession', nothing],
    ['endOtherSessions', {}],
    ['readFirstSteps', {}],
    ['noteFirstStep', { body: { step: 'dismissed' } }],
    ['changePassword', { body: { current: password, next: password } }],
  ] as const) {
    expect((await page.call(name, options)).status, name).toBe(401)
  }
})

test('a session cookie of another form is invalid', async () => {
  for (const cookie of ['session=', 'session=short', `session=${'x'.repeat(43)}`, 'other=1; session=%00']) {
    const { status } = await openPage(world().url).call('listSessions', { headers: { cookie } })
    expect(status).toBe(401)
  }
})
