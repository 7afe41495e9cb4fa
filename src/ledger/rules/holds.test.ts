import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultTerms, type GrantKind, grantKinds, pointCents } from '../../contract/index.ts'
import type { AdmitCommand, Command } from './command.ts'
import { createMemoryLedger, type MemoryLedger } from './memory-ledger.test-model.ts'
import { renderReply } from './random-steps.test-model.ts'

/*
 * Compares the ledger with the simplest possible model: points are coins, each valid until its own expiry,
 * and calls are slots that need coins. Coins are matched with slots by augmenting paths, which use no orders,
 * sums or groups of calls.
 */

type Step =
  | { readonly kind: 'grant'; readonly which: number; readonly amount: number; readonly lives: number | null }
  | { readonly kind: 'withdraw'; readonly of: number; readonly amount: number }
  | { readonly kind: 'admit'; readonly held: number }
  | { readonly kind: 'capture'; readonly of: number; readonly cost: number }
  | { readonly kind: 'release'; readonly of: number }
  /** Negative where another process set the clock back. */
  | { readonly kind: 'tick'; readonly by: number }
  | { readonly kind: 'expire' }
  /** The operator changed the order, or another process has a different one. */
  | { readonly kind: 'reorder'; readonly order: readonly GrantKind[] }

const few = fc.integer({ min: 1, max: 4 })
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('admit' as const), held: few }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      which: fc.nat({ max: 3 }),
      amount: few,
      lives: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('withdraw' as const), of: fc.nat(), amount: few }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('tick' as const), by: fc.integer({ min: -1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('capture' as const), of: fc.nat(), cost: fc.nat({ max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), of: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'expire' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reorder' as const),
      order: fc.shuffledSubarray([...grantKinds], { minLength: grantKinds.length }),
    }),
  },
)

interface Life {
  readonly ledger: MemoryLedger
  readonly terms: { balanceOrder: readonly GrantKind[] }
  readonly holds: Map<string, { readonly admittedAtMs: number; readonly held: number }>
  nowMs: number
}

test('points that were valid at its admission cover every call, and no free point is refused', () => {
  fc.assert(
    fc.property(fc.array(aStep, { minLength: 5, maxLength: 60, size: 'max' }), (steps) => {
      const terms = { ...defaultTerms, quotaDaily: 0, quotaMonthly: 0 }
      const ledger = createMemoryLedger('account', terms)
      const life: Life = { ledger, terms, holds: new Map(), nowMs: 1_000 }
      steps.forEach((step, index) => {
        live(life, step, `id-${index}`)
        const slots = [...life.holds.values()].flatMap(slotsOf)
        expect(canCover(life, slots)).toBe(true)
        // Measured by requesting more than there is: the refusal reports the balance.
        const asked = life.ledger.run([admit('asked', 1_000)], life.nowMs)[0]
        const free = asked?.kind === 'insufficient' ? asked.balancePointCents : -1
        const newer = (held: number) => slotsOf({ admittedAtMs: life.nowMs, held })
        expect(canCover(life, [...slots, ...newer(free)])).toBe(true)
        expect(canCover(life, [...slots, ...newer(free + 1)])).toBe(false)
      })
    }),
    { numRuns: 100 },
  )
})

function live(life: Life, step: Step, id: string): void {
  const { ledger, holds, nowMs } = life
  const ask = (command: Command) => ledger.run([command], nowMs)[0]
  switch (step.kind) {
    case 'tick':
      life.nowMs += step.by
      return
    case 'reorder':
      life.terms.balanceOrder = step.order
      return
    case 'expire':
      ask({ kind: 'expire' })
      return
    case 'grant': {
      const grantKind: GrantKind = grantKinds[step.which] ?? 'paid'
      const expiresAtMs = step.lives === null ? null : nowMs + step.lives
      const amount = pointCents(step.amount)
      const more = { note: null, source: 'operator' } as const
      ask({ kind: 'grant', grantId: id, grantKind, pointCents: amount, expiresAtMs, ...more })
      return
    }
    case 'withdraw': {
      const { grants } = ledger.state()
      const { grantId = id } = grants[step.of % Math.max(1, grants.length)] ?? {}
      ask({ kind: 'withdraw', withdrawalId: id, grantId, pointCents: pointCents(step.amount) })
      return
    }
    case 'admit':
      if (ask(admit(id, step.held))?.kind === 'admitted')
        holds.set(id, { admittedAtMs: nowMs, held: step.held })
      return
    default: {
      const [requestId, hold] = [...holds][step.of % Math.max(1, holds.size)] ?? []
      if (requestId === undefined || hold === undefined) return
      holds.delete(requestId)
      if (step.kind === 'release') ask({ kind: 'release', requestId, leaseUntilMs: null })
      else {
        const cost = pointCents(Math.min(step.cost, hold.held))
        const answer = ask({ kind: 'capture', requestId, cost, usage: {}, reply: renderReply })
        expect(answer).toMatchObject({ kind: 'captured', billing: { billedPointCents: cost } })
      }
    }
  }
}

const admit = (requestId: string, held: number): AdmitCommand => ({
  kind: 'admit',
  requestId,
  operation: 'matchResumeToJd',
  door: 'rest',
  keyId: 'key',
  claim: null,
  held: pointCents(held),
  leaseMs: 1_000_000,
  note: null,
})

/** One slot for each point that a call holds, with the time of its admission. */
const slotsOf = ({ admittedAtMs, held }: { readonly admittedAtMs: number; readonly held: number }) =>
  Array.from({ length: held }, () => admittedAtMs)

function canCover({ ledger }: Life, slots: readonly number[]): boolean {
  const coins = ledger
    .state()
    .grants.flatMap((grant) =>
      Array.from({ length: grant.remaining }, () => grant.expiresAtMs ?? Number.POSITIVE_INFINITY),
    )
  const slotOf = new Map<number, number>()
  const assign = (slot: number, tried: Set<number>): boolean =>
    coins.some((goodUntil, coin) => {
      if (goodUntil <= (slots[slot] ?? 0) || tried.has(coin)) return false
      tried.add(coin)
      const other = slotOf.get(coin)
      if (other !== undefined && !assign(other, tried)) return false
      slotOf.set(coin, slot)
      return true
    })
  return slots.every((_, slot) => assign(slot, new Set()))
}
