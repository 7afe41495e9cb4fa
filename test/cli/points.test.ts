import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/accounts/index.ts'
import { defaultTerms, pointCents } from '../../src/contract/index.ts'
import { createSealer, randomIds, systemClock } from '../../src/kit/index.ts'
import { createLedger, type Ledger, redeemVoucher } from '../../src/ledger/index.ts'
import { sql } from '../../src/store/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runHere } from './run.ts'

const [ids, clock] = [randomIds(), systemClock()]
let db: TestDatabase
let ledger: Ledger
let accountId = ''
beforeAll(async () => {
  db = await createTestDatabase()
  const dataKey = ids.bytes(32)
  process.env.DATABASE_URL = db.url
  process.env.DATA_KEY = Buffer.from(dataKey).toString('base64')
  const sealer = createSealer(dataKey, ids)
  ledger = createLedger({ database: db.database, clock, ids, terms: defaultTerms, sealer })
  accountId = await db.database.transaction(async (tx) => {
    const wanted = { email: 'points@example.com', role: 'recruiter', passwordHash: null } as const
    const account = await createAccount(tx, { clock, ids }, wanted)
    await ledger.openAccount(tx, account.accountId)
    return account.accountId
  })
})
afterAll(async () => {
  await ledger.close()
  await db.drop()
})

const acts = async (action: string) =>
  (
    await db.database.many<{ detail: string }>(sql`select detail from audit_log where action = ${action}`)
  ).map(({ detail }) => JSON.parse(detail))

test('codes are created, shown once, audited without the codes, and redeemed', async () => {
  const words = ['voucher', 'create', '--count', '3', '--kind', 'paid', '--point-cents', '700', '--json']
  const { code, stdout } = await runHere([...words, '--expires', '2099-01-01', '--note', 'fair'])
  expect(code).toBe(0)
  const made = JSON.parse(stdout)
  expect(made).toMatchObject({ kind: 'paid', point_cents: 700, expires_at: '2099-01-01T00:00:00.000Z' })
  expect(made.codes).toHaveLength(3)
  const [audited] = await acts('voucher.create')
  expect(audited).toMatchObject({ count: 3, kind: 'paid', point_cents: 700, note: 'fair' })
  const redeemed = await db.database.transaction((tx) =>
    redeemVoucher(tx, { ledger, clock }, accountId, made.codes[1]),
  )
  expect(redeemed).toMatchObject({ kind: 'redeemed', grant: { grantedPointCents: 700, source: 'voucher' } })
  const plain = await runHere(['voucher', 'create', '--kind', 'promotion', '--point-cents', '5'])
  expect(plain.stdout).toMatch(/^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}\n/)
})

test.each([
  [['--count', '0'], 'from 1 to 500'],
  [['--count', '501'], 'from 1 to 500'],
  [['--expires', '2020-01-01'], 'future'],
])('what no code can be is refused: %j', async (words, message) => {
  const { code, stderr } = await runHere([
    ...['voucher', 'create', '--kind', 'paid', '--point-cents', '5', ...words],
  ])
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('a charge is refunded once, with its reason', async () => {
  const admission = await ledger.admit({
    ...{ accountId, requestId: ids.uuid(), operation: 'matchResumeToJd', door: 'rest', keyId: ids.uuid() },
    ...{ idempotency: null, holdPointCents: pointCents(100), leaseMs: 60_000, note: null },
  })
  if (admission.kind !== 'admitted') throw new Error(admission.kind)
  const { requestId } = admission.hold
  const refund = (id: string) => runHere(['refund', id, '--reason', 'read as empty', '--json'])
  const early = await refund(requestId)
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('was not charged')])
  const reply = () => new Uint8Array()
  await ledger.settle(admission.hold, { costPointCents: pointCents(60), usage: {}, reply })
  const { code, stdout } = await refund(requestId)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ request_id: requestId, account_id: accountId, point_cents: 60 })
  expect(await acts('call.refund')).toEqual([
    { reason: 'read as empty', point_cents: 60, account_id: accountId },
  ])
  const again = await refund(requestId)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('was refunded before')])
  const unknown = await refund(ids.uuid())
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('there is no call')])
  expect((await runHere(['refund', 'no-id', '--reason', 'x'])).code).toBe(2)
  expect((await runHere(['refund', requestId, '--reason', ' '])).code).toBe(2)
})
