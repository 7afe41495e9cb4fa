import { afterAll, describe, expect, test } from 'vitest'
import { pointCents } from '../../contract/index.ts'
import { fakeClock } from '../../kit/index.ts'
import { sql } from '../../store/index.ts'
import type { KeyLimits, Ledger } from '../index.ts'
import {
  aCall,
  admitted,
  createFixture,
  ids,
  type LedgerFixture,
  reply,
  settlement,
  someKeyId,
  withKey,
} from '../ledger.test-support.ts'

const clock = fakeClock('2026-01-31T15:00:00Z') // 23:00 in Shanghai
const fixture: LedgerFixture = await createFixture(clock)
afterAll(() => fixture.drop())

const none: KeyLimits = { total: null, daily: null, monthly: null }
const limitsOf = (limits: Partial<Record<keyof KeyLimits, number>>): KeyLimits => ({
  total: limits.total === undefined ? null : pointCents(limits.total),
  daily: limits.daily === undefined ? null : pointCents(limits.daily),
  monthly: limits.monthly === undefined ? null : pointCents(limits.monthly),
})

async function setLimits(
  ledger: Ledger,
  accountId: string,
  limits: Partial<Record<keyof KeyLimits, number>>,
  keyId = someKeyId,
) {
  await fixture.database.transaction((tx) => ledger.setKeyLimitsIn(tx, accountId, keyId, limitsOf(limits)))
}

async function spentOf(ledger: Ledger, accountId: string, keyId = someKeyId) {
  const found = (await ledger.keySpending(accountId)).find((each) => each.keyIds.includes(keyId))
  return found?.spent
}

async function booksBalance() {
  expect((await fixture.process().verify()).differences).toEqual([])
}

