import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { operationNames } from '../contract/index.ts'
import { fakeClock, randomIds } from '../kit/index.ts'
import { sql } from '../store/index.ts'
import { createAccount } from './accounts.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { createKey, findKey, keyState, listKeys, type NewKey, revokeKey, rotateKey } from './keys.ts'

const clock = fakeClock()
const ids = randomIds()
const deps = { clock, ids }
const hourMs = 3_600_000
let db: TestDatabase
let accountId = ''
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  const account = { email: `${ids.uuid()}@example.com`, role: 'recruiter', passwordHash: null } as const
  accountId = (await db.database.transaction((tx) => createAccount(tx, deps, account))).accountId
})

const create = (wanted: Partial<NewKey> = {}) =>
  db.database.transaction((tx) => createKey(tx, deps, { accountId, ...wanted }))
const revoke = (keyId: string, owner = accountId) =>
  db.database.transaction((tx) => revokeKey(tx, deps, owner, keyId))
const rotate = (keyId: string, oldLivesMs?: number) =>
  db.database.transaction((tx) => rotateKey(tx, deps, accountId, keyId, oldLivesMs))
const version = async () =>
  (await db.database.one<{ version: number }>(sql`select version from credential_changes`)).version
const inMs = (ms: number) => new Date(clock.now().getTime() + ms)

test('a key is shown once; the database stores its hash and its last four characters', async () => {
  const { key, apiKey } = await create()
  expect(isWellFormedKey(key)).toBe(true)
  expect(apiKey).toMatchObject({ accountId, name: 'key of 2026-01-15', expiresAt: null, revokedAt: null })
  expect(apiKey.scopes).toEqual(operationNames)
  expect(apiKey.lastFour).toBe(key.slice(-4))
  const stored = await db.database.many<{ row: string }>(sql`
    select api_keys::text as row from api_keys union all select api_key_lookups::text from api_key_lookups`)
  const text = stored.map(({ row }) => row).join('\n')
  expect(text).toContain(hashKey(key).toString('hex'))
  expect(text).not.toContain(key.slice(10, 30))
})

test('name, scopes and expiry are stored, the scopes in the order of the contract', async () => {
  const expiresAt = inMs(hourMs)
  const { apiKey } = await create({ name: '  生产 key ', scopes: ['optimizeJd', 'parseResume'], expiresAt })
  expect(apiKey).toMatchObject({ name: '生产 key', scopes: ['parseResume', 'optimizeJd'], expiresAt })
})

