import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { fakeClock, randomIds } from '../kit/index.ts'
import { sql } from '../store/index.ts'
import { AccountError } from './account-error.ts'
import {
  checkPassword,
  createAccount,
  findAccountByEmail,
  listAccounts,
  type NewAccount,
  setDisabled,
  setRole,
} from './accounts.ts'
import { hashPassword } from './passwords.ts'

const clock = fakeClock()
const ids = randomIds()
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const create = (account: Partial<NewAccount> & { email: string }) =>
  db.database.transaction((tx) =>
    createAccount(tx, { clock, ids }, { role: 'recruiter', passwordHash: null, ...account }),
  )
const version = async () =>
  (await db.database.one<{ version: number }>(sql`select version from credential_changes`)).version

test('an account is found under every spelling of its address', async () => {
  const made = await create({ email: ' First.Last@Example.com' })
  expect(made).toMatchObject({ email: 'first.last@example.com', role: 'recruiter', hasPassword: false })
  expect(made.createdAt).toEqual(clock.now())
  expect(await findAccountByEmail(db.database, 'FIRST.LAST@EXAMPLE.COM')).toEqual(made)
  expect(await findAccountByEmail(db.database, 'nobody@example.com')).toBeUndefined()
})

test('an address is taken once, in any spelling, even by two at the same moment', async () => {
  const attempts = ['twin@example.com', 'TWIN@example.com', 'Twin@Example.com'].map((email) =>
    create({ email }),
  )
  const outcomes = await Promise.allSettled(attempts)
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'email_taken' })
  }
})

test('the database too refuses a second spelling, an unknown role, a password in the clear', async () => {
  const insert = (email: string, role: string, hash: string | null) =>
    db.database.run(sql`insert into accounts (account_id, email, role, password_hash, created_at)
                        values (${ids.uuid()}, ${email}, ${role}, ${hash}, ${clock.now()})`)
  await expect(insert('Upper@example.com', 'recruiter', null)).rejects.toThrow('accounts_email_check')
  await expect(insert('x@example.com', 'owner', null)).rejects.toThrow('accounts_role_check')
  await expect(insert('y@example.com', 'admin', 'hunter2222')).rejects.toThrow('accounts_password_hash_check')
})

test('a changed role notifies other processes in the same transaction', async () => {
  const { accountId } = await create({ email: 'role@example.com' })
  const before = await version()
  const changed = await db.database.transaction(async (tx) => {
    const account = await setRole(tx, accountId, 'job_seeker')
    expect(await version()).toBe(before)
    return account
  })
  expect(changed.role).toBe('job_seeker')
  expect(await version()).toBe(before + 1)
  const unknown = db.database.transaction((tx) => setRole(tx, ids.uuid(), 'admin'))
  await expect(unknown).rejects.toMatchObject({ code: 'account_unknown' })
})

test('a password opens its own account, unless that is disabled', async () => {
  const passwordHash = await hashPassword(ids, 'open sesame')
  const account = await create({ email: 'login@example.com', passwordHash })
  expect(account.hasPassword).toBe(true)
  const check = (email: string, password: string) => checkPassword(db.database, email, password)
  expect((await check('Login@example.com', 'open sesame'))?.accountId).toBe(account.accountId)
  expect(await check('login@example.com', 'open barley')).toBeUndefined()
  expect(await check('absent@example.com', 'open sesame')).toBeUndefined()
  await create({ email: 'no-password@example.com' })
  expect(await check('no-password@example.com', '')).toBeUndefined()

  const disable = (at: Date | null) => db.database.transaction((tx) => setDisabled(tx, account.accountId, at))
  const before = await version()
  expect((await disable(clock.now())).disabledAt).toEqual(clock.now())
  expect(await version()).toBe(before + 1)
  expect(await check('login@example.com', 'open sesame')).toBeUndefined()
  await disable(null)
  expect(await check('login@example.com', 'open sesame')).toBeDefined()
})

test('accounts are listed in pages, each once, the newest first', async () => {
  for (let number = 0; number < 7; number += 1) await create({ email: `page-${number}@example.com` })
  const all = await listAccounts(db.database, { after: null, limit: 1_000 })
  const paged: string[] = []
  for (let after: string | null = null; ; ) {
    const page = await listAccounts(db.database, { after, limit: 3 })
    paged.push(...page.map((account) => account.email))
    after = page.at(-1)?.accountId ?? null
    if (page.length < 3) break
  }
  expect(paged).toEqual(all.map((account) => account.email))
  expect(paged.slice(0, 2)).toEqual(['page-6@example.com', 'page-5@example.com'])
})

test('a bad address is refused before the database is asked', async () => {
  await expect(create({ email: 'not an address' })).rejects.toBeInstanceOf(AccountError)
})
