import { afterAll, beforeEach, expect, test } from 'vitest'
import { pointCents } from '../../contract/index.ts'
import { sql } from '../../store/index.ts'
import type { Ledger } from '../index.ts'
import { aCall, admitted, balanceOf, createFixture, give, settlement } from '../ledger.test-support.ts'

const { clock, database, drop, newAccount, process } = await createFixture()
afterAll(drop)

let ledger: Ledger
let accountId: string
const take = (grantId: string, amount: number, by = ledger) =>
  by.withdraw({ accountId, grantId, pointCents: pointCents(amount), note: 'typed twice' })

beforeEach(async () => {
  ledger = process()
  accountId = await newAccount(ledger, 0)
  return async () => expect((await ledger.verify()).differences).toEqual([])
})

test('a withdrawal takes points back and stores the time and the reason', async () => {
  await give(ledger, accountId, 'paid', 500)
  const { grantId } = await give(ledger, accountId, 'promotion', 5_000)
  const taken = await take(grantId, 4_500)
  expect(taken).toMatchObject({ kind: 'withdrawn', balance: { balancePointCents: 1_000 } })
  const rows = await database.many(sql`
    select e.debit, e.credit, e.point_cents, w.note, w.created_at from withdrawals w
    join entries e on e.account_id = w.account_id and e.group_id = w.withdrawal_id
    where w.account_id = ${accountId}`)
  const [debit, credit] = ['available', 'withdrawn']
  expect(rows).toEqual([{ debit, credit, point_cents: 4_500, note: 'typed twice', created_at: clock.now() }])
  const tampering = database.run(sql`update withdrawals set note = 'x' where account_id = ${accountId}`)
  await expect(tampering).rejects.toThrow()
})

test('a withdrawal takes the full amount or nothing, and never more than is left of the grant', async () => {
  const { grantId } = await give(ledger, accountId, 'paid', 500)
  await give(ledger, accountId, 'paid', 500)
  expect(await take(grantId, 501)).toEqual({ kind: 'not_free', freePointCents: 500 })
  const other = await newAccount(ledger, 1_000)
  expect(await ledger.withdraw({ accountId: other, grantId, pointCents: pointCents(1), note: 'x' })).toEqual({
    kind: 'not_free',
    freePointCents: 0,
  })
  expect(await balanceOf(ledger, accountId)).toEqual([1_000, 0])
})

test('a withdrawal leaves the points of an open hold, and the call is charged in full', async () => {
  const { grantId } = await give(ledger, accountId, 'paid', 500)
  const hold = await admitted(ledger, accountId)
  expect(await take(grantId, 500)).toEqual({ kind: 'not_free', freePointCents: 400 })
  expect(await take(grantId, 400)).toMatchObject({ kind: 'withdrawn' })
  expect(await ledger.settle(hold, settlement())).toMatchObject({ kind: 'settled' })
  expect(await balanceOf(ledger, accountId)).toEqual([0, 0])
})

test('two withdrawals and calls in other processes never take the same points', async () => {
  const { grantId } = await give(ledger, accountId, 'paid', 500)
  const [one, two] = [process(), process()]
  const [first, second, ...admissions] = await Promise.all([
    take(grantId, 300, one),
    take(grantId, 300, two),
    ...Array.from({ length: 6 }, () => ledger.admit(aCall(accountId))),
  ])
  const taken = [first, second].filter(({ kind }) => kind === 'withdrawn').length * 300
  const held = admissions.filter(({ kind }) => kind === 'admitted').length * 100
  expect(await balanceOf(ledger, accountId)).toEqual([500 - taken - held, held])
  expect(taken + held).toBeGreaterThan(0)
})
