import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fault, type GrantKind, pointCents } from '../contract/index.ts'
import type { FakeClock } from '../kit/index.ts'
import { sql } from '../store/index.ts'
import type { AdmitRequest, Ledger } from './index.ts'
import * as support from './ledger.test-support.ts'
import { createFixture, ids, type ProcessOptions, reply, settlement, withKey } from './ledger.test-support.ts'

const { database, drop, ...fixture } = await createFixture()
afterAll(drop)

const clock: FakeClock = fixture.clock
const open = (options: ProcessOptions = {}) => fixture.process(options)
let ledger: Ledger
let accountId: string

const newAccount = () => fixture.newAccount(ledger)
const give = (id: string, kind: GrantKind, amount: number, expiresAt: Date | null = null) =>
  support.give(ledger, id, kind, amount, expiresAt)
const aCall = (overrides: Partial<AdmitRequest> = {}) => support.aCall(accountId, overrides)
const admitted = (overrides: Partial<AdmitRequest> = {}, by = ledger) =>
  support.admitted(by, overrides.accountId ?? accountId, overrides)
const balanceNow = () => support.balanceOf(ledger, accountId)
const claimCount = () => support.countRows(database, 'claims', accountId)

beforeEach(async () => {
  ledger = open()
  await ledger.sweep()
  // Three days later at noon in Shanghai: the leases and replies of the previous test have ended.
  clock.advance(noonAfter(clock.now()))
  await ledger.sweep()
  accountId = await newAccount()
})

const dayMs = 24 * 3_600_000
function noonAfter(now: Date): number {
  const noonMs = Math.ceil(now.getTime() / dayMs) * dayMs + 3 * dayMs + 4 * 3_600_000
  return noonMs - now.getTime()
}

async function verified() {
  const report = await ledger.verify()
  expect(report.differences).toEqual([])
}

describe('a metered call', () => {
  test('holds points, captures the cost and returns the rest', async () => {
    const admission = await ledger.admit(aCall({ holdPointCents: pointCents(300) }))
    expect(admission).toMatchObject({
      kind: 'admitted',
      quota: {
        daily: { limit: 1000, remaining: 999, resetSeconds: 12 * 3600 },
        monthly: { remaining: 9999 },
      },
    })
    expect(await balanceNow()).toEqual([700, 300])
    if (admission.kind !== 'admitted') return
    const settled = await ledger.settle(admission.hold, settlement(120))
    expect(settled).toMatchObject({
      kind: 'settled',
      billing: { billedPointCents: 120, balancePointCents: 880, resourcePointCents: 0 },
    })
    expect(await balanceNow()).toEqual([880, 0])
    await verified()
  })

  test('gets one answer, however often it is settled', async () => {
    const hold = await admitted()
    const [first, second] = await Promise.all([
      ledger.settle(hold, settlement()),
      ledger.settle(hold, settlement()),
    ])
    expect(second).toEqual(first)
    expect(await ledger.settle(hold, settlement())).toEqual(first)
    expect(await open().settle(hold, settlement())).toEqual(first)
    expect(await balanceNow()).toEqual([900, 0])
    await verified()
  })

  test('costs nothing after its release, and cannot be captured', async () => {
    const hold = await admitted()
    await ledger.release(hold)
    await ledger.release(hold)
    expect(await ledger.settle(hold, settlement())).toEqual({ kind: 'lost' })
    expect(await balanceNow()).toEqual([1000, 0])
    await verified()
  })

  test('is lost if it does not exist', async () => {
    const hold = { ...(await admitted()), requestId: ids.uuid() }
    expect(await ledger.settle(hold, settlement())).toEqual({ kind: 'lost' })
    await ledger.release(hold)
    await verified()
  })

  test('must not cost more than it holds: its settlement fails, it stays held, and the others are settled', async () => {
    const [hold, neighbour] = [await admitted(), await admitted()]
    const [wrong, right] = await Promise.allSettled([
      ledger.settle(hold, settlement(101)),
      ledger.settle(neighbour, settlement()),
    ])
    expect(wrong.status).toBe('rejected')
    expect(right).toMatchObject({ status: 'fulfilled', value: { kind: 'settled' } })
    expect(await balanceNow()).toEqual([800, 100])
  })

  test('is not charged if its reply cannot be rendered', async () => {
    const hold = await admitted()
    const broken = () => {
      throw new Error('no reply')
    }
    await expect(ledger.settle(hold, { ...settlement(), reply: broken })).rejects.toThrow('no reply')
    expect(await balanceNow()).toEqual([900, 100])
    await ledger.release(hold)
    await verified()
  })

  test('fails with our error if the account has no row', async () => {
    const fault: unknown = await ledger
      .admit(aCall({ accountId: ids.uuid() }))
      .catch((error: unknown) => error)
    expect((fault as Fault).code).toBe('internal_error')
  })
})

