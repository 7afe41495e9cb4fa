import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/store/index.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runHere } from './run.ts'

/** The backup commands with a PostgreSQL that isn't embedded. */

const file = join(mkdtempSync(join(tmpdir(), 'backup-')), 'a file.tar.gz')
let source: TestDatabase
let target: TestDatabase
beforeAll(async () => {
  source = await createTestDatabase()
  target = await createEmptyDatabase()
  process.env.DATABASE_URL = source.url
  process.env.DATA_KEY = Buffer.alloc(32, 3).toString('base64')
  await runHere(['account', 'create', '--email', 'hr@example.com', '--role', 'recruiter'])
  await runHere(['grant', '--email', 'hr@example.com', '--kind', 'paid', '--point-cents', '1234'])
})
afterAll(async () => {
  delete process.env.DATA_KEY
  await source.drop()
  await target.drop()
})

const on = async (url: string, ...argv: string[]) => {
  process.env.DATABASE_URL = url
  return await runHere(argv)
}

test("create reports what it contains and what it doesn't", async () => {
  const { code, stdout, stderr } = await on(source.url, 'backup', 'create', file)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /^snapshot of +\d{4}-\d\d-\d\dT.*Z\nmade by +version \d.*, PostgreSQL \d+.*\nschema +/,
  )
  expect(stdout).toContain('It does not contain the data key: keep DATA_KEY too')
  expect(readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
  const again = await on(source.url, 'backup', 'create', file)
  expect(again).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `error: ${file} exists: choose another name, or remove it\n`,
  })
})

test('verify needs no database', async () => {
  const { code, stdout } = await on('postgres://nobody@127.0.0.1:1/none', 'backup', 'verify', file)
  expect(code).toBe(0)
  expect(stdout).toContain('The file is intact')
  const { code: refused, stderr } = await on(source.url, 'backup', 'verify', `${file}.none`)
  expect(refused).toBe(1)
  expect(stderr).toContain('there is no such file or folder (ENOENT)')
})

test('restore loads an empty database and verifies the ledger', async () => {
  const { code, stdout, stderr } = await on(target.url, 'backup', 'restore', file)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Restored into the database of DATABASE_URL. ledger verify: no differences.')
  expect(stdout).toContain('written before there was a data key')
  const balance = await on(target.url, 'balance', '--email', 'hr@example.com', '--json')
  expect(balance.json).toMatchObject({ balance_point_cents: 1234 })
  const again = await on(target.url, 'backup', 'restore', file)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('the database is not empty') })
})

test('ledger differences are restored unchanged, and the command exits with 1', async () => {
  await source.database.run(sql`update ledger_accounts set paid = paid + 1`)
  await source.database.run(sql`insert into agreements (name, value) values ('data key', '\\x00')`)
  const wrong = `${file}.wrong`
  expect(await on(source.url, 'backup', 'create', wrong)).toMatchObject({ code: 0 })
  const empty = await createEmptyDatabase()
  const { code, json } = await on(empty.url, 'backup', 'restore', wrong, '--json')
  expect({ code, json }).toMatchObject({ code: 1, json: { ok: false, accounts: 1, data_key: 'other' } })
  expect(json?.differences).toBeGreaterThan(0)
  expect(await on(empty.url, 'ledger', 'verify')).toMatchObject({ code: 1 })
  await empty.drop()
})

test('the file is required', async () => {
  for (const name of ['create', 'verify', 'restore']) {
    expect(await runHere(['backup', name])).toMatchObject({ code: 2, stdout: '' })
  }
})