describe('a limit of a key', () => {
  test.each(['total', 'daily', 'monthly'] as const)(
    'refuses a call that would exceed it: %s',
    async (window) => {
      const ledger = fixture.process()
      const own = await fixture.newAccount(ledger)
      await setLimits(ledger, own, { [window]: 250 })
      await admitted(ledger, own)
      await ledger.settle(await admitted(ledger, own), settlement(100))
      const resetsAt = { total: null, daily: '2026-01-31T16:00:00.000Z', monthly: '2026-01-31T16:00:00.000Z' }
      const refused = await ledger.admit(aCall(own))
      expect(refused).toMatchObject({
        kind: 'insufficient',
        requiredPointCents: 100,
        balancePointCents: 800,
        keyLimit: { window, limitPointCents: 250, spentPointCents: 200 },
      })
      const { keyLimit } = refused as Extract<typeof refused, { kind: 'insufficient' }>
      expect(keyLimit?.resetsAt?.toISOString() ?? null).toBe(resetsAt[window])
      // A call that exactly fits is admitted. Another key of the account has no limit.
      expect((await ledger.admit(aCall(own, { holdPointCents: pointCents(50) }))).kind).toBe('admitted')
      expect((await ledger.admit(aCall(own, { keyId: ids.uuid() }))).kind).toBe('admitted')
      await booksBalance()
    },
  )

  test('is named in the refusal: the one that resets last, or none if the balance alone is too low', async () => {
    const ledger = fixture.process()
    const own = await fixture.newAccount(ledger, 300)
    await setLimits(ledger, own, { total: 99, daily: 50, monthly: 80 })
    expect(await ledger.admit(aCall(own))).toMatchObject({ keyLimit: { window: 'total' } })
    await setLimits(ledger, own, { daily: 50, monthly: 80 })
    expect(await ledger.admit(aCall(own))).toMatchObject({ keyLimit: { window: 'monthly' } })
    await setLimits(ledger, own, {})
    const dear = aCall(own, { holdPointCents: pointCents(301) })
    expect(await ledger.admit(dear)).toMatchObject({ kind: 'insufficient', keyLimit: null })
  })

  test('counts the charge of a settled call, and nothing for a released one', async () => {
    const ledger = fixture.process()
    const own = await fixture.newAccount(ledger)
    await setLimits(ledger, own, { total: 250 })
    await ledger.settle(await admitted(ledger, own), settlement(40))
    await ledger.release(await admitted(ledger, own))
    expect(await spentOf(ledger, own)).toEqual({ total: 40, daily: 40, monthly: 40 })
    const lost = await admitted(ledger, own, { leaseMs: 1_000 })
    expect((await spentOf(ledger, own))?.total).toBe(140)
    await ledger.sweep()
    clock.advance(2_000)
    await ledger.sweep()
    expect((await ledger.settle(lost, settlement())).kind).toBe('lost')
    expect((await spentOf(ledger, own))?.total).toBe(40)
    await booksBalance()
  })

  test('counts what a batch keeps held after its call, and its capture once', async () => {
    const ledger = fixture.process()
    const own = await fixture.newAccount(ledger)
    await setLimits(ledger, own, { total: 350 })
    const { requestId } = await admitted(ledger, own, { holdPointCents: pointCents(300) })
    const seam = (commands: Parameters<Ledger['applyInTransaction']>[2]) =>
      fixture.database.transaction((tx) => ledger.applyInTransaction(tx, own, commands))
    await seam([{ kind: 'hand_over', requestId, leaseMs: 60_000, reply }])
    expect((await ledger.admit(aCall(own))).kind).toBe('insufficient')
    const capture = { kind: 'capture', requestId, costPointCents: pointCents(100), usage: {} } as const
    await seam([capture])
    await seam([capture])
    expect((await spentOf(ledger, own))?.total).toBe(100)
    expect((await ledger.admit(aCall(own))).kind).toBe('admitted')
    await booksBalance()
  })

  test('does not count a replay', async () => {
    const ledger = fixture.process()
    const own = await fixture.newAccount(ledger)
    await setLimits(ledger, own, { total: 100 })
    await ledger.settle(await admitted(ledger, own, withKey('one')), settlement())
    expect((await ledger.admit(aCall(own, withKey('one')))).kind).toBe('replay')
    expect((await spentOf(ledger, own))?.total).toBe(100)
  })

  test('counts earlier charges and open calls of the key, and can be removed', async () => {
    const ledger = fixture.process()
    const own = await fixture.newAccount(ledger)
    await ledger.settle(await admitted(ledger, own), settlement(70))
    const open = await admitted(ledger, own)
    await setLimits(ledger, own, { total: 200 })
    expect((await spentOf(ledger, own))?.total).toBe(170)
    expect((await ledger.admit(aCall(own))).kind).toBe('insufficient')
    await fixture.database.transaction((tx) => ledger.setKeyLimitsIn(tx, own, someKeyId, none))
    expect((await ledger.admit(aCall(own))).kind).toBe('admitted')
    await ledger.settle(open, settlement(0))
    expect((await spentOf(ledger, own))?.total).toBe(170)
    await booksBalance()
  })

  test('writes no row where it is null, and a key without limits is not counted', async () => {
    const ledger = fixture.process()
    const own = await fixture.newAccount(ledger)
    await setLimits(ledger, own, {})
    await admitted(ledger, own)
    expect(await ledger.keySpending(own)).toEqual([])
  })

  test('is shared with the successor of the key, and both count', async () => {
    const ledger = fixture.process()
    const own = await fixture.newAccount(ledger)
    const successor = ids.uuid()
    await setLimits(ledger, own, { total: 250 })
    await fixture.database.transaction((tx) => ledger.shareKeyLimitsIn(tx, own, someKeyId, successor))
    await admitted(ledger, own)
    await admitted(ledger, own, { keyId: successor })
    expect((await ledger.admit(aCall(own, { keyId: successor }))).kind).toBe('insufficient')
    await setLimits(ledger, own, { total: 300 }, successor)
    expect((await ledger.admit(aCall(own))).kind).toBe('admitted')
    await booksBalance()
  })

  test.each([-1, 0.5, 2_000_000_000_000])('%d is refused as a limit', async (limit) => {
    const ledger = fixture.process()
    const own = await fixture.newAccount(ledger)
    const limits = { ...none, daily: limit as never }
    const setting = fixture.database.transaction((tx) => ledger.setKeyLimitsIn(tx, own, someKeyId, limits))
    await expect(setting).rejects.toThrow('invalid_input')
  })
})

