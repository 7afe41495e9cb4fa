import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultTerms, operationsUnder } from '../../src/contract/index.ts'
import { renderTools } from '../../src/doors/index.ts'
import { migrate } from '../../src/store/index.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runBin } from '../support/run-bin.ts'

/** The program as npm runs it: each command once, with databases in different states. */

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

describe('every command ends with one line of JSON', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase()
  })
  afterAll(() => db.drop())
  const email = ['--email', 'hr@example.com']
  let keyId = ''

  test.each([
    ['account', 'create', ...email, '--role', 'recruiter'],
    ['account', 'role', ...email, '--role', 'admin'],
    ['account', 'disable', ...email],
    ['account', 'enable', ...email],
    ['account', 'list'],
    ['account', 'show', ...email],
    ['key', 'create', ...email],
    ['key', 'list'],
    ['key', 'rotate', '--id'],
    ['key', 'revoke', '--id'],
    ['grant', ...email, '--kind', 'paid', '--point-cents', '5'],
    ['quota', 'set', ...email, '--daily', '5', '--monthly', '50'],
    ['balance', ...email],
    ['usage', ...email],
    ['ledger', 'verify'],
    ['migrate'],
    ['openapi'],
    ['tools'],
  ])('%s %s', async (...words) => {
    const argv = [...words, ...(words.at(-1) === '--id' ? [keyId] : []), '--json']
    const { code, stdout, stderr, json } = await runBin(argv, { DATABASE_URL: db.url })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(json).toBeTypeOf('object')
    if (words[1] === 'create') keyId = String(json?.key_id)
  })

  test('a refusal reaches the exit code and stderr, with stdout left empty', async () => {
    const wrong = await runBin(['balance', '--email', 'x@example.com', '--json'], { DATABASE_URL: db.url })
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toMatch(/^error: there is no account with the address x@example\.com/)
    expect(await runBin(['balance'], {})).toMatchObject({ code: 2, stdout: '' })
  })

  test('a password comes from stdin', async () => {
    const argv = ['account', 'create', '--email', 'p@example.com', '--role', 'admin', '--password', '-']
    const made = await runBin(argv, { DATABASE_URL: db.url }, 'correct horse\n')
    expect(made).toMatchObject({ code: 0, stderr: '' })
  })

  test('openapi prints the description with the current settings', async () => {
    const settings = { BATCH_RESUMES_MAX: '20', QUOTA_DAILY: '77', BATCH_RETENTION_DAYS: '45' }
    const { code, stdout } = await runBin(['openapi'], settings)
    expect(code).toBe(0)
    const document = JSON.parse(stdout)
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.description).toMatch(/deleted 45 days.* 77 a day/s)
  })

  test('tools prints functions for models with the current settings', async () => {
    const { code, stdout } = await runBin(['tools', '--format', 'anthropic'], { BATCH_RESUMES_MAX: '20' })
    expect(code).toBe(0)
    const terms = { ...defaultTerms, batchResumesMax: 20 }
    expect(JSON.parse(stdout)).toEqual(renderTools(operationsUnder(terms), 'anthropic'))
    expect(await runBin(['tools', '--format', 'yaml'], {})).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('the state of the database', () => {
  test('only migrate changes a database behind DATABASE_URL; other commands ask to run it', async () => {
    const db = await createEmptyDatabase()
    const environment = { DATABASE_URL: db.url }
    const folder = await mkdtemp(join(tmpdir(), 'cli-'))
    try {
      const list = () => runBin(['balance', '--email', 'x@example.com'], environment)
      expect(await list()).toMatchObject({
        code: 1,
        stderr: 'error: the database is empty: run the command "migrate" first\n',
      })
      await cp(join(migrations, '000001_accounts.sql'), join(folder, '000001_accounts.sql'))
      await migrate(db.database, folder)
      const old = await runBin(['ledger', 'verify'], environment)
      expect(old).toMatchObject({ code: 1, stdout: '' })
      expect(old.stderr).toContain('is not that of this program: run the command "migrate"')

      const migrated = await runBin(['migrate'], environment)
      expect(migrated.stdout).toMatch(/^Applied 000002_ledger.*; the schema is at version \d+\.\n$/)
      expect((await runBin(['migrate', '--json'], environment)).json).toMatchObject({ applied: [] })
      expect(await runBin(['ledger', 'verify'], environment)).toMatchObject({ code: 0 })
    } finally {
      await rm(folder, { recursive: true, force: true })
      await db.drop()
    }
  })

  test('an unreachable database and invalid settings give one clear message', async () => {
    const nobody = await runBin(['account', 'list'], {
      DATABASE_URL: 'postgres://u:secretword@127.0.0.1:1/x',
    })
    expect(nobody).toMatchObject({ code: 1, stdout: '' })
    expect(nobody.stderr).toMatch(/^error: .+/)
    expect(nobody.stderr).not.toContain('secretword')
    const wrong = await runBin(['account', 'list'], { QUOTA_DAILY: 'many', BALANCE_ORDER: 'gold' })
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toMatch(/BALANCE_ORDER: .*\n.*QUOTA_DAILY: /)
  })

  test('an embedded database is created only for the first account, and stops with the command', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cli-'))
    const environment = { DATA_DIR: join(folder, 'data') }
    try {
      const lost = await runBin(['account', 'list'], environment)
      expect(lost).toMatchObject({ code: 1, stdout: '' })
      expect(lost.stderr).toContain(`error: there is no database in ${join(folder, 'data')}: run this where`)
      expect(existsSync(join(folder, 'data'))).toBe(false)

      const words = ['account', 'create', '--email', 'hr@example.com', '--role', 'recruiter', '--json']
      expect(await runBin(words, environment)).toMatchObject({
        code: 0,
        stderr: `Creating a new database in ${join(folder, 'data')}.\n`,
        json: { email: 'hr@example.com' },
      })
      expect(existsSync(join(folder, 'data', 'postgres', 'postmaster.pid'))).toBe(false)
      const [list, balance] = await Promise.all([
        runBin(['account', 'list', '--json'], environment),
        runBin(['balance', '--email', 'hr@example.com', '--json'], environment),
      ])
      expect(list.json).toMatchObject({ accounts: [{ email: 'hr@example.com' }] })
      expect(balance.json).toMatchObject({ balance_point_cents: 0 })
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