test.each([
  [
    { scopes: ['parseResume', 'deleteAll'] },
    'scopes_invalid',
    'unknown scope: deleteAll; the scopes are parse',
  ],
  [{ scopes: [] }, 'scopes_invalid', 'at least one scope'],
  [{ name: '   ' }, 'key_name_invalid', '1 to 80 characters'],
  [{ name: 'n'.repeat(81) }, 'key_name_invalid', '1 to 80 characters'],
  [{ expiresAt: clock.now() }, 'expiry_invalid', 'in the future'],
  [{ accountId: '00000000-0000-7000-8000-000000000000' }, 'account_unknown', 'there is no account'],
])('%j is refused as %s', async (wanted, code, message) => {
  await expect(create(wanted)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
})

test('revoking notifies the other processes; revoking twice changes nothing', async () => {
  const { apiKey } = await create()
  const before = await version()
  const revoked = await revoke(apiKey.keyId)
  expect(revoked.revokedAt).toEqual(clock.now())
  expect(keyState(revoked, clock.now())).toBe('revoked')
  expect(await version()).toBeGreaterThan(before)
  clock.advance(hourMs)
  expect(await revoke(apiKey.keyId)).toEqual(revoked)
})

test('only its own account can change a key', async () => {
  const { apiKey } = await create()
  await expect(revoke(apiKey.keyId, ids.uuid())).rejects.toMatchObject({ code: 'key_unknown' })
  expect((await findKey(db.database, apiKey.keyId))?.revokedAt).toBeNull()
})

test('a rotated key gets a successor with the same properties, and is valid for 24 hours more', async () => {
  const first = await create({ name: 'shop', scopes: ['parseResume'] })
  const before = await version()
  const { key, apiKey, old } = await rotate(first.apiKey.keyId)
  expect(key).not.toBe(first.key)
  expect(apiKey).toMatchObject({ name: 'shop', scopes: ['parseResume'], expiresAt: null, replacedBy: null })
  expect(old).toMatchObject({ keyId: first.apiKey.keyId, expiresAt: inMs(24 * hourMs) })
  expect(old.replacedBy).toBe(apiKey.keyId)
  expect(await version()).toBeGreaterThan(before)
  expect(keyState(old, inMs(24 * hourMs - 1))).toBe('active')
  expect(keyState(old, inMs(24 * hourMs))).toBe('expired')
})

test("rotating never extends a key's life and can end it immediately", async () => {
  const expiring = await create({ expiresAt: inMs(hourMs) })
  const rotated = await rotate(expiring.apiKey.keyId)
  expect(rotated.old.expiresAt).toEqual(inMs(hourMs))
  expect(rotated.apiKey.expiresAt).toEqual(inMs(hourMs))
  const { old } = await rotate(rotated.apiKey.keyId, 0)
  expect(keyState(old, clock.now())).toBe('expired')
})

test("a key that has ended or has a successor can't be rotated", async () => {
  const revoked = await create()
  await revoke(revoked.apiKey.keyId)
  const expired = await create({ expiresAt: inMs(1) })
  clock.advance(1)
  const rotated = await create()
  await rotate(rotated.apiKey.keyId)
  for (const [made, why] of [
    [revoked, 'is revoked'],
    [expired, 'is expired'],
    [rotated, 'was rotated already'],
  ] as const) {
    const message = expect.stringContaining(why)
    await expect(rotate(made.apiKey.keyId)).rejects.toMatchObject({ code: 'key_inactive', message })
  }
})

test('two rotations of one key at the same moment make one successor', async () => {
  const { apiKey } = await create()
  const outcomes = await Promise.allSettled([rotate(apiKey.keyId), rotate(apiKey.keyId)])
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await listKeys(db.database, accountId, { after: null, limit: 10 })).toHaveLength(2)
})

test('keys are listed in pages, of one account or of all, the newest first', async () => {
  const made = []
  for (let number = 0; number < 5; number += 1) made.unshift((await create()).apiKey)
  const first = await listKeys(db.database, accountId, { after: null, limit: 3 })
  const rest = await listKeys(db.database, accountId, { after: first.at(-1)?.keyId ?? null, limit: 3 })
  expect([...first, ...rest]).toEqual(made)
  const ofAll = await listKeys(db.database, null, { after: null, limit: 1_000 })
  expect(ofAll.slice(0, 5)).toEqual(made)
  expect(ofAll.length).toBeGreaterThan(5)
})

test('a key is found by its id; an invalid id finds nothing', async () => {
  const { apiKey } = await create()
  expect(await findKey(db.database, apiKey.keyId)).toEqual(apiKey)
  expect(await findKey(db.database, ids.uuid())).toBeUndefined()
  expect(await findKey(db.database, "x' or true --")).toBeUndefined()
})

test('changing a key by SQL notifies the processes too', async () => {
  const { apiKey } = await create()
  const changes = [
    sql`update api_keys set scopes = '{parseResume}' where key_id = ${apiKey.keyId}`,
    sql`update api_keys set expires_at = ${clock.now()} where key_id = ${apiKey.keyId}`,
    sql`delete from api_key_lookups where key_id = ${apiKey.keyId}`,
    sql`delete from api_keys where key_id = ${apiKey.keyId}`,
  ]
  for (const change of changes) {
    const before = await version()
    await db.database.run(change)
    expect(await version()).toBe(before + 1)
  }
})

test('noting the last use does not count as a change', async () => {
  const { apiKey } = await create()
  const before = await version()
  await db.database.run(sql`update api_keys set last_used_at = ${clock.now()} where key_id = ${apiKey.keyId}`)
  expect(await version()).toBe(before)
})