describe('the key of a call', () => {
  test('replays the first reply, without a charge and uncounted', async () => {
    const hold = await admitted(withKey('k'))
    expect(await ledger.admit(aCall(withKey('k')))).toEqual({ kind: 'in_progress' })
    expect(await ledger.admit(aCall(withKey('k', 'other')))).toEqual({ kind: 'key_reused' })
    const settled = await ledger.settle(hold, settlement())
    const again = await ledger.admit(aCall(withKey('k')))
    expect(again).toMatchObject({ kind: 'replay', reply: settled.kind === 'settled' && settled.reply })
    expect(await open().admit(aCall(withKey('k')))).toEqual(again)
    expect(await ledger.admit(aCall(withKey('k', 'other')))).toEqual({ kind: 'key_reused' })
    const { quota } = await ledger.balance(accountId)
    expect(quota.daily?.remaining).toBe(999)
    expect(await balanceNow()).toEqual([900, 0])
    await verified()
  })

  test('belongs to an operation and an account', async () => {
    await admitted(withKey('k'))
    await admitted({ ...withKey('k'), operation: 'optimizeJd' })
    const other = await newAccount()
    await admitted({ ...withKey('k'), accountId: other })
  })

  test('is free again after a release, a 402 and a 429', async () => {
    await ledger.release(await admitted(withKey('a')))
    await ledger.release(await admitted(withKey('a', 'other input')))
    const short = await ledger.admit(aCall({ ...withKey('b'), holdPointCents: pointCents(5000) }))
    expect(short).toMatchObject({ kind: 'insufficient', requiredPointCents: 5000, balancePointCents: 1000 })
    expect(await claimCount()).toBe(0)
    await give(accountId, 'paid', 4000)
    await admitted({ ...withKey('b'), holdPointCents: pointCents(5000) })
  })

  test('is free when the lease of its dead call ends; the late settlement is not charged', async () => {
    const dead = await admitted(withKey('k'))
    await ledger.sweep()
    clock.advance(59_999)
    await ledger.sweep()
    expect(await ledger.admit(aCall(withKey('k')))).toEqual({ kind: 'in_progress' })
    clock.advance(1)
    await ledger.sweep()
    const next = await admitted(withKey('k', 'another input'), open())
    expect(await balanceNow()).toEqual([900, 100])
    expect(await ledger.settle(dead, settlement())).toEqual({ kind: 'lost' })
    await ledger.release(dead)
    expect(await ledger.settle(next, settlement())).toMatchObject({ kind: 'settled' })
    expect(await ledger.admit(aCall(withKey('k', 'another input')))).toMatchObject({ kind: 'replay' })
    await verified()
  })

  test('expires a day after its call succeeded', async () => {
    await ledger.settle(await admitted(withKey('k')), settlement())
    clock.advance(24 * 3_600_000 - 1)
    expect(await ledger.admit(aCall(withKey('k')))).toMatchObject({ kind: 'replay' })
    expect(await ledger.sweep()).toMatchObject({ claimsDeleted: 0 })
    clock.advance(1)
    await ledger.settle(await admitted(withKey('k', 'other')), settlement())
    clock.advance(24 * 3_600_000)
    expect(await ledger.sweep()).toMatchObject({ claimsDeleted: 1 })
    expect(await claimCount()).toBe(0)
    await verified()
  })

  test('fails with our error if its reply was sealed under another secret, and is not charged again', async () => {
    await ledger.settle(await admitted(withKey('k')), settlement())
    const fault: unknown = await open({ secret: ids.bytes(32) })
      .admit(aCall(withKey('k')))
      .catch((error: unknown) => error)
    expect((fault as Fault).code).toBe('internal_error')
    expect((fault as Fault).message).toContain('sealed under another secret')
    expect(await balanceNow()).toEqual([900, 0])
  })

  test('works within a group as between groups', async () => {
    const both = await Promise.all([ledger.admit(aCall(withKey('k'))), ledger.admit(aCall(withKey('k')))])
    expect(both.map((each) => each.kind)).toEqual(['admitted', 'in_progress'])
    if (both[0]?.kind !== 'admitted') return
    const [settled, replay] = await Promise.all([
      ledger.settle(both[0].hold, settlement()),
      ledger.admit(aCall(withKey('k'))),
    ])
    expect(replay).toMatchObject({ kind: 'replay', reply: settled.kind === 'settled' && settled.reply })
  })
})

