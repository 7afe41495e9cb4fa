import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../src/accounts/index.ts'
import { operationNames } from '../../src/contract/index.ts'
import { silentLog, systemClock } from '../../src/kit/index.ts'
import { sql } from '../../src/store/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import type { Finished } from '../support/run-bin.ts'
import { runHere } from './run.ts'

/** The effect and the output of each command on a real database. The program itself: program.test.ts. */

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  process.env.DATABASE_URL = db.url
})
afterAll(() => db.drop())

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const cli = (argv: string[], stdin?: string): Promise<Finished> => runHere(argv, stdin)

/** Success: one line of JSON on stdout, nothing on stderr. */
async function json(...argv: string[]): Promise<Readonly<Record<string, unknown>>> {
  const { code, stdout, stderr, json: last } = await cli([...argv, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.split('\n')).toHaveLength(2)
  return last ?? {}
}

async function text(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(argv)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** Refusal: the reason on stderr, nothing on stdout, with and without --json. */
async function refused(why: string, ...argv: string[]): Promise<void> {
  const { code, stdout, stderr } = await cli(argv)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^error: .+\n$/)
  expect(stderr).toContain(why)
}

let made = 0
async function newAccount(): Promise<string> {
  made += 1
  const email = `account-${made}@example.com`
  await json('account', 'create', '--email', email, '--role', 'recruiter')
  return email
}

describe('account', () => {
  test('create, in both forms; the address in any spelling is one account', async () => {
    expect(await json('account', 'create', '--email', ' First@Example.com', '--role', 'recruiter')).toEqual({
      account_id: uuid,
      email: 'first@example.com',
      role: 'recruiter',
    })
    const said = await text('account', 'create', '--email', 'second@example.com', '--role', 'job_seeker')
    expect(said).toMatch(/^Account second@example\.com \(job_seeker\) was created: [0-9a-f-]{36}\n$/)
    const again = ['account', 'create', '--email', 'FIRST@example.com', '--role', 'admin']
    await refused('there is an account with first@example.com already', ...again)
    await refused('there is an account with first@example.com already', ...again, '--json')
    await refused(
      'not an email address: "nobody"',
      'account',
      'create',
      '--email',
      'nobody',
      '--role',
      'admin',
    )
  })

  test('create grants no sign-up bonus', async () => {
    const email = await newAccount()
    expect(await json('balance', '--email', email)).toMatchObject({ balance_point_cents: 0, grants: [] })
  })

  test('create with a password: from stdin silently, from the command line with a warning', async () => {
    const create = (email: string, password: string, stdin?: string) =>
      cli(
        ['account', 'create', '--email', email, '--role', 'recruiter', '--password', password, '--json'],
        stdin,
      )
    const silent = await create('stdin@example.com', '-', 'correct horse\nmore\n')
    expect(silent).toMatchObject({ code: 0, stderr: '', json: { email: 'stdin@example.com' } })
    const warned = await create('argument@example.com', 'correct horse')
    expect(warned).toMatchObject({ code: 0, json: { email: 'argument@example.com' } })
    expect(warned.stderr).toContain('warning: a password on the command line')
    expect(silent.stdout + warned.stdout + warned.stderr).not.toContain('correct')
    expect(await json('account', 'show', '--email', 'stdin@example.com')).toMatchObject({
      has_password: true,
    })

    const short = await create('short@example.com', '-', 'seven77\n')
    expect(short).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'error: a password has 8 to 200 characters\n',
    })
    const none = await create('none@example.com', '-', '')
    expect(none).toMatchObject({ code: 1, stderr: 'error: password: nothing came on stdin\n' })
    await refused('there is no account', 'account', 'show', '--email', 'short@example.com')
  })

  test('role, disable and enable are seen by a running service within a second', async () => {
    const email = await newAccount()
    const { key } = await json('key', 'create', '--email', email)
    const service = createAuthenticator({ database: db.database, clock: systemClock(), log: silentLog })
    const caller = () => service.authenticate(`Bearer ${key}`)
    expect(await caller()).toMatchObject({ role: 'recruiter' })
    expect(await json('account', 'role', '--email', email, '--role', 'job_seeker')).toMatchObject({
      email,
      role: 'job_seeker',
    })
    await second()
    expect(await caller()).toMatchObject({ role: 'job_seeker' })
    expect(await json('account', 'disable', '--email', email)).toMatchObject({ disabled_at: moment })
    await second()
    await expect(caller()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await json('account', 'enable', '--email', email)).toMatchObject({ disabled_at: null })
    await second()
    expect(await caller()).toMatchObject({ role: 'job_seeker' })
    await service.close()
    await refused('there is no account', 'account', 'role', '--email', 'x@example.com', '--role', 'admin')
  })

  test('list has pages, show prints one', async () => {
    const emails = [await newAccount(), await newAccount(), await newAccount()]
    const first = await json('account', 'list', '--limit', '2')
    expect(first.accounts).toMatchObject([{ email: emails[2] }, { email: emails[1] }])
    const next = await json('account', 'list', '--limit', '2', '--after', String(first.next_after))
    expect((next.accounts as unknown[])[0]).toMatchObject({ email: emails[0] })
    expect(await text('account', 'list', '--limit', '1')).toMatch(
      /^EMAIL .*\n.*\nMore: account list --after /,
    )
    expect(await json('account', 'show', '--email', emails[0] ?? '')).toEqual({
      account_id: uuid,
      email: emails[0],
      role: 'recruiter',
      has_password: false,
      created_at: moment,
      disabled_at: null,
    })
    expect(await text('account', 'show', '--email', emails[0] ?? '')).toContain('role        recruiter\n')
  })
})

