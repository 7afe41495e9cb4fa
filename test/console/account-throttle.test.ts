import { expect, test } from 'vitest'
import { fakeClock } from '../../src/kit/index.ts'
import { sql } from '../../src/store/index.ts'
import { openPage } from '../support/console.ts'
import { useWorld } from '../support/world.ts'

const clock = fakeClock(new Date('2027-03-01T08:00:00Z'))
const world = useWorld({ clock, config: { trustProxy: true } })
const password = 'correct horse battery'

/** A caller with its own address, behind the trusted proxy. */
const from = (address: string) => {
  const page = openPage(world().url)
  const headers = { 'x-forwarded-for': `203.0.113.99, ${address}` }
  return {
    signIn: (email: string, word: string) =>
      page.call('signIn', { headers, body: { email, password: word } }),
    signUp: (email: string) => page.call('signUp', { headers, body: { email, password, role: 'recruiter' } }),
    forgot: (email: string) => page.call('forgotPassword', { headers, body: { email } }),
    reset: () => page.call('resetPassword', { headers, body: { token: 'x', password } }),
    sessions: () => page.call('listSessions', { headers }),
  }
}

async function statuses(times: number, work: (index: number) => Promise<{ status: number }>) {
  const all: number[] = []
  for (let index = 0; index < times; index += 1) all.push((await work(index)).status)
  return all
}
const then = (times: number, status: number, last: number) => [...Array<number>(times).fill(status), last]

test('guessing is rate-limited per client; the owner elsewhere is not affected', async () => {
  const email = 'owner@example.com'
  expect((await from('192.0.2.1').signUp(email)).status).toBe(200)
  const guesser = from('192.0.2.2')
  expect(await statuses(11, () => guesser.signIn(email, 'a wrong guess'))).toEqual(then(10, 401, 429))
  const refused = await guesser.signIn(email, password)
  expect(refused.body.error).toBe('too_many_attempts')
  expect(Number(refused.headers['retry-after'])).toBe(60)
  const owner = from('192.0.2.1')
  expect((await owner.signIn(email, password)).status).toBe(200)
  expect((await owner.sessions()).body.items[0].address).toBe('192.0.2.1')
  clock.advance(60_000)
  expect((await guesser.signIn(email, password)).status).toBe(200)
  expect((await guesser.signIn(email, password)).status).toBe(429)
})

test('an unknown address is throttled like a known one', async () => {
  const guesser = from('192.0.2.3')
  const answers = await statuses(11, () => guesser.signIn('nobody@example.com', 'a wrong guess'))
  expect(answers).toEqual(then(10, 401, 429))
})

test('many client addresses that guess for one account are throttled together', async () => {
  const email = 'target@example.com'
  const answers = await statuses(51, (index) => from(`198.51.100.${index}`).signIn(email, 'a wrong guess'))
  expect(answers).toEqual(then(50, 401, 429))
})

test('one client that tries many accounts is throttled; an IPv6 network counts as one client', async () => {
  const answers = await statuses(101, (index) =>
    from(`2001:db8:0:7::${index}`).signIn(`person-${index}@example.com`, 'a wrong guess'),
  )
  expect(answers).toEqual(then(100, 401, 429))
  expect((await from('2001:db8:0:8::1').signIn('person-1@example.com', 'a wrong guess')).status).toBe(401)
})

test('probing for existing addresses is rate-limited', async () => {
  const visitor = from('192.0.2.4')
  const answers = await statuses(21, (index) => visitor.signUp(`new-${index}@example.com`))
  expect(answers).toEqual(then(20, 200, 429))
  const known = await statuses(6, (index) => from(`192.0.2.${10 + index}`).signUp('new-1@example.com'))
  // One of this account's five attempts was the sign-up.
  expect(known).toEqual([409, 409, 409, 409, 429, 429])
})

test('mails to one address are rate-limited', async () => {
  const at = (index: number) => from(`192.0.2.${30 + index}`).forgot('owner@example.com')
  expect(await statuses(4, at)).toEqual(then(3, 204, 429))
  const one = from('192.0.2.40')
  const answers = await statuses(21, (index) => one.forgot(`anybody-${index}@example.com`))
  expect(answers).toEqual(then(20, 204, 429))
})

test('guessing links is rate-limited', async () => {
  const visitor = from('192.0.2.5')
  expect(await statuses(31, () => visitor.reset())).toEqual(then(30, 410, 429))
})

test('parallel attempts are counted individually', async () => {
  const email = 'rush@example.com'
  const rush = Array.from({ length: 30 }, () => from('192.0.2.6').signIn(email, 'a wrong guess'))
  const answers = (await Promise.all(rush)).map(({ status }) => status)
  expect(answers.filter((status) => status === 401)).toHaveLength(10)
})

test('expired marks are deleted', async () => {
  const count = async () =>
    (await world().database.one<{ n: number }>(sql`select count(*)::int as n from attempt_marks`)).n
  const before = await count()
  expect(before).toBeGreaterThan(100)
  clock.advance(86_400_000)
  for (let tried = 0; tried < 10; tried += 1) await from('192.0.2.7').signIn('x@example.com', 'a wrong guess')
  expect(await count()).toBeLessThan(before - 150)
})