describe('refusals', () => {
  test('a quota counts admitted calls and reports its reset', async () => {
    await ledger.setQuota(accountId, { daily: 2, monthly: null })
    const three = await Promise.all([ledger.admit(aCall()), ledger.admit(aCall()), ledger.admit(aCall())])
    expect(three.map((each) => each.kind)).toEqual(['admitted', 'admitted', 'quota_exceeded'])
    expect(three[2]).toMatchObject({
      windowName: 'daily',
      window: { resetSeconds: 12 * 3600 },
      quota: { daily: { remaining: 0 } },
    })
    clock.advance(12 * 3_600_000)
    await admitted()
    await ledger.setQuota(accountId, { daily: 0, monthly: 3 })
    expect(await ledger.admit(aCall())).toMatchObject({ kind: 'quota_exceeded', quota: { daily: null } })
    await verified()
  })

  test('are never cached: points granted by another process count immediately', async () => {
    expect(await ledger.admit(aCall({ holdPointCents: pointCents(1001) }))).toMatchObject({
      kind: 'insufficient',
    })
    await open().grant({ accountId, kind: 'paid', pointCents: pointCents(1), expiresAt: null, note: null })
    await admitted({ holdPointCents: pointCents(1001) })
  })

  test('report what packs hold; a kind outside the order cannot be spent', async () => {
    await give(accountId, 'resource_pack', 50)
    await give(accountId, 'promotion', 50)
    const limited = open({ terms: { balanceOrder: ['signup_bonus', 'paid'] } })
    expect(await limited.admit(aCall({ holdPointCents: pointCents(1001) }))).toMatchObject({
      kind: 'insufficient',
      balancePointCents: 1000,
      resourcePointCents: 50,
    })
  })
})

