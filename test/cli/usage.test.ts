import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/accounts/index.ts'
import { defaultTerms, pointCents } from '../../src/contract/index.ts'
import { createSealer, fakeClock, randomIds } from '../../src/kit/index.ts'
import { createLedger } from '../../src/ledger/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runHere } from './run.ts'

/** More calls than fit on two pages, with notes that would harm a spreadsheet. */

const email = 'usage@example.com'
const callsMade = 2_100
const notes = [
  '=HYPERLINK("http://x.example","a")',
  '@SUM(1,2)',
  'plain.pdf',
  'two\r\nlines',
  '简历,一.pdf',
  null,
]
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  const ids = randomIds()
  const dataKey = ids.bytes(32)
  process.env.DATABASE_URL = db.url
  process.env.DATA_KEY = Buffer.from(dataKey).toString('base64')
  const clock = fakeClock('2026-01-15T04:00:00.000Z')
  const terms = { ...defaultTerms, quotaDaily: 0, quotaMonthly: 0 }
  const sealer = createSealer(dataKey, ids)
  const ledger = createLedger({ database: db.database, clock, ids, terms, sealer })
  const accountId = await db.database.transaction(async (tx) => {
    const account = await createAccount(tx, { clock, ids }, { email, role: 'recruiter', passwordHash: null })
    await ledger.openAccount(tx, account.accountId)
    return account.accountId
  })
  const paid = {
    accountId,
    kind: 'paid',
    pointCents: pointCents(1_000_000),
    expiresAt: null,
    note: null,
  } as const
  await ledger.grant(paid)
  const call = async (number: number) => {
    const admission = await ledger.admit({
      accountId,
      requestId: ids.uuid(),
      operation: 'matchResumeToJd',
      door: 'rest',
      keyId: ids.uuid(),
      idempotency: null,
      holdPointCents: pointCents(100),
      leaseMs: 60_000,
      note: notes[number % notes.length] ?? null,
    })
    if (admission.kind !== 'admitted') throw new Error(admission.kind)
    if (number === 0) return ledger.release(admission.hold)
    await ledger.settle(admission.hold, {
      costPointCents: pointCents(number % 2 === 0 ? 100 : 7),
      usage: { total_tokens: number },
      reply: () => new Uint8Array(),
    })
  }
  for (let start = 0; start < callsMade; start += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, offset) => call(start + offset)))
    clock.advance(3_600_000)
  }
  await ledger.close()
})
afterAll(() => db.drop())

test("a page shows each call's cost and how to continue", async () => {
  const { code, stdout } = await runHere(['usage', '--email', email, '--limit', '100'])
  expect(code).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(103)
  expect(lines[0]).toMatch(/^TIME +OPERATION +DOOR +STATE +POINT_CENTS +REQUEST ID +NOTE$/)
  expect(lines[1]).toMatch(/^2026-01-15T04:00:00Z {2}matchResumeToJd {2}rest {2}/)
  expect(lines[101]).toBe(`100 shown, ${49 * 100 + 50 * 7} point_cents charged.`)
  expect(lines[102]).toMatch(/^More: usage --email usage@example\.com --after [0-9a-f-]{36}$/)
})

test('pages as JSON hold every call once, in order', async () => {
  const seen: string[] = []
  for (let after: string[] = [], pages = 0; pages < 10; pages += 1) {
    const { json } = await runHere(['usage', '--email', email, '--limit', '900', ...after, '--json'])
    const calls = json?.calls as { request_id: string }[]
    seen.push(...calls.map((call) => call.request_id))
    if (json?.next_after === null) break
    after = ['--after', String(json?.next_after)]
  }
  expect(seen).toHaveLength(callsMade)
  expect(new Set(seen).size).toBe(callsMade)
  expect(seen).toEqual([...seen].sort())
})

test('from is inclusive, to is exclusive', async () => {
  const count = async (...bounds: string[]) => {
    const { json } = await runHere(['usage', '--email', email, '--limit', '1000', ...bounds, '--json'])
    const calls = json?.calls as readonly unknown[]
    return calls.length
  }
  expect(await count('--from', '2026-01-15T04:00:00Z', '--to', '2026-01-15T05:00:00Z')).toBe(100)
  expect(await count('--from', '2026-01-15T23:00:00Z', '--to', '2026-01-16')).toBe(100)
  expect(await count('--to', '2026-01-15')).toBe(0)
  const { stdout } = await runHere(['usage', '--email', email, '--to', '2026-01-15'])
  expect(stdout).toMatch(/^TIME +OPERATION .*\n0 shown, 0 point_cents charged\.\n$/)
})

test('CSV contains all calls, regardless of pages, and no formula', async () => {
  const { code, stdout, stderr } = await runHere(['usage', '--email', email, '--csv'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const rows = parseCsv(stdout)
  const [heading, ...calls] = rows
  expect(heading?.join()).toBe(
    '\ufeffrequest_id,created_at,settled_at,operation,door,key_id,state,held_point_cents,charged_point_cents,resource_point_cents,usage,note',
  )
  expect(calls).toHaveLength(callsMade)
  expect(new Set(calls.map((call) => call[0])).size).toBe(callsMade)
  for (const call of calls) {
    expect(call).toHaveLength(12)
    for (const cell of call) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
  }
  const charged = calls.reduce((sum, call) => sum + Number(call[8]), 0)
  expect(charged).toBe((callsMade / 2 - 1) * 100 + (callsMade / 2) * 7)
  const found = new Set(calls.map((call) => call[11]))
  expect(found).toEqual(
    new Set([
      '\'=HYPERLINK("http://x.example","a")',
      "'@SUM(1,2)",
      'plain.pdf',
      'two\r\nlines',
      '简历,一.pdf',
      '',
    ]),
  )
})

test('CSV accepts the same bounds; CSV with JSON and an unknown account are refused', async () => {
  const bounds = ['--from', '2026-01-15T04:00:00Z', '--to', '2026-01-15T05:00:00Z']
  expect(parseCsv((await runHere(['usage', '--email', email, '--csv', ...bounds])).stdout)).toHaveLength(101)
  const both = await runHere(['usage', '--email', email, '--csv', '--json'])
  expect(both).toMatchObject({ code: 2, stdout: '' })
  expect(both.stderr).toContain('--csv and --json exclude each other')
  for (const form of ['--csv', '--json']) {
    const unknown = await runHere(['usage', '--email', 'x@example.com', form])
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('there is no account with the address x@example.com')
  }
})

/** A strict reader of RFC 4180, for this test. */
function parseCsv(text: string): string[][] {
  expect(text.endsWith('\r\n')).toBe(true)
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const match = cell.exec(text)
    if (match === null) throw new Error(`not CSV at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