describe('key', () => {
  test('create shows the key once, with its scopes', async () => {
    const email = await newAccount()
    const all = await json('key', 'create', '--email', email)
    expect(all).toMatchObject({
      key_id: uuid,
      email,
      scopes: operationNames,
      state: 'active',
      expires_at: null,
    })
    expect(all.key).toMatch(/^hecn_live_[0-9A-Za-z]{49}$/)
    const some = ['--scopes', 'optimizeJd, parseResume', '--name', '生产', '--expires', '2099-01-01']
    expect(await json('key', 'create', '--email', email, ...some)).toMatchObject({
      name: '生产',
      scopes: ['parseResume', 'optimizeJd'],
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    const said = await text('key', 'create', '--email', email)
    expect(said).toMatch(/can't be shown again\.\n\n {2}hecn_live_[0-9A-Za-z]{49}\n/)

    await refused('there is no account with the address', 'key', 'create', '--email', 'x@example.com')
    await refused('unknown scope: all; the scopes are', 'key', 'create', '--email', email, '--scopes', 'all')
    await refused('at least one scope', 'key', 'create', '--email', email, '--scopes', '')
    await refused('1 to 80 characters', 'key', 'create', '--email', email, '--name', '')
    const listed = await text('key', 'list', '--email', email)
    expect(listed).toContain(`hecn_live_…${String(all.key).slice(-4)}`)
    expect(listed).not.toContain(String(all.key))
  })

  test('create for an account that may not call prints a note', async () => {
    await json('account', 'create', '--email', 'seeker@example.com', '--role', 'job_seeker')
    expect(await text('key', 'create', '--email', 'seeker@example.com')).toContain(
      'is a job_seeker; only recruiters',
    )
  })

  test('list shows one account or all, in pages', async () => {
    const [one, other] = [await newAccount(), await newAccount()]
    for (const email of [one, other, one]) await json('key', 'create', '--email', email)
    const ofOne = await json('key', 'list', '--email', one)
    expect(ofOne).toMatchObject({
      keys: [{ email: one, last_used_at: null }, { email: one }],
      next_after: null,
    })
    const page = await json('key', 'list', '--limit', '2')
    expect(page.keys).toMatchObject([{ email: one }, { email: other }])
    const ofOnePage = await text('key', 'list', '--email', one, '--limit', '1')
    expect(ofOnePage).toMatch(new RegExp(`\\nMore: key list --email ${one} --after `))
    const rest = await json('key', 'list', '--limit', '2', '--after', String(page.next_after))
    expect((rest.keys as unknown[])[0]).toMatchObject({ email: one })
    await refused('there is no account', 'key', 'list', '--email', 'x@example.com')
  })

  test('revoke and rotate', async () => {
    const email = await newAccount()
    const first = await json('key', 'create', '--email', email, '--name', 'shop')
    const id = String(first.key_id)
    const rotated = await json('key', 'rotate', '--id', id)
    expect(rotated).toMatchObject({ name: 'shop', state: 'active', replaces: id, old_expires_at: moment })
    expect(rotated.key).not.toBe(first.key)
    const livesMs = Date.parse(String(rotated.old_expires_at)) - Date.parse(String(rotated.created_at))
    expect(livesMs).toBe(24 * 3_600_000)
    await refused('was rotated already', 'key', 'rotate', '--id', id)

    const next = await json('key', 'rotate', '--id', String(rotated.key_id), '--keep-hours', '0')
    expect(next.old_expires_at).toBe(next.created_at)
    expect(await json('key', 'revoke', '--id', id)).toMatchObject({ state: 'revoked', revoked_at: moment })
    expect(await text('key', 'revoke', '--id', id)).toContain('was revoked already')
    await refused('is revoked: create a new key', 'key', 'rotate', '--id', id)
    const nobody = '0198c0de-0000-7000-8000-000000000000'
    await refused('there is no key with the id', 'key', 'revoke', '--id', nobody)
    await refused('there is no key with the id', 'key', 'rotate', '--id', nobody)
    expect(await text('key', 'rotate', '--id', String(next.key_id))).toMatch(
      /The old key \(….{4}\) works until/,
    )
  })
})

describe('money', () => {
  test('grant, balance and quota', async () => {
    const email = await newAccount()
    const grant = (kind: string, ...more: string[]) =>
      json('grant', '--email', email, '--kind', kind, '--point-cents', ...more)
    expect(await grant('paid', '500', '--note', 'invoice 4711')).toEqual({
      grant_id: uuid,
      account_id: uuid,
      email,
      kind: 'paid',
      point_cents: 500,
      expires_at: null,
      note: 'invoice 4711',
      balance_point_cents: 500,
    })
    const promotion = await grant('promotion', '25', '--expires', '2099-01-01T00:00:00+08:00')
    expect(promotion).toMatchObject({ expires_at: '2098-12-31T16:00:00.000Z', balance_point_cents: 525 })
    expect(await json('quota', 'set', '--email', email, '--daily', '7', '--monthly', '0')).toMatchObject({
      daily: 7,
      monthly: 0,
    })
    expect(await json('balance', '--email', email)).toEqual({
      account_id: uuid,
      email,
      balance_point_cents: 525,
      balance_points: 5.25,
      held_point_cents: 0,
      held_points: 0,
      by_kind: { promotion: 25, signup_bonus: 0, resource_pack: 0, paid: 500 },
      quota: { daily: { limit: 7, remaining: 7, reset_seconds: expect.any(Number) }, monthly: null },
      own_quota: { daily: 7, monthly: 0 },
      grants: [
        { grant_id: uuid, kind: 'promotion', remaining_point_cents: 25, expires_at: promotion.expires_at },
        { grant_id: uuid, kind: 'paid', remaining_point_cents: 500, expires_at: null },
      ],
    })
    const shown = await text('balance', '--email', email)
    expect(shown).toMatch(/^balance +525 point_cents \(5\.25 points\)$/m)
    expect(shown).toMatch(/^this month +no limit of requests$/m)
    expect(await text('quota', 'set', '--email', email, '--daily', 'default', '--monthly', 'default')).toBe(
      `${email}: 1000 requests (as configured) a day, 10000 requests (as configured) a month.\n`,
    )
    for (const words of [['balance'], ['quota', 'set', '--daily', '1', '--monthly', '1']]) {
      await refused('there is no account with the address', ...words, '--email', 'x@example.com')
    }
  })

  test('withdraw takes back a mistaken grant, and no more than is left', async () => {
    const email = await newAccount()
    const { grant_id } = await json('grant', '--email', email, '--kind', 'paid', '--point-cents', '5000')
    const words = ['withdraw', '--email', email, '--grant', String(grant_id), '--note', 'typed 5000 for 500']
    expect(await json(...words, '--point-cents', '4500')).toMatchObject({
      withdrawal_id: uuid,
      point_cents: 4_500,
      note: 'typed 5000 for 500',
      balance_point_cents: 500,
    })
    await refused('No more than 500 point_cents (5.00 points) can be taken', ...words, '--point-cents', '501')
    expect(await text(...words, '--point-cents', '500')).toContain('Balance: 0 point_cents')
    await refused('has no unheld points left of a grant', ...words, '--point-cents', '1')
    expect(await json('ledger', 'verify')).toMatchObject({ ok: true })
  })

  test('a grant that the balance order never spends gets a warning', async () => {
    const email = await newAccount()
    const words = ['grant', '--email', email, '--kind', 'promotion', '--point-cents', '5']
    process.env.BALANCE_ORDER = 'signup_bonus,paid'
    const { stdout } = await cli(words)
    delete process.env.BALANCE_ORDER
    expect(stdout).toContain('Balance: 0 point_cents')
    expect(stdout).toContain("promotion is not in BALANCE_ORDER, so these points can't be spent")
  })

  test('ledger verify reports no difference in correct books, and exits with 1 otherwise', async () => {
    const email = await newAccount()
    await json('grant', '--email', email, '--kind', 'paid', '--point-cents', '500')
    expect(await json('ledger', 'verify')).toEqual({
      ok: true,
      accounts: expect.any(Number),
      differences: [],
    })
    expect(await text('ledger', 'verify')).toMatch(/^The ledger of \d+ accounts is correct\.\n$/)

    const { account_id: accountId } = await json('account', 'show', '--email', email)
    const shift = (by: number) =>
      db.database.run(sql`update ledger_accounts set paid = paid + ${by} where account_id = ${accountId}`)
    await shift(100)
    const wrong = await cli(['ledger', 'verify', '--json'])
    expect(wrong).toMatchObject({ code: 1, stderr: '', json: { ok: false } })
    expect(wrong.json?.differences).toContainEqual({
      account_id: accountId,
      what: expect.any(String),
      expected: expect.any(Number),
      found: expect.any(Number),
    })
    const shown = await cli(['ledger', 'verify'])
    expect(shown.code).toBe(1)
    expect(shown.stdout).toContain(String(accountId))
    await shift(-100)
  })
})

function second(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000))
}