describe('grants', () => {
  test('pay in the configured order, soonest expiry first, and report the part that packs paid', async () => {
    const soon = new Date(clock.now().getTime() + 1_000)
    await give(accountId, 'resource_pack', 30)
    await give(accountId, 'resource_pack', 20, soon)
    await give(accountId, 'promotion', 10)
    const settled = await ledger.settle(await admitted(), settlement(40))
    expect(settled).toMatchObject({ billing: { resourcePointCents: 30, balancePointCents: 1020 } })
    const { byKind, grants } = await ledger.balance(accountId)
    expect(byKind).toEqual({ promotion: 0, signup_bonus: 0, resource_pack: 20, paid: 1000 })
    expect(grants.map((grant) => grant.remainingPointCents)).toEqual([20, 1000])
    await verified()
  })

  test('expire, except what open holds would draw', async () => {
    const soon = new Date(clock.now().getTime() + 1_000)
    await give(accountId, 'promotion', 500, soon)
    const hold = await admitted({ holdPointCents: pointCents(300) })
    clock.advance(1_000)
    expect(await balanceNow()).toEqual([1000, 300])
    expect(await ledger.sweep()).toMatchObject({ grantsExpired: 1 })
    expect(await ledger.sweep()).toMatchObject({ grantsExpired: 0 })
    expect(await balanceNow()).toEqual([1000, 300])
    await verified()
    expect(await ledger.settle(hold, settlement(100))).toMatchObject({ billing: { balancePointCents: 1000 } })
    expect((await ledger.balance(accountId)).byKind.promotion).toBe(0)
    await verified()
  })

  test('are refused if they have expired or are zero', async () => {
    const past = give(accountId, 'paid', 5, clock.now())
    await expect(past).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(give(accountId, 'paid', 0)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await balanceNow()).toEqual([1000, 0])
  })

  test('exist only if their transaction commits', async () => {
    const grant = {
      accountId,
      kind: 'paid',
      pointCents: pointCents(5),
      expiresAt: null,
      note: 'thanks',
    } as const
    const rolledBack = database.transaction(async (tx) => {
      await ledger.grantIn(tx, grant)
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    expect(await balanceNow()).toEqual([1000, 0])
    const { balance } = await database.transaction((tx) => ledger.grantIn(tx, grant))
    expect(balance.balancePointCents).toBe(1005)
    await admitted({ holdPointCents: pointCents(1005) })
  })
})

describe('usage', () => {
  test('is listed in pages, with the sealed note opened', async () => {
    const first = await admitted({ note: '张三.pdf' })
    await ledger.settle(first, settlement(70))
    const second = await admitted()
    await ledger.release(second)
    const page = await ledger.usage({ accountId, limit: 1 })
    expect(page).toMatchObject([
      {
        requestId: first.requestId,
        state: 'captured',
        chargedPointCents: 70,
        note: '张三.pdf',
        usage: { total_tokens: 7 },
        settledAt: clock.now(),
      },
    ])
    const next = await ledger.usage({ accountId, limit: 10, afterRequestId: first.requestId })
    expect(next.map((row) => [row.requestId, row.state])).toEqual([[second.requestId, 'released']])
    expect(await ledger.usage({ accountId, limit: 10, from: new Date(clock.now().getTime() + 1) })).toEqual(
      [],
    )
    expect(await ledger.usage({ accountId, limit: 10, to: clock.now() })).toEqual([])
    const raw = await database.many<{ t: string }>(
      sql`select r::text as t from requests r where account_id = ${accountId}`,
    )
    expect(JSON.stringify(raw)).not.toContain('张三')
  })
})

describe('a caller’s transaction', () => {
  test('hands a hold over: the call is answered, the hold stays, a later transaction captures', async () => {
    const hold = await admitted({
      ...withKey('k'),
      operation: 'startBatchScreening',
      holdPointCents: pointCents(300),
    })
    const requestId = hold.requestId
    const [answer] = await database.transaction((tx) =>
      ledger.applyInTransaction(tx, accountId, [{ kind: 'hand_over', requestId, leaseMs: 3_600_000, reply }]),
    )
    expect(answer).toMatchObject({
      kind: 'handed_over',
      billing: { billedPointCents: 0, balancePointCents: 700 },
    })
    const again = await ledger.admit(aCall({ ...withKey('k'), operation: 'startBatchScreening' }))
    expect(again).toMatchObject({ kind: 'replay', reply: answer?.kind === 'handed_over' && answer.reply })
    await ledger.sweep()
    clock.advance(120_000)
    expect(await ledger.sweep()).toMatchObject({ holdsReleased: 0 })
    const capture = {
      kind: 'capture',
      requestId,
      costPointCents: pointCents(200),
      usage: { scored: 2 },
    } as const
    const [captured] = await database.transaction((tx) => ledger.applyInTransaction(tx, accountId, [capture]))
    expect(captured).toMatchObject({
      kind: 'captured',
      billing: { billedPointCents: 200, balancePointCents: 800 },
    })
    expect(await ledger.admit(aCall({ ...withKey('k'), operation: 'startBatchScreening' }))).toEqual(again)
    await verified()
  })

  test('changes nothing if it rolls back', async () => {
    const { requestId } = await admitted()
    const work = database.transaction(async (tx) => {
      const capture = { kind: 'capture', requestId, costPointCents: pointCents(100), usage: {} } as const
      await ledger.applyInTransaction(tx, accountId, [capture])
      throw new Error('the batch could not be stored')
    })
    await expect(work).rejects.toThrow('the batch')
    expect(await balanceNow()).toEqual([900, 100])
    await database.transaction((tx) =>
      ledger.applyInTransaction(tx, accountId, [{ kind: 'release', requestId }]),
    )
    expect(await balanceNow()).toEqual([1000, 0])
    await verified()
  })
})
