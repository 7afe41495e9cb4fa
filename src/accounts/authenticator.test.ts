import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { Fault } from '../contract/index.ts'
import { type Clock, type FakeClock, fakeClock, randomIds, silentLog, systemClock } from '../kit/index.ts'
import { type Queryable, sql } from '../store/index.ts'
import { createAccount, setDisabled, setRole } from './accounts.ts'
import { createAuthenticator } from './authenticator.ts'
import { newKey } from './key-format.ts'
import { createKey, findKey, type NewKey, revokeKey } from './keys.ts'

const ids = randomIds()
const start = '2026-01-15T04:00:00.000Z'
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

async function keyOfRecruiter(wanted: Partial<NewKey> = {}) {
  const deps = { clock: fakeClock(start), ids }
  return db.database.transaction(async (tx) => {
    const email = `${ids.uuid()}@example.com`
    const { accountId } = await createAccount(tx, deps, { email, role: 'recruiter', passwordHash: null })
    const { key, apiKey } = await createKey(tx, deps, { accountId, ...wanted })
    return { header: `Bearer ${key}`, accountId, keyId: apiKey.keyId }
  })
}

/** A database that counts queries, and can be made to hang or to fail. */
function watchedDatabase() {
  const asked = { versions: 0, keys: 0, writes: 0 }
  let keysSeen = 0
  let gate: Promise<void> = Promise.resolve()
  let broken = false
  const pass = async () => {
    await gate
    if (broken) throw new Error('the database is gone')
  }
  const database: Queryable = {
    ...db.database,
    async one<Row>(statement: Parameters<Queryable['one']>[0]): Promise<Row> {
      const { text } = 'name' in statement ? statement.sql : statement
      if (text.includes('api_key_lookups')) asked.keys += 1
      else asked.versions += 1
      const row = await db.database.one<Row>(statement)
      if (text.includes('api_key_lookups')) keysSeen += 1
      await pass()
      return row
    },
    async run(statement) {
      asked.writes += 1
      await pass()
      return db.database.run(statement)
    },
  }
  return {
    database,
    asked,
    break: (now: boolean) => {
      broken = now
    },
    /** Answers to later queries wait until the returned function is called. */
    stall: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    /** Waits until N look-ups have read the keys; their answers may still be in flight. */
    sawKeys: (times: number) => vi.waitUntil(() => keysSeen >= times, { timeout: 60_000, interval: 5 }),
    /** Later queries are answered immediately; earlier ones keep waiting. */
    flow: () => {
      gate = Promise.resolve()
    },
  }
}

function authenticatorOver(database: Queryable, clock: Clock) {
  const authenticator = createAuthenticator({ database, clock, log: silentLog })
  onTestFinished(() => authenticator.close())
  return authenticator
}

/** The clock is fixed, so no poll makes an answer younger: only the test decides what is fresh. */
function world(clock: FakeClock = fakeClock(start)) {
  const watched = watchedDatabase()
  return { ...watched, clock, authenticator: authenticatorOver(watched.database, clock) }
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'allowed'
  } catch (error) {
    return error instanceof Fault ? error.code : String(error)
  }
}

const revoke = (key: { accountId: string; keyId: string }) =>
  db.database.transaction((tx) => revokeKey(tx, { clock: systemClock() }, key.accountId, key.keyId))

test('a valid key identifies its caller; the scheme may be in any case', async () => {
  const { header, accountId, keyId } = await keyOfRecruiter({ scopes: ['parseResume'] })
  const { authenticator } = world()
  const caller = { accountId, keyId, role: 'recruiter', scopes: ['parseResume'] }
  expect(await authenticator.authenticate(header)).toEqual(caller)
  for (const scheme of ['bearer', 'BEARER', 'Bearer  ', ' Bearer ']) {
    expect(await authenticator.authenticate(header.replace('Bearer', scheme))).toEqual(caller)
  }
})

test('a malformed key is refused without a database query, with WWW-Authenticate', async () => {
  const { header } = await keyOfRecruiter()
  const { authenticator, asked } = world()
  const mistyped = header.slice(0, -1) + (header.endsWith('0') ? '1' : '0')
  const others = [undefined, '', 'Bearer', 'Bearer ', header.slice(7), header.replace('Bearer', 'Basic')]
  for (const given of [...others, mistyped, `${header} x`, `${header},${header}`, 'Bearer '.repeat(10_000)]) {
    const refused = authenticator.authenticate(given)
    await expect(refused).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(refused).rejects.toHaveProperty('headers', { 'WWW-Authenticate': 'Bearer' })
  }
  expect(asked.keys).toBe(0)
})

test('no refusal contains the presented key', async () => {
  const { authenticator } = world()
  const key = newKey(ids)
  const error = await authenticator.authenticate(`Bearer ${key}`).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Fault)
  const fault = error as Fault
  expect(JSON.stringify([fault.message, fault.stack, fault.members])).not.toContain(key.slice(10, 30))
})

