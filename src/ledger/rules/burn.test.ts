import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GrantKind, grantKinds, type PointCents, pointCents } from '../../contract/index.ts'
import {
  afterDraws,
  captureOrder,
  drawInOrder,
  expireDue,
  inBurnOrder,
  nextExpiryMs,
  spendable,
} from './grants.ts'
import type { Grant } from './state.ts'

const nowMs = 1_000
const aGrant = fc.record({
  grantId: fc.uuid(),
  kind: fc.constantFrom(...grantKinds),
  remaining: fc.integer({ min: 1, max: 500 }).map(pointCents),
  expiresAtMs: fc.option(fc.integer({ min: 0, max: 2 * nowMs })),
  createdAtMs: fc.integer({ min: 0, max: 10 }),
  heldSinceExpiry: fc.constant(pointCents(0)),
})
const someGrants = fc.uniqueArray(aGrant, { selector: (grant) => grant.grantId, maxLength: 12 })
const anOrder = fc.shuffledSubarray([...grantKinds], { minLength: 1 })
const anAmount = fc.integer({ min: 0, max: 3_000 }).map(pointCents)
const total = (grants: readonly Grant[]) => grants.reduce((sum, grant) => sum + grant.remaining, 0)

const planBurn = (grants: readonly Grant[], amount: PointCents, order: readonly GrantKind[]) =>
  drawInOrder(inBurnOrder(grants, order), amount)

describe('draws in burn order', () => {
  test('draw the amount exactly, never too much from a grant, never from a kind outside the order', () => {
    fc.assert(
      fc.property(someGrants, anAmount, anOrder, (grants, amount, order) => {
        const usable = total(grants.filter((grant) => order.includes(grant.kind)))
        const plan = planBurn(grants, amount, order)
        if (plan.kind === 'short') {
          expect(plan.missingPointCents).toBe(amount - usable)
          return
        }
        expect(usable).toBeGreaterThanOrEqual(amount)
        expect(plan.draws.reduce((sum, draw) => sum + draw.pointCents, 0)).toBe(amount)
        expect(new Set(plan.draws.map((draw) => draw.grantId)).size).toBe(plan.draws.length)
        for (const draw of plan.draws) {
          const grant = grants.find((each) => each.grantId === draw.grantId)
          expect(draw.pointCents).toBeGreaterThan(0)
          expect(draw.pointCents).toBeLessThanOrEqual(grant?.remaining ?? 0)
          expect(order).toContain(draw.kind)
        }
        expect(total(afterDraws(grants, plan.draws))).toBe(total(grants) - amount)
      }),
    )
  })

  test('empty every grant before they touch the next in order', () => {
    fc.assert(
      fc.property(someGrants, anAmount, anOrder, (grants, amount, order) => {
        const plan = planBurn(grants, amount, order)
        if (plan.kind === 'short') return
        const inOrder = inBurnOrder(grants, order)
        expect(plan.draws.map((draw) => draw.grantId)).toEqual(
          inOrder.slice(0, plan.draws.length).map((grant) => grant.grantId),
        )
        const emptied = plan.draws.slice(0, -1)
        for (const [index, draw] of emptied.entries()) expect(draw.pointCents).toBe(inOrder[index]?.remaining)
      }),
    )
  })

  test('do not depend on the order of the given grants', () => {
    fc.assert(
      fc.property(
        someGrants,
        fc.infiniteStream(fc.nat()),
        anAmount,
        anOrder,
        (grants, keys, amount, order) => {
          const shuffled = grants
            .map((grant) => ({ grant, key: keys.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ grant }) => grant)
          expect(planBurn(shuffled, amount, order)).toEqual(planBurn(grants, amount, order))
        },
      ),
    )
  })

  test('two burns in a row are one burn of both amounts', () => {
    fc.assert(
      fc.property(someGrants, anAmount, anAmount, anOrder, (grants, first, second, order) => {
        const whole = planBurn(grants, pointCents(first + second), order)
        if (whole.kind === 'short') return
        const one = planBurn(grants, first, order)
        if (one.kind === 'short') throw new Error('the part is short where the whole is covered')
        const left = afterDraws(grants, one.draws)
        const two = planBurn(left, second, order)
        if (two.kind === 'short') throw new Error('the rest is short where the whole is covered')
        expect(afterDraws(left, two.draws)).toEqual(afterDraws(grants, whole.draws))
      }),
    )
  })

  test('go by kind, then the soonest expiry, then the oldest', () => {
    const grant = (grantId: string, kind: GrantKind, expiresAtMs: number | null, createdAtMs: number) => ({
      grantId,
      kind,
      expiresAtMs,
      createdAtMs,
      remaining: pointCents(10),
      heldSinceExpiry: pointCents(0),
    })
    const grants = [
      grant('never', 'paid', null, 0),
      grant('late', 'paid', 900, 0),
      grant('soon', 'paid', 100, 5),
      grant('old', 'paid', 900, -1),
      grant('promotion', 'promotion', null, 9),
    ]
    expect(inBurnOrder(grants, ['promotion', 'paid']).map((each) => each.grantId)).toEqual([
      'promotion',
      'soon',
      'old',
      'late',
      'never',
    ])
  })
})

