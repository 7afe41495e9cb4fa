import { afterAll, describe, expect, test } from 'vitest'
import { pointCents } from '../../contract/index.ts'
import { randomIds, systemClock } from '../../kit/index.ts'
import { sql } from '../../store/index.ts'
import type { Ledger, Money, StatementEntry, StatementQuery } from '../index.ts'
import { admitted, createFixture, give, settlement, someKeyId } from '../ledger.test-support.ts'

/* This clock follows the system clock, because the ids of requests do. */
const clock = Object.assign(systemClock(), { advance: () => {} })
const fixture = await createFixture(clock as unknown as Parameters<typeof createFixture>[0])
afterAll(() => fixture.drop())
const ids = randomIds()

const identity = (money: Money) =>
  money.spendablePointCents +
  money.heldPointCents +
  money.chargedPointCents +
  money.expiredPointCents +
  money.withdrawnPointCents +
  money.unlistedPointCents

const sumOf = (lines: readonly StatementEntry[]) => lines.reduce((sum, line) => sum + line.pointCents, 0)
const later = () => new Date(Date.now() + 86_400_000)
const soon = () => new Date(Date.now() + 60)

async function allLines(ledger: Ledger, query: Omit<StatementQuery, 'limit'>, limit: number) {
  const lines: StatementEntry[] = []
  for (;;) {
    const afterId = lines.at(-1)?.id
    const page = await ledger.statement({ ...query, limit, ...(afterId === undefined ? {} : { afterId }) })
    lines.push(...page)
    if (page.length < limit) return lines
  }
}

/** An account with movements of every kind. */
async function aLife(ledger: Ledger) {
  const own = await fixture.newAccount(ledger, 0)
  await give(ledger, own, 'promotion', 130)
  await give(ledger, own, 'signup_bonus', 70, later())
  await give(ledger, own, 'paid', 1_000)
  await give(ledger, own, 'resource_pack', 11, soon())
  const first = await admitted(ledger, own)
  await ledger.settle(first, settlement(100))
  const twoKinds = await admitted(ledger, own)
  await ledger.settle(twoKinds, settlement(80))
  const released = await admitted(ledger, own, { operation: 'parseResume' })
  await ledger.release(released)
  const free = await admitted(ledger, own)
  await ledger.settle(free, settlement(0))
  const open = await admitted(ledger, own, { door: 'mcp' })
  await ledger.withdraw({
    accountId: own,
    grantId: (await ledger.money(own)).grants.find(({ kind }) => kind === 'paid')?.grantId ?? '',
    pointCents: pointCents(45),
    note: 'typed wrong',
  })
  await refund(ledger, twoKinds.requestId)
  await new Promise((resolve) => setTimeout(resolve, 80))
  await ledger.sweep()
  return { own, first, twoKinds, released, open }
}

const refund = (ledger: Ledger, requestId: string, reason = 'the engine was wrong') =>
  fixture.database.transaction((tx) => ledger.refundIn(tx, { requestId, reason }))