test('unknown, revoked, expired and disabled are all refused alike', async () => {
  const { authenticator, clock } = world()
  expect(await codeOf(authenticator.authenticate(`Bearer ${newKey(ids)}`))).toBe('unauthorized')

  const revoked = await keyOfRecruiter()
  await revoke(revoked)
  expect(await codeOf(authenticator.authenticate(revoked.header))).toBe('unauthorized')

  const disabled = await keyOfRecruiter()
  await db.database.transaction((tx) => setDisabled(tx, disabled.accountId, clock.now()))
  expect(await codeOf(authenticator.authenticate(disabled.header))).toBe('unauthorized')

  const expiresAt = new Date(clock.now().getTime() + 500)
  const expiring = await keyOfRecruiter({ expiresAt })
  expect(await codeOf(authenticator.authenticate(expiring.header))).toBe('allowed')
  clock.advance(499)
  expect(await codeOf(authenticator.authenticate(expiring.header))).toBe('allowed')
  clock.advance(1)
  expect(await codeOf(authenticator.authenticate(expiring.header))).toBe('unauthorized')
})

test('parallel calls with one key share one look-up', async () => {
  const { header } = await keyOfRecruiter()
  const { authenticator, asked } = world()
  const callers = await Promise.all(Array.from({ length: 200 }, () => authenticator.authenticate(header)))
  expect(new Set(callers).size).toBe(1)
  expect(asked.keys).toBe(1)
})

test('1000 calls in a row send no query but the poll', async () => {
  const { header } = await keyOfRecruiter()
  const watched = watchedDatabase()
  const authenticator = authenticatorOver(watched.database, systemClock())
  const startedAtMs = performance.now()
  for (let call = 0; call < 1_000; call += 1) {
    await authenticator.authenticate(header)
    if (call % 100 === 0) await pause(150) // so that the calls take longer than one answer is trusted
  }
  const polls = (performance.now() - startedAtMs) / 400
  expect(polls).toBeGreaterThan(3)
  expect(watched.asked.versions).toBeGreaterThan(0)
  // One look-up, and one more each time the machine pauses so long that a poll is late.
  expect(watched.asked.keys).toBeLessThanOrEqual(10)
  expect(watched.asked.versions).toBeLessThanOrEqual(polls + 1)
})

test('unknown keys are not cached: a new key works immediately', async () => {
  const { authenticator, asked } = world()
  const header = `Bearer ${newKey(ids)}`
  for (let call = 0; call < 3; call += 1) await codeOf(authenticator.authenticate(header))
  expect(asked.keys).toBe(3)
})

test('a revoked key is cached: repeated calls with it do not reach the database', async () => {
  const key = await keyOfRecruiter()
  await revoke(key)
  const { authenticator, asked } = world()
  for (let call = 0; call < 50; call += 1) {
    expect(await codeOf(authenticator.authenticate(key.header))).toBe('unauthorized')
  }
  expect(asked.keys).toBe(1)
})

test('another instance follows a revoked key, a new role and new scopes within a second', async () => {
  const keys = [await keyOfRecruiter(), await keyOfRecruiter(), await keyOfRecruiter()] as const
  const [revoked, changedRole, changedScope] = keys
  const there = authenticatorOver(db.database, systemClock())
  for (const key of keys) expect(await codeOf(there.authenticate(key.header))).toBe('allowed')
  await pause(500) // the poll has run
  await revoke(revoked)
  await db.database.transaction((tx) => setRole(tx, changedRole.accountId, 'job_seeker'))
  await db.database.run(sql`update api_keys set scopes = '{optimizeJd}' where key_id = ${changedScope.keyId}`)
  await pause(990)
  expect(await codeOf(there.authenticate(revoked.header))).toBe('unauthorized')
  expect(await there.authenticate(changedRole.header)).toMatchObject({ role: 'job_seeker' })
  expect(await there.authenticate(changedScope.header)).toMatchObject({ scopes: ['optimizeJd'] })
})

test('the revoking instance drops its cache immediately, including look-ups in flight', async () => {
  const key = await keyOfRecruiter()
  const { authenticator, stall, sawKeys } = world()
  expect(await codeOf(authenticator.authenticate(key.header))).toBe('allowed')
  authenticator.forget()
  const goOn = stall()
  const before = authenticator.authenticate(key.header)
  await sawKeys(2)
  await revoke(key)
  authenticator.forget()
  const after = codeOf(authenticator.authenticate(key.header))
  goOn()
  expect(await codeOf(before)).toBe('allowed') // it began before the change
  expect(await after).toBe('unauthorized')
  expect(await codeOf(authenticator.authenticate(key.header))).toBe('unauthorized')
})

