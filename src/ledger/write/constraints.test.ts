import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pointCents } from '../../contract/index.ts'
import { type Sql, StoreError, sql } from '../../store/index.ts'
import type { OpenHold } from '../index.ts'
import { admitted, createFixture, give, ids, settlement } from '../ledger.test-support.ts'

const { database, drop, ...fixture } = await createFixture()
const ledger = fixture.process()
let accountId: string
let held: OpenHold
let captured: OpenHold
afterAll(drop)

beforeAll(async () => {
  accountId = await fixture.newAccount(ledger)
  await give(ledger, accountId, 'promotion', 10)
  captured = await admitted(ledger, accountId)
  await ledger.settle(captured, settlement())
  held = await admitted(ledger, accountId)
})

/** The SQLSTATE and the constraint that refused the statement, after checking that nothing changed. */
async function refusal(statement: Sql): Promise<string> {
  const error: unknown = await database.run(statement).catch((reason: unknown) => reason)
  if (!(error instanceof StoreError)) throw new Error('the database allowed it')
  return `${error.sqlState} ${error.constraint ?? ''}`.trim()
}

const checked = expect.stringMatching(/^23514/)
const restricted = '23001'

describe('the database itself refuses', () => {
  test('a balance below zero', async () => {
    expect(await refusal(sql`update ledger_accounts set paid = -1 where account_id = ${accountId}`)).toEqual(
      checked,
    )
    expect(await refusal(sql`update ledger_accounts set held = -1 where account_id = ${accountId}`)).toEqual(
      checked,
    )
  })

  test('holds without points to cover them', async () => {
    const more = sql`update ledger_accounts set held = held + 10000 where account_id = ${accountId}`
    expect(await refusal(more)).toBe('23514 held_is_covered')
    const less = sql`update ledger_accounts set paid = 0, promotion = 0 where account_id = ${accountId}`
    expect(await refusal(less)).toBe('23514 held_is_covered')
  })

  test('a capture above its hold, and a charge of anything but a capture', async () => {
    const above = sql`update requests set state = 'captured', captured = held + 1, settled_at = now()
                      where request_id = ${held.requestId}`
    expect(await refusal(above)).toEqual(checked)
    const released = sql`update requests set state = 'released', captured = 1, settled_at = now()
                         where request_id = ${held.requestId}`
    expect(await refusal(released)).toEqual(checked)
    expect(await refusal(sql`update requests set captured = 1 where request_id = ${held.requestId}`)).toEqual(
      checked,
    )
  })

  test('a second end of a hold, a changed amount, and a deleted request', async () => {
    const { requestId } = captured
    const again = sql`update requests set state = 'captured', captured = 1 where request_id = ${requestId}`
    expect(await refusal(again)).toBe(restricted)
    expect(await refusal(sql`update requests set state = 'released' where request_id = ${requestId}`)).toBe(
      restricted,
    )
    const open = sql`update requests set state = 'held', captured = 0, settled_at = null
                     where request_id = ${requestId}`
    expect(await refusal(open)).toBe(restricted)
    expect(await refusal(sql`update requests set held = 1 where request_id = ${held.requestId}`)).toBe(
      restricted,
    )
    expect(await refusal(sql`delete from requests where request_id = ${requestId}`)).toBe(restricted)
  })

  test('a second capture of the same request from the same grant', async () => {
    const twice = sql`insert into entries select * from entries where group_id = ${captured.requestId}`
    expect(await refusal(twice)).toBe('23505 entries_pkey')
  })

  test('any change of an entry', async () => {
    expect(await refusal(sql`update entries set point_cents = 1 where account_id = ${accountId}`)).toBe(
      restricted,
    )
    expect(await refusal(sql`delete from entries where account_id = ${accountId}`)).toBe(restricted)
    expect(await refusal(sql`truncate entries`)).toBe(restricted)
  })

  test('a withdrawal without a reason, and any change of one', async () => {
    const withdrawal = (note: string) =>
      sql`insert into withdrawals values (${accountId}, ${ids.uuid()}, ${ids.uuid()}, ${note}, now())`
    expect(await refusal(withdrawal(''))).toEqual(checked)
    const { grantId } = await give(ledger, accountId, 'paid', 1)
    const taken = await ledger.withdraw({
      accountId,
      grantId,
      pointCents: pointCents(1),
      note: 'typed twice',
    })
    expect(taken.kind).toBe('withdrawn')
    expect(await refusal(sql`update withdrawals set note = 'x'`)).toBe(restricted)
    expect(await refusal(sql`delete from withdrawals`)).toBe(restricted)
    expect(await refusal(sql`truncate withdrawals`)).toBe(restricted)
  })

  test('entries between the wrong accounts, or of zero', async () => {
    const entry = (debit: string, credit: string, amount: number) =>
      sql`insert into entries (account_id, group_id, grant_id, debit, credit, point_cents, created_at)
          values (${accountId}, ${ids.uuid()}, ${ids.uuid()}, ${debit}, ${credit}, ${amount}, now())`
    expect(await refusal(entry('revenue', 'available', 1))).toBe('23514 known_movement')
    expect(await refusal(entry('source', 'revenue', 1))).toBe('23514 known_movement')
    expect(await refusal(entry('available', 'revenue', 0))).toEqual(checked)
    expect(await refusal(entry('available', 'revenue', -5))).toEqual(checked)
  })

  test('a grant that grows, changes its kind or is deleted', async () => {
    const where = sql`account_id = ${accountId} and kind = 'promotion'`
    await database.run(sql`update grants set remaining = remaining where ${where}`)
    expect(await refusal(sql`update grants set remaining = granted + 1 where ${where}`)).toEqual(
      expect.stringMatching(/^23/),
    )
    expect(await refusal(sql`update grants set remaining = -1 where ${where}`)).toEqual(checked)
    expect(await refusal(sql`update grants set kind = 'paid' where ${where}`)).toBe(restricted)
    expect(await refusal(sql`delete from grants where ${where}`)).toBe(restricted)
    const paid = sql`update grants set remaining = granted where account_id = ${accountId} and kind = 'paid'`
    expect(await refusal(paid)).toBe(restricted)
  })
})

