import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { makeResetToken, setDisabled } from '../../src/accounts/index.ts'
import { fakeClock } from '../../src/kit/index.ts'
import { openPage } from '../support/console.ts'
import { until } from '../support/until.ts'
import { openWorld, useWorld } from '../support/world.ts'

const clock = fakeClock(new Date('2027-03-01T08:00:00Z'))
const world = useWorld({ clock })
const password = 'correct horse battery'
const next = 'another good password'
let people = 0

async function aPerson() {
  const email = `reader-${++people}@example.com`
  const page = openPage(world().url)
  clock.advance(3 * 60_000)
  const { body } = await page.call('signUp', { body: { email, password, role: 'recruiter' } })
  return { email, page, accountId: body.account.account_id as string }
}
const signIn = (email: string, word: string) =>
  openPage(world().url).call('signIn', { body: { email, password: word } })
const linkFor = (accountId: string) =>
  world().rooms.store.transaction((tx) => makeResetToken(tx, world().rooms, accountId))
const reset = (token: string, word = next) =>
  openPage(world().url).call('resetPassword', { body: { token, password: word } })

test('a password change ends the other sessions and earlier links', async () => {
  const { email, page, accountId } = await aPerson()
  const other = openPage(world().url)
  await other.call('signIn', { body: { email, password } })
  const token = await linkFor(accountId)
  expect((await page.call('changePassword', { body: { current: password, next } })).status).toBe(204)
  expect((await page.call('listSessions')).body.items).toHaveLength(1)
  expect((await other.call('listSessions')).status).toBe(401)
  expect((await reset(token)).status).toBe(410)
  expect((await signIn(email, password)).status).toBe(401)
  expect((await signIn(email, next)).status).toBe(200)
})

test('a password change needs the current password, and has the same limits', async () => {
  const { email, page } = await aPerson()
  const wrong = await page.call('changePassword', { body: { current: 'not this one', next } })
  expect([wrong.status, wrong.body.error]).toEqual([401, 'wrong_credentials'])
  const short = await page.call('changePassword', { body: { current: password, next: 'short' } })
  expect(short.body.detail).toMatchObject([{ path: 'next', code: 'too_short' }])
  expect((await signIn(email, password)).status).toBe(200)
})

test('guessing the current password of an open session is rate-limited', async () => {
  const { page } = await aPerson()
  const guess = () => page.call('changePassword', { body: { current: 'not this one', next } })
  const statuses: number[] = []
  for (let tried = 0; tried < 11; tried += 1) statuses.push((await guess()).status)
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
})

test('a link sets the password once and ends every session', async () => {
  const { email, page, accountId } = await aPerson()
  const [token, second] = [await linkFor(accountId), await linkFor(accountId)]
  const short = await reset(token, 'short')
  expect(short.body.detail).toMatchObject([{ path: 'password', code: 'too_short' }])
  expect((await reset(token)).status).toBe(204)
  expect((await page.call('listSessions')).status).toBe(401)
  expect((await signIn(email, next)).status).toBe(200)
  for (const used of [token, second, 'x'.repeat(43), 'x']) {
    const refused = await reset(used)
    expect([refused.status, refused.body.error]).toEqual([410, 'link_expired'])
  }
})

test('of two parallel uses of a link one succeeds', async () => {
  const { accountId } = await aPerson()
  const token = await linkFor(accountId)
  const both = await Promise.all([reset(token), reset(token)])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 410])
})

test('a link is valid for half an hour', async () => {
  const { accountId } = await aPerson()
  const [early, late] = [await linkFor(accountId), await linkFor(accountId)]
  clock.advance(30 * 60_000)
  expect((await reset(early)).status).toBe(410)
  expect((await reset(late)).status).toBe(410)
})

test('tokens have 256 bits and are stored as hashes only', async () => {
  const { page, accountId } = await aPerson()
  const token = await linkFor(accountId)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { sql } = await import('../../src/store/index.ts')
  const rows = await world().database.many(sql`
    select row_to_json(s)::text as text from sessions s
    union all select row_to_json(r)::text from password_resets r`)
  const stored = JSON.stringify(rows)
  for (const secret of [token, page.token() ?? '']) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  }
})

test('without a mail server the answer is always the same, and no link is created', async () => {
  const { email } = await aPerson()
  const forgot = (address: string) =>
    openPage(world().url).call('forgotPassword', { body: { email: address } })
  expect((await forgot(email)).status).toBe(204)
  expect((await forgot('nobody@example.com')).status).toBe(204)
  const wrong = await forgot('no address')
  expect(wrong.body.detail).toMatchObject([{ path: 'email' }])
})

test('a link is sent only to existing, enabled accounts', async () => {
  await using stack = new AsyncDisposableStack()
  const mails = await fakeMailServer(stack)
  const config = {
    publicUrl: 'https://hr.example.com',
    mail: { smtpUrl: mails.url, from: 'service@example.com' },
  }
  const { url, rooms } = await openWorld({ config }, stack)
  const page = openPage(url)
  // Over https the cookie has another name.
  const make = async (email: string) => {
    const body = { email, password, role: 'recruiter' }
    return (await page.call('signUp', { body })).body.account.account_id as string
  }
  await make('a@example.com')
  const disabled = await make('b@example.com')
  await rooms.store.transaction((tx) => setDisabled(tx, disabled, rooms.clock.now()))
  for (const email of ['nobody@example.com', 'b@example.com', 'A@Example.com']) {
    const asked = await page.call('forgotPassword', { body: { email }, headers: { host: 'evil.example' } })
    expect(asked.status).toBe(204)
  }
  await until(() => mails.received.length > 0)
  const mail = mails.received.join('').replace(/=\r\n/g, '').replaceAll('=3D', '=')
  expect(mails.received).toHaveLength(1)
  expect(mail).toContain('To: a@example.com')
  const token = /https:\/\/hr\.example\.com\/reset-password#token=([\w-]{43})/.exec(mail)?.[1] ?? ''
  expect((await page.call('resetPassword', { body: { token, password: next } })).status).toBe(204)
  const signedIn = await page.call('signIn', { body: { email: 'a@example.com', password: next } })
  expect(String(signedIn.headers['set-cookie'])).toMatch(/^__Host-session=[\w-]{43}; .*; Secure$/)
})

/** An SMTP server that stores the texts of mails. */
async function fakeMailServer(stack: AsyncDisposableStack) {
  const received: string[] = []
  const server = createServer((socket) => {
    let data: string | null = null
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: string) => {
      if (data !== null) {
        data += chunk
        if (!data.endsWith('\r\n.\r\n')) return
        received.push(data)
        data = null
        return void say('250 taken')
      }
      const verb = chunk.slice(0, 4).toUpperCase()
      if (verb === 'DATA') {
        data = ''
        say('354 go on')
      } else if (verb === 'QUIT') {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stack.defer(() => new Promise((done) => server.close(() => done())))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, received }
}