describe('an account with movements of every kind', () => {
  const ledger = fixture.process()
  const life = aLife(ledger)

  test('has all its points in the parts of the sum', async () => {
    const { own } = await life
    const { money, byKind, grants } = await ledger.money(own)
    expect(money).toEqual({
      grantedPointCents: 130 + 70 + 1_000 + 11 + 80,
      spendablePointCents: 130 + 70 + 1_000 + 80 - 180 - 100 - 45,
      heldPointCents: 100,
      chargedPointCents: 180,
      expiredPointCents: 11,
      withdrawnPointCents: 45,
      unlistedPointCents: 0,
    })
    expect(identity(money)).toBe(money.grantedPointCents)
    expect(byKind.map(({ kind, spendablePointCents }) => [kind, spendablePointCents])).toEqual([
      ['promotion', 0],
      ['signup_bonus', 0],
      ['resource_pack', 0],
      ['paid', money.spendablePointCents],
    ])
    expect(
      grants.map(({ kind, source, remainingPointCents, isExpired }) => [
        kind,
        source,
        remainingPointCents,
        isExpired,
      ]),
    ).toEqual(
      [
        ['signup_bonus', 'operator', 20, false],
        ['paid', 'operator', 955, false],
        ['signup_bonus', 'refund', 80, false],
        ['resource_pack', 'operator', 0, true],
        ['promotion', 'operator', 0, false],
      ].sort((a, b) => grantRank(a) - grantRank(b)),
    )
    expect((await fixture.process().verify()).differences).toEqual([])
  })

  test('has a statement that adds up to what can be spent, for every page size', async () => {
    const { own } = await life
    const { money } = await ledger.money(own)
    const whole = await allLines(ledger, { accountId: own }, 1_000)
    expect(sumOf(whole)).toBe(money.spendablePointCents)
    for (const size of [1, 2, 3, 7]) expect(await allLines(ledger, { accountId: own }, size)).toEqual(whole)
    const times = whole.map((line) => Number.parseInt(line.id, 36))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length)
  })

  test('has each movement by its filter, with amount, call, kind and source', async () => {
    const { own, first, twoKinds, released, open } = await life
    const of = (query: Partial<StatementQuery>) => allLines(ledger, { accountId: own, ...query }, 2)
    const brief = (lines: readonly StatementEntry[]) =>
      lines.map(({ movement, pointCents: amount, kind, requestId }) => [movement, amount, kind, requestId])
    expect(brief(await of({ movement: 'capture' }))).toEqual(
      expect.arrayContaining([
        ['capture', -100, 'promotion', first.requestId],
        ['capture', -30, 'promotion', twoKinds.requestId],
        ['capture', -50, 'signup_bonus', twoKinds.requestId],
      ]),
    )
    expect(sumOf(await of({ movement: 'hold' }))).toBe(-500)
    expect(sumOf(await of({ movement: 'release' }))).toBe(400)
    expect(brief(await of({ movement: 'expiry' }))).toEqual([['expiry', -11, 'resource_pack', null]])
    expect(await of({ movement: 'withdrawal' })).toMatchObject([{ pointCents: -45, note: 'typed wrong' }])
    expect(await of({ movement: 'refund' })).toMatchObject([
      { pointCents: 80, requestId: twoKinds.requestId, source: 'refund', note: 'the engine was wrong' },
    ])
    expect(sumOf(await of({ movement: 'grant' }))).toBe(1_211)
    expect(brief(await of({ kind: 'resource_pack' }))).toEqual([
      ['expiry', -11, 'resource_pack', null],
      ['grant', 11, 'resource_pack', null],
    ])
    expect(brief(await of({ kind: 'promotion', movement: 'capture' }))).toHaveLength(2)
    expect(await of({ kind: 'promotion', movement: 'hold' })).toEqual([])
    expect(await of({ requestId: open.requestId })).toMatchObject([
      { movement: 'hold', door: 'mcp', keyId: someKeyId, operation: 'matchResumeToJd' },
    ])
    expect(brief(await of({ requestId: twoKinds.requestId })).map(([movement]) => movement)).toEqual([
      'refund',
      'capture',
      'capture',
      'release',
      'hold',
    ])
    expect(await of({ requestId: released.requestId, movement: 'release' })).toMatchObject([
      { operation: 'parseResume', pointCents: 100 },
    ])
    expect(await of({ requestId: 'no id' })).toEqual([])
    expect(await of({ requestId: ids.uuid() })).toEqual([])
  })

  test('has periods that include their first moment and exclude their last', async () => {
    const { own } = await life
    const whole = await allLines(ledger, { accountId: own }, 1_000)
    const middle = whole[Math.floor(whole.length / 2)]?.at ?? new Date()
    const since = await allLines(ledger, { accountId: own, from: middle }, 3)
    const until = await allLines(ledger, { accountId: own, to: middle }, 3)
    expect([...since, ...until].map(({ id }) => id).sort()).toEqual(whole.map(({ id }) => id).sort())
    expect(since.every(({ at }) => at >= middle)).toBe(true)
    expect(until.every(({ at }) => at < middle)).toBe(true)
  })
})