test('an answer older than a reported change is returned, but not cached', async () => {
  const [key, other] = [await keyOfRecruiter(), await keyOfRecruiter()]
  const { authenticator, stall, flow, sawKeys } = world()
  const goOn = stall()
  const early = codeOf(authenticator.authenticate(key.header))
  await sawKeys(1)
  flow()
  await revoke(key)
  expect(await codeOf(authenticator.authenticate(other.header))).toBe('allowed') // reads the change
  goOn()
  expect(await early).toBe('allowed')
  expect(await codeOf(authenticator.authenticate(key.header))).toBe('unauthorized')
})

test("while the database doesn't answer, a cached caller is used for 900 ms and no longer", async () => {
  const key = await keyOfRecruiter()
  const { authenticator, asked, stall, clock } = world()
  expect(await codeOf(authenticator.authenticate(key.header))).toBe('allowed')
  const goOn = stall()
  await revoke(key)
  clock.advance(899)
  expect(await codeOf(authenticator.authenticate(key.header))).toBe('allowed')
  clock.advance(1)
  let answered = false
  const waiting = codeOf(authenticator.authenticate(key.header)).finally(() => {
    answered = true
  })
  const versionsBefore = asked.versions
  await pause(2_000)
  expect(answered).toBe(false)
  expect(asked.keys).toBe(2)
  expect(asked.versions - versionsBefore).toBeLessThanOrEqual(2) // waiting polls are bounded
  goOn()
  expect(await waiting).toBe('unauthorized')
})

test('calls wait while the database is locked, then continue', async () => {
  const key = await keyOfRecruiter()
  const authenticator = authenticatorOver(db.database, systemClock())
  await authenticator.authenticate(key.header)
  let answered = 0
  const waiting: Promise<unknown>[] = []
  await db.database.transaction(async (tx) => {
    await tx.run(sql`lock table credential_changes in access exclusive mode`)
    await pause(1_500)
    for (let call = 0; call < 50; call += 1) {
      waiting.push(authenticator.authenticate(key.header).then(() => (answered += 1)))
    }
    await pause(200)
    expect(answered).toBe(0)
    // Two polls and one look-up wait for the lock; the other connections of the ten are free.
    expect(await db.database.one(sql`select 1 as one`)).toEqual({ one: 1 })
  })
  await Promise.all(waiting)
  expect(answered).toBe(50)
})

test('a call does not join a look-up that began before it might have seen the change', async () => {
  const key = await keyOfRecruiter()
  const { authenticator, stall, clock, sawKeys } = world()
  const goOn = stall()
  const early = codeOf(authenticator.authenticate(key.header))
  await sawKeys(1)
  await revoke(key)
  clock.advance(900)
  const late = codeOf(authenticator.authenticate(key.header))
  goOn()
  expect(await early).toBe('allowed')
  expect(await late).toBe('unauthorized')
})

test('a look-up counts as news: one call per second keeps all callers while polls fail', async () => {
  const [one, other] = [await keyOfRecruiter(), await keyOfRecruiter()]
  const { authenticator, asked, clock } = world()
  await authenticator.authenticate(one.header)
  await authenticator.authenticate(other.header)
  clock.advance(901)
  await authenticator.authenticate(one.header)
  await authenticator.authenticate(other.header)
  expect(asked.keys).toBe(3)
})

test('without a database a call fails with 500, not 401; calls recover automatically', async () => {
  const key = await keyOfRecruiter()
  const { authenticator, clock, break: breakDatabase } = world()
  await authenticator.authenticate(key.header)
  breakDatabase(true)
  clock.advance(901)
  expect(await codeOf(authenticator.authenticate(key.header))).toBe('internal_error')
  breakDatabase(false)
  expect(await codeOf(authenticator.authenticate(key.header))).toBe('allowed')
})

test('the last use is written in one statement, on close, and never moves back', async () => {
  const [one, other] = [await keyOfRecruiter(), await keyOfRecruiter()]
  const { authenticator, asked, clock } = world()
  for (const { header } of [one, other, one]) {
    clock.advance(10)
    await authenticator.authenticate(header)
  }
  expect(asked.writes).toBe(0)
  await authenticator.close()
  expect(asked.writes).toBe(1)
  const usedAt = async (keyId: string) => (await findKey(db.database, keyId))?.lastUsedAt?.toISOString()
  expect(await usedAt(one.keyId)).toBe('2026-01-15T04:00:00.030Z')
  expect(await usedAt(other.keyId)).toBe('2026-01-15T04:00:00.020Z')

  const behind = world(fakeClock('2026-01-15T03:00:00.000Z'))
  await behind.authenticator.authenticate(one.header)
  await behind.authenticator.close()
  expect(await usedAt(one.keyId)).toBe('2026-01-15T04:00:00.030Z')
})

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
