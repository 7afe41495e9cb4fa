import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GrantKind, grantKinds, pointCents } from '../contract/index.ts'
import { fakeClock } from '../kit/index.ts'
import { sql } from '../store/index.ts'
import type { Admission, Ledger, OpenHold, Settled } from './index.ts'
import {
  aCall,
  createFixture,
  give,
  type LedgerFixture,
  reply,
  settlement,
  withKey,
} from './ledger.test-support.ts'

/*
 * Simulates random days of some accounts, served by two independent processes: calls that are settled,
 * released, abandoned by a dead process or retried; grants, expiries, sweeps and clock jumps. After each
 * burst every sum must agree, and the callers' answers must match the tables.
 */

type Action =
  | { readonly kind: 'call'; readonly held: number; readonly cost: number; readonly key: number | null }
  | { readonly kind: 'release'; readonly of: number }
  | { readonly kind: 'settle'; readonly of: number; readonly cost: number }
  | {
      readonly kind: 'grant'
      readonly which: number
      readonly amount: number
      readonly livesMs: number | null
    }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'crash' }

interface Happening {
  readonly account: number
  readonly process: number
  readonly action: Action
}

const accountsCount = 3
const anAmount = fc.integer({ min: 0, max: 150 })
const aKey = fc.option(fc.nat({ max: 2 }))
const anAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('call' as const), held: anAmount, cost: anAmount, key: aKey }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('settle' as const), of: fc.nat(), cost: anAmount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), of: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      which: fc.nat({ max: 3 }),
      amount: fc.integer({ min: 1, max: 300 }),
      livesMs: fc.option(fc.integer({ min: 1, max: 90_000 })),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'sweep' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'crash' as const }) },
)
const aBurst = fc.record({
  pauseMs: fc.constantFrom(0, 1, 20_000, 60_000, 24 * 3_600_000),
  happenings: fc.array(
    fc.record({ account: fc.nat({ max: accountsCount - 1 }), process: fc.nat({ max: 1 }), action: anAction }),
    { minLength: 1, maxLength: 25 },
  ),
})

test('all points are accounted for after any sequence of calls', { timeout: 120_000 }, async () => {
  const fixture = await createFixture(fakeClock('2026-01-15T15:30:00Z'))
  await fc.assert(
    fc.asyncProperty(fc.array(aBurst, { maxLength: 8 }), async (bursts) => {
      const life = await startLife(fixture)
      for (const { pauseMs, happenings } of bursts) {
        fixture.clock.advance(pauseMs)
        await Promise.all(happenings.map((happening) => life.happen(happening)))
        await life.check()
      }
      await life.end()
    }),
    // A failure prints its seed and its steps. Shrinking would take minutes.
    { numRuns: 15, endOnFailure: true },
  )
  await fixture.drop()
})

/** The answers that the callers of one account received. */
interface Received {
  readonly accountId: string
  readonly open: OpenHold[]
  /** By request, so that a repeated answer counts once and the sum is what was charged. */
  readonly charged: Map<string, number>
  granted: number
}

async function startLife(fixture: LedgerFixture) {
  const processes: Ledger[] = [fixture.process(), fixture.process()]
  const first = fixture.process()
  const accounts: Received[] = []
  for (let count = 0; count < accountsCount; count += 1) {
    const accountId = await fixture.newAccount(first, 300)
    accounts.push({ accountId, open: [], charged: new Map(), granted: 300 })
  }

  async function happen({ account, process, action }: Happening): Promise<void> {
    const received = accounts[account]
    const ledger = processes[process]
    if (received === undefined || ledger === undefined) throw new Error('no such account or process')
    switch (action.kind) {
      case 'call':
        return await call(received, ledger, action)
      case 'settle':
        return await settle(received, ledger, action.of, action.cost)
      case 'release': {
        const hold = received.open[action.of % Math.max(1, received.open.length)]
        return hold === undefined ? undefined : await ledger.release(hold)
      }
      case 'grant': {
        const kind: GrantKind = grantKinds[action.which] ?? 'paid'
        const expiresAt =
          action.livesMs === null ? null : new Date(fixture.clock.now().getTime() + action.livesMs)
        await give(ledger, received.accountId, kind, action.amount, expiresAt)
        received.granted += action.amount
        return
      }
      case 'sweep':
        await ledger.sweep()
        return
      case 'crash':
        // The process loses its memory. Its running calls are finished by their callers' retries, or never.
        processes[process] = fixture.process()
    }
  }

  async function check(): Promise<void> {
    const fresh = fixture.process()
    expect((await fresh.verify()).differences).toEqual([])
    expect(await paidWithExpired(fixture)).toBe(0)
    for (const received of accounts) await agrees(fixture, fresh, received)
  }

  async function end(): Promise<void> {
    const last = fixture.process()
    await last.sweep()
    fixture.clock.advance(48 * 3_600_000)
    await last.sweep()
    const left = await fixture.database.one<{ holds: number; claims: number }>(sql`
      select (select count(*) from requests where state = 'held') as holds,
             (select count(*) from claims) as claims`)
    expect(left).toEqual({ holds: 0, claims: 0 })
    await check()
  }

  return { happen, check, end }
}