describe('expireDue', () => {
  test('removes expired points that are not held; the rest covers every hold', () => {
    fc.assert(
      fc.property(someGrants, fc.nat({ max: 100 }), anOrder, (grants, share, order) => {
        const held = pointCents(Math.floor((total(grants) * share) / 100))
        const { grants: left, expired } = expireDue(grants, held, order, nowMs)
        const gone = expired.reduce((sum, draw) => sum + draw.pointCents, 0)
        expect(total(left)).toBe(total(grants) - gone)
        expect(total(left)).toBeGreaterThanOrEqual(held)
        for (const draw of expired) {
          expect(grants.find((grant) => grant.grantId === draw.grantId)?.expiresAtMs).toBeLessThanOrEqual(
            nowMs,
          )
        }
        const dueLeft = left.filter((grant) => grant.expiresAtMs !== null && grant.expiresAtMs <= nowMs)
        expect(total(dueLeft)).toBeLessThanOrEqual(held)
        // A second run changes nothing. Without holds, no expired grant remains.
        expect(expireDue(left, held, order, nowMs).expired).toEqual([])
        const free = expireDue(left, pointCents(0), order, nowMs).grants
        expect(free.every((grant) => grant.expiresAtMs === null || grant.expiresAtMs > nowMs)).toBe(true)
      }),
    )
  })

  test('never changes what can be spent when holds keep all expired points', () => {
    fc.assert(
      fc.property(someGrants, fc.nat({ max: 100 }), (grants, share) => {
        const order = [...grantKinds]
        const alive = grants.filter((grant) => grant.expiresAtMs === null || grant.expiresAtMs > nowMs)
        const held = pointCents(Math.floor((total(grants) * share) / 100))
        const { grants: left } = expireDue(grants, held, order, nowMs)
        expect(spendable(left, held, order)).toBeLessThanOrEqual(total(alive))
      }),
    )
  })
})

test('a hold is captured from spendable kinds first, and from the others before it fails', () => {
  expect(captureOrder(['paid'])).toEqual(['paid', 'promotion', 'signup_bonus', 'resource_pack'])
})

test('the next expiry is the soonest in the future', () => {
  const at = (expiresAtMs: number | null) => ({
    grantId: String(expiresAtMs),
    kind: 'paid' as const,
    remaining: pointCents(1),
    expiresAtMs,
    createdAtMs: 0,
    heldSinceExpiry: pointCents(0),
  })
  expect(nextExpiryMs([at(900), at(2_000), at(1_500), at(null)], nowMs)).toBe(1_500)
  expect(nextExpiryMs([at(1_000), at(null)], nowMs)).toBeNull()
})
