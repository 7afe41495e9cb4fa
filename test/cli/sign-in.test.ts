import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '../../src/accounts/index.ts'
import { sql } from '../../src/store/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runHere } from './run.ts'

/** The sign-in commands, and the audit entries of all commands that change something. */

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  process.env.DATABASE_URL = db.url
  process.env.PUBLIC_URL = 'https://hr.example.com'
})
afterAll(async () => {
  delete process.env.PUBLIC_URL
  await db.drop()
})

const email = 'hr@example.com'
async function json(...argv: string[]) {
  const { code, stderr, json: last } = await runHere([...argv, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return last ?? {}
}

test('every changing command writes one audit entry, others write none', async () => {
  await json('account', 'create', '--email', email, '--role', 'recruiter')
  await json('account', 'role', '--email', email, '--role', 'admin')
  await json('account', 'disable', '--email', email)
  await json('account', 'enable', '--email', email)
  const { key_id: first } = await json('key', 'create', '--email', email, '--name', 'crm')
  const { key_id: second } = await json('key', 'rotate', '--id', String(first))
  await json('key', 'revoke', '--id', String(second))
  const granted = await json('grant', '--email', email, '--kind', 'paid', '--point-cents', '500')
  const taken = ['--point-cents', '200', '--note', 'typed wrongly']
  await json('withdraw', '--email', email, '--grant', String(granted.grant_id), ...taken)
  await json('quota', 'set', '--email', email, '--daily', '5', '--monthly', 'default')
  await json('password', 'reset-link', '--email', email)
  await json('invite', 'create', '--role', 'recruiter')
  const before = await acts()
  expect(before.map(({ action }) => action).reverse()).toEqual([
    'account.create',
    'account.role',
    'account.disable',
    'account.enable',
    'key.create',
    'key.rotate',
    'key.revoke',
    'points.grant',
    'points.withdraw',
    'account.quota',
    'password.reset-link',
    'invite.create',
  ])
  expect(new Set(before.map(({ source, actor }) => `${source} ${actor}`))).toEqual(new Set(['cli cli']))
  expect(before.slice(1).every(({ target }) => target === email)).toBe(true)
  const grant = before.find(({ action }) => action === 'points.grant')
  expect(JSON.parse(grant?.detail ?? '')).toMatchObject({ kind: 'paid', point_cents: 500 })

  await json('account', 'list')
  await json('key', 'list')
  await json('balance', '--email', email)
  await json('ledger', 'verify')
  const refused = await runHere(['withdraw', '--email', email, '--grant', String(granted.grant_id), ...taken])
  expect(refused.code).toBe(0)
  const more = ['--point-cents', '9999', '--note', 'more than is left']
  expect(
    (await runHere(['withdraw', '--email', email, '--grant', String(granted.grant_id), ...more])).code,
  ).toBe(1)
  expect((await runHere(['account', 'create', '--email', email, '--role', 'admin'])).code).toBe(1)
  expect(await acts()).toHaveLength(before.length + 1)
})

test('a failed command writes no audit entry, and without the entry nothing is changed', async () => {
  const before = await acts()
  await db.database.run(sql`alter table audit_log add constraint none check (false) not valid`)
  const failed = await runHere(['grant', '--email', email, '--kind', 'paid', '--point-cents', '77'])
  await db.database.run(sql`alter table audit_log drop constraint none`)
  expect(failed.code).toBe(1)
  expect(await db.database.many(sql`select 1 from grants where granted = 77`)).toEqual([])
  expect(await acts()).toEqual(before)
})

test.each([
  ['changed', sql`update audit_log set actor = 'nobody'`],
  ['deleted', sql`delete from audit_log`],
  ['emptied', sql`truncate audit_log`],
])('the audit log cannot be %s', async (_, statement) => {
  const before = await acts()
  expect(before.length).toBeGreaterThan(5)
  await expect(db.database.run(statement)).rejects.toMatchObject({
    // Refused by the trigger, or by a missing privilege if the role is no superuser.
    sqlState: expect.stringMatching(/^(23001|42501)$/),
  })
  expect(await acts()).toEqual(before)
})

test('no secret is in the audit log', async () => {
  const reset = await json('password', 'reset-link', '--email', email)
  const invited = await json('invite', 'create', '--role', 'job_seeker', '--email', 'New@Example.com')
  expect(reset.link).toMatch(/^https:\/\/hr\.example\.com\/reset-password#token=[\w-]{43}$/)
  expect(invited.link).toBe(`https://hr.example.com/sign-up#invite=${invited.code}`)
  const [, token = 'none'] = String(reset.link).split('#token=')
  const log = JSON.stringify(await acts())
  expect(log).not.toContain(token)
  expect(log).not.toContain(invited.code)
})

test('a link for an unknown or a disabled account is refused', async () => {
  expect((await runHere(['password', 'reset-link', '--email', 'nobody@example.com'])).code).toBe(1)
  await json('account', 'disable', '--email', email)
  const { code, stderr } = await runHere(['password', 'reset-link', '--email', email])
  expect(code).toBe(1)
  expect(stderr).toContain('is disabled')
})

const acts = () => listAudit(db.database, { after: null, limit: 100, action: null })