function grantRank([kind, source, left]: readonly unknown[]): number {
  const order = ['signup_bonus operator', 'signup_bonus refund', 'paid operator', 'resource_pack operator']
  return left === 0 && kind === 'promotion' ? 9 : order.indexOf(`${kind} ${source}`)
}

describe('a refund', () => {
  test('is granted once, even if two are requested at the same time', async () => {
    const ledgers = [fixture.process(), fixture.process()] as const
    const own = await fixture.newAccount(ledgers[0])
    const hold = await admitted(ledgers[0], own)
    await ledgers[0].settle(hold, settlement(60))
    const answers = await Promise.all(ledgers.map((ledger) => refund(ledger, hold.requestId)))
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['already_refunded', 'refunded'])
    const { money } = await ledgers[0].money(own)
    expect([money.spendablePointCents, money.chargedPointCents, money.grantedPointCents]).toEqual([
      1_000, 60, 1_060,
    ])
    expect(identity(money)).toBe(money.grantedPointCents)
    expect((await fixture.process().verify()).differences).toEqual([])
  })

  test('is refused if nothing was charged or the call does not exist', async () => {
    const ledger = fixture.process()
    const own = await fixture.newAccount(ledger)
    const open = await admitted(ledger, own)
    expect(await refund(ledger, open.requestId)).toEqual({ kind: 'not_charged' })
    await ledger.release(open)
    expect(await refund(ledger, open.requestId)).toEqual({ kind: 'not_charged' })
    expect(await refund(ledger, ids.uuid())).toEqual({ kind: 'unknown' })
    expect(await refund(ledger, 'no id')).toEqual({ kind: 'unknown' })
  })

  test('does not count as spending of a key, and verify reports a refund without its call', async () => {
    const ledger = fixture.process()
    const own = await fixture.newAccount(ledger)
    const { grantId } = await ledger.grant({
      accountId: own,
      kind: 'paid',
      pointCents: pointCents(5),
      expiresAt: null,
      note: null,
      source: 'refund',
    })
    const { differences } = await ledger.verify()
    expect(differences).toEqual([{ accountId: own, what: `refund ${grantId}`, expected: 0, found: 5 }])
    await fixture.database.run(sql`update grants set source = 'operator' where grant_id = ${grantId}`)
  })
})

test('points of a kind outside the order are unlisted and part of the sum', async () => {
  const ledger = fixture.process({ terms: { balanceOrder: ['signup_bonus', 'paid'] } })
  const own = await fixture.newAccount(ledger, 200)
  await give(ledger, own, 'promotion', 30)
  await admitted(ledger, own)
  const { money, byKind } = await ledger.money(own)
  expect([money.spendablePointCents, money.heldPointCents, money.unlistedPointCents]).toEqual([100, 100, 30])
  expect(identity(money)).toBe(money.grantedPointCents)
  expect(byKind.find(({ kind }) => kind === 'promotion')).toMatchObject({
    listed: false,
    spendablePointCents: 30,
  })
})

test('expired points count as expired before the sweeper runs, and the soonest expiry is reported', async () => {
  const ledger = fixture.process()
  const own = await fixture.newAccount(ledger, 0)
  const until = later()
  await give(ledger, own, 'promotion', 40, until)
  await give(ledger, own, 'promotion', 5, until)
  await give(ledger, own, 'promotion', 10)
  await give(ledger, own, 'promotion', 7, soon())
  await new Promise((resolve) => setTimeout(resolve, 80))
  const { money, byKind } = await ledger.money(own)
  expect([money.expiredPointCents, money.spendablePointCents]).toEqual([7, 55])
  expect(byKind[0]).toEqual({
    kind: 'promotion',
    spendablePointCents: 55,
    listed: true,
    nextExpiry: { at: until, pointCents: 45 },
  })
})
