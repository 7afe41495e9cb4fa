import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { fakeClock, randomIds } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import { createAccount } from './accounts.ts'
import { makeResetToken, resetPassword } from './password-resets.ts'
import { hashPassword } from './passwords.ts'
import { listSessions, readSession } from './sessions.ts'
import { changePassword, signIn } from './sign-in.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const clock = fakeClock()
const ids = randomIds()
const place = { userAgent: 'Browser \u0000 1.0 \u{1F600}', address: '192.0.2.1' }
let people = 0

async function aPerson(password: string) {
  const email = `p${++people}@example.com`
  const passwordHash = await hashPassword(ids, password)
  const account = { email, role: 'recruiter', passwordHash } as const
  const { accountId } = await db.database.transaction((tx) => createAccount(tx, { clock, ids }, account))
  return { email, accountId }
}

/** A database that runs a function before its next transaction begins. */
function first(happens: () => Promise<unknown>): Database {
  const transaction: Database['transaction'] = async (work, options) => {
    await happens()
    return db.database.transaction(work, options)
  }
  return { ...db.database, transaction }
}

async function resetTo(accountId: string, password: string) {
  const passwordHash = await hashPassword(ids, password)
  await db.database.transaction(async (tx) => {
    const token = await makeResetToken(tx, { clock, ids }, accountId)
    await resetPassword(tx, clock, token, passwordHash)
  })
}

test("a password that was replaced during its verification doesn't sign in", async () => {
  const { email, accountId } = await aPerson('the old password')
  const store = first(() => resetTo(accountId, 'the new password'))
  const token = await signIn({ store, clock, ids }, { email, password: 'the old password' }, place)
  expect(token).toBeUndefined()
  expect(await listSessions(db.database, clock, accountId)).toEqual([])
})

test("a password that was replaced during its verification can't set a new one", async () => {
  const { email, accountId } = await aPerson('the old password')
  const store = first(() => resetTo(accountId, 'the new password'))
  const nextHash = await hashPassword(ids, 'a third password')
  const who = { accountId, sessionId: ids.uuid() }
  expect(await changePassword({ store, clock, ids }, who, 'the old password', nextHash)).toBe(false)
  const deps = { store: db.database, clock, ids }
  expect(await signIn(deps, { email, password: 'the new password' }, place)).toBeDefined()
})

test('the last use of a session is written at most once a minute', async () => {
  const { email, accountId } = await aPerson('a good password')
  const deps = { store: db.database, clock, ids }
  const token = (await signIn(deps, { email, password: 'a good password' }, place)) ?? ''
  const lastSeen = async () => (await listSessions(db.database, clock, accountId))[0]?.lastSeenAt
  const opened = await lastSeen()
  clock.advance(59_000)
  await readSession(db.database, clock, token)
  expect(await lastSeen()).toEqual(opened)
  clock.advance(1_000)
  await readSession(db.database, clock, token)
  expect(await lastSeen()).toEqual(clock.now())
})

test('only printable parts of a header are stored', async () => {
  const { email, accountId } = await aPerson('a good password')
  await signIn({ store: db.database, clock, ids }, { email, password: 'a good password' }, place)
  const [session] = await listSessions(db.database, clock, accountId)
  expect(session).toMatchObject({ userAgent: 'Browser  1.0 ', address: '192.0.2.1' })
})

test('an account has a maximum number of sessions; the least recently used one ends', async () => {
  const { email, accountId } = await aPerson('a good password')
  const deps = { store: db.database, clock, ids }
  const tokens: string[] = []
  for (let opened = 0; opened < 51; opened += 1) {
    clock.advance(1_000)
    tokens.push((await signIn(deps, { email, password: 'a good password' }, place)) ?? '')
  }
  expect(await listSessions(db.database, clock, accountId)).toHaveLength(50)
  expect(await readSession(db.database, clock, tokens[0] ?? '')).toBeUndefined()
  expect(await readSession(db.database, clock, tokens[1] ?? '')).toBeDefined()
})