describe('verify', () => {
  test('accepts what the ledger wrote', async () => {
    expect(await ledger.verify()).toEqual({ ok: true, accounts: 1, differences: [] })
  })

  test.each([
    ['a bucket', sql`update ledger_accounts set paid = paid + 1`, /^bucket paid$/],
    ['what is held', sql`update ledger_accounts set held = held - 1`, /^held$/],
    ['the calls of today', sql`update ledger_accounts set day_count = 7`, /^calls counted today$/],
    [
      'the calls of this month',
      sql`update ledger_accounts set month_count = 7`,
      /^calls counted this month$/,
    ],
    [
      'a grant',
      sql`update grants set remaining = remaining - 1 where kind = 'paid'`,
      /^(bucket paid|left of grant)/,
    ],
    [
      'a charge without an entry',
      sql`update requests set state = 'captured', captured = 1, settled_at = now() where state = 'held'`,
      /^(held|charge of request)/,
    ],
    [
      'an entry without a charge',
      sql`insert into entries select account_id, ${ids.uuid()}, grant_id, 'available', 'revenue', 1, now()
          from grants where kind = 'paid'`,
      /^(left of grant|charge of request)/,
    ],
    [
      'a reason that took nothing',
      sql`insert into withdrawals select account_id, ${ids.uuid()}, grant_id, 'x', now() from grants`,
      /^reasons of withdrawal/,
    ],
    [
      'a withdrawal without a reason',
      sql`insert into entries select account_id, ${ids.uuid()}, grant_id, 'available', 'withdrawn', 1, now()
          from grants where kind = 'paid'`,
      /^(left of grant|reasons of withdrawal)/,
    ],
    [
      'a claim without a request',
      sql`insert into claims (account_id, operation, key_hash, request_id, fingerprint, lease_until)
          select account_id, 'optimizeJd', '\\x00', ${ids.uuid()}, '\\x00', now() from ledger_accounts`,
      /^holds of the claim/,
    ],
  ])('finds a difference in %s, and names it', async (_, damage, what) => {
    const damaged = await createFixture()
    const own = damaged.process()
    const id = await damaged.newAccount(own)
    await own.settle(await admitted(own, id), settlement())
    await admitted(own, id)
    await damaged.database.run(damage)
    const report = await own.verify()
    expect(report.ok).toBe(false)
    expect(report.differences.length).toBeGreaterThan(0)
    for (const difference of report.differences) {
      expect(difference.accountId).toBe(id)
      expect(difference.what).toMatch(what)
      expect(difference.expected).not.toBe(difference.found)
    }
    await damaged.drop()
  })

  test('counts all accounts, page after page', async () => {
    const many = await createFixture()
    const own = many.process()
    for (let count = 0; count < 230; count += 1) await many.newAccount(own, 0)
    expect(await own.verify()).toMatchObject({ ok: true, accounts: 230 })
    await many.drop()
  })
})

test('an account whose buckets differ from its grants is refused and not overwritten', async () => {
  const broken = await createFixture()
  const own = broken.process()
  const id = await broken.newAccount(own)
  const sound = await broken.newAccount(own)
  await broken.database.run(sql`update ledger_accounts set paid = paid + 500 where account_id = ${id}`)
  const fresh = broken.process()
  const [damaged, fine] = await Promise.allSettled([admitted(fresh, id), admitted(fresh, sound)])
  expect(damaged.status).toBe('rejected')
  expect(fine.status).toBe('fulfilled')
  await broken.drop()
})