test('days and months reset in QUOTA_TIME_ZONE, and a release counts on the day of its admission', async () => {
  const night = fakeClock('2026-01-30T15:00:00Z')
  const other = await createFixture(night)
  const ledger = other.process()
  const own = await other.newAccount(ledger)
  const limits = limitsOf({ daily: 100, monthly: 250 })
  await other.database.transaction((tx) => ledger.setKeyLimitsIn(tx, own, someKeyId, limits))
  const yesterdays = await admitted(ledger, own)
  expect((await ledger.admit(aCall(own))).kind).toBe('insufficient')
  night.advance(3_600_000) // midnight: the 31st
  await admitted(ledger, own)
  await ledger.settle(yesterdays, settlement(60))
  expect((await ledger.keySpending(own))[0]?.spent).toEqual({ total: 160, daily: 100, monthly: 160 })
  expect((await ledger.admit(aCall(own))).kind).toBe('insufficient')
  night.advance(24 * 3_600_000) // the 1st of February
  expect((await ledger.keySpending(own))[0]?.spent).toEqual({ total: 160, daily: 0, monthly: 0 })
  expect((await ledger.admit(aCall(own))).kind).toBe('admitted')
  expect((await ledger.verify()).differences).toEqual([])
  await other.drop()
})

test('two processes that race for the last points of a key never exceed its limit', async () => {
  const processes = [fixture.process(), fixture.process()]
  const [first] = processes
  if (first === undefined) throw new Error('no process')
  const own = await fixture.newAccount(first, 100_000)
  await setLimits(first, own, { total: 1_000 })
  const calls = Array.from({ length: 60 }, (_, turn) => processes[turn % 2]?.admit(aCall(own)))
  const kinds = (await Promise.all(calls)).map((answer) => answer?.kind)
  expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(10)
  expect(kinds.filter((kind) => kind === 'insufficient')).toHaveLength(50)
  expect((await spentOf(first, own))?.total).toBe(1_000)
  await booksBalance()
})

test('verify finds a wrong counter', async () => {
  const ledger = fixture.process()
  const own = await fixture.newAccount(ledger)
  await setLimits(ledger, own, { total: 1_000 })
  await ledger.settle(await admitted(ledger, own), settlement(70))
  await fixture.database.run(sql`update key_budgets set spent_total = 71 where account_id = ${own}`)
  expect((await ledger.verify()).differences).toEqual([
    { accountId: own, what: `spent in all of the budget of key ${someKeyId}`, expected: 70, found: 71 },
  ])
  await fixture.database.run(sql`update key_budgets set spent_total = 70 where account_id = ${own}`)
})

test('a process of an earlier version cannot write accounts whose keys have limits', async () => {
  const ledger = fixture.process()
  const [limited, free] = [await fixture.newAccount(ledger), await fixture.newAccount(ledger)]
  await setLimits(ledger, limited, { total: 1_000 })
  const columns = await fixture.database.one<{ n: number }>(sql`
    select pronargs::int as n from pg_proc where proname = 'ledger_write'`)
  const writing = (accountId: string) => {
    const version = sql`(select array[version] from ledger_accounts where account_id = ${accountId})`
    const rest = Array.from({ length: columns.n - 16 }, () => sql`'{}'`)
    return fixture.database.one<{ written: boolean[] }>(sql`
      select ledger_write(now(), array[${accountId}::uuid], ${version}, '{0}', '{0}', '{0}', '{1000}', '{0}',
        '{NULL}', '{NULL}', '{0}', '{NULL}', '{0}', '{NULL}', '{NULL}'${sqlJoin(rest)}, '{}') as written`)
  }
  expect((await writing(free)).written).toEqual([true])
  await expect(writing(limited)).rejects.toMatchObject({ sqlState: 'LG002' })
})

function sqlJoin(parts: readonly ReturnType<typeof sql>[]) {
  return parts.reduce((all, part) => sql`${all}, ${part}`, sql``)
}