async function call(
  received: Received,
  ledger: Ledger,
  { held, key }: { readonly held: number; readonly key: number | null },
): Promise<void> {
  const overrides = { holdPointCents: pointCents(held), leaseMs: 60_000 }
  const keyed = key === null ? {} : withKey(`key-${key}`)
  const admission: Admission = await ledger.admit(aCall(received.accountId, { ...overrides, ...keyed }))
  if (admission.kind === 'admitted') received.open.push(admission.hold)
  if (admission.kind === 'insufficient') expect(admission.balancePointCents).toBeLessThan(held)
}

async function settle(received: Received, ledger: Ledger, of: number, cost: number): Promise<void> {
  const hold = received.open[of % Math.max(1, received.open.length)]
  if (hold === undefined) return
  const settled: Settled = await ledger.settle(hold, settlement(Math.min(cost, hold.heldPointCents)))
  if (settled.kind === 'lost') return
  expect(settled.reply).toEqual(reply(settled.billing))
  const before = received.charged.get(hold.requestId)
  const charge = settled.billing.billedPointCents
  // Settled twice, by any process and at any cost: the answer is the same charge.
  if (before === undefined) received.charged.set(hold.requestId, charge)
  else expect(charge).toBe(before)
}

/** Counts points that paid for a call although they had expired before its admission. */
async function paidWithExpired(fixture: LedgerFixture): Promise<number> {
  const { n } = await fixture.database.one<{ n: number }>(sql`
    select coalesce(sum(e.point_cents), 0)::bigint as n from entries e
    join requests r on r.account_id = e.account_id and r.request_id = e.group_id
    join grants g on g.account_id = e.account_id and g.grant_id = e.grant_id
    where e.credit = 'revenue' and g.expires_at <= r.created_at`)
  return n
}

/**
 * The callers' answers match the tables, and the spendable points are what was granted less what was used.
 */
async function agrees(fixture: LedgerFixture, ledger: Ledger, received: Received): Promise<void> {
  const rows = await ledger.usage({ accountId: received.accountId, limit: 1_000 })
  const captured = rows.filter((row) => row.state === 'captured')
  expect(new Map(captured.map((row) => [row.requestId, row.chargedPointCents]))).toEqual(received.charged)
  const charged = captured.reduce((sum, row) => sum + row.chargedPointCents, 0)
  const { expired } = await fixture.database.one<{ expired: number }>(sql`
    select coalesce(sum(point_cents), 0)::bigint as expired from entries
    where account_id = ${received.accountId} and credit = 'expired'`)
  const { byKind, balancePointCents, heldPointCents } = await ledger.balance(received.accountId)
  const left = Object.values(byKind).reduce((sum, amount) => sum + amount, 0)
  // The balance excludes expired points that are not removed yet; the entries include them.
  expect(left).toBeLessThanOrEqual(received.granted - charged - expired)
  expect(balancePointCents).toBe(left - heldPointCents)
  const { buckets } = await fixture.database.one<{ buckets: number }>(sql`
    select promotion + signup_bonus + resource_pack + paid as buckets
    from ledger_accounts where account_id = ${received.accountId}`)
  expect(buckets).toBe(received.granted - charged - expired)
}
