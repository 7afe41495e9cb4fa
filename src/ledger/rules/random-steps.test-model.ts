import fc from 'fast-check'
import { type Billing, grantKinds, pointCents } from '../../contract/index.ts'
import type { KeyLimits } from '../ledger.ts'
import type { Command } from './command.ts'

/** For tests: an event of an account, independent of earlier events. */
export type Step =
  | {
      readonly kind: 'admit'
      readonly held: number
      readonly key: number | null
      readonly input: number
      readonly by: number
    }
  | {
      readonly kind: 'limit'
      readonly by: number
      readonly total: number | null
      readonly daily: number | null
      readonly monthly: number | null
    }
  | { readonly kind: 'share'; readonly by: number }
  | { readonly kind: 'capture'; readonly of: number; readonly share: number }
  | { readonly kind: 'release' | 'sweep' | 'hand_over'; readonly of: number }
  | {
      readonly kind: 'grant'
      readonly which: number
      readonly amount: number
      readonly livesMs: number | null
    }
  | { readonly kind: 'withdraw'; readonly of: number; readonly amount: number }
  | { readonly kind: 'expire' }
  | { readonly kind: 'set_quota'; readonly daily: number | null }

/** Amounts collide, there are few keys, and leases, replies and grants end between steps. */
export const leaseMs = 30_000
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('admit' as const),
      held: fc.integer({ min: 0, max: 120 }),
      key: fc.option(fc.nat({ max: 3 })),
      input: fc.nat({ max: 1 }),
      by: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      by: fc.nat({ max: 3 }),
      total: fc.option(fc.nat({ max: 600 })),
      daily: fc.option(fc.nat({ max: 200 })),
      monthly: fc.option(fc.nat({ max: 300 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('share' as const), by: fc.nat({ max: 3 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      of: fc.nat(),
      share: fc.nat({ max: 100 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('release' as const, 'sweep' as const, 'hand_over' as const),
      of: fc.nat(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      which: fc.nat({ max: 3 }),
      amount: fc.integer({ min: 1, max: 200 }),
      livesMs: fc.option(fc.integer({ min: 1, max: 60_000 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      of: fc.nat(),
      amount: fc.integer({ min: 1, max: 200 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'expire' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('set_quota' as const), daily: fc.option(fc.nat({ max: 30 })) }),
  },
)

export const anyPauseMs = fc.constantFrom(0, 1, 10_000, leaseMs, 60_000, 3 * 3_600_000, 24 * 3_600_000)

export const renderReply = (billing: Billing) => Buffer.from(JSON.stringify(billing))

/** Turns steps into commands. It refers to requests that were admitted before, in whatever state they are. */
export function createCommander(newId: () => string): (step: Step, nowMs: number) => Command {
  const requests: { requestId: string; held: number; leaseUntilMs: number }[] = []
  const grants: string[] = []
  const keys = createKeys(newId)
  const named = (of: number) =>
    requests[of % Math.max(1, requests.length)] ?? { requestId: newId(), held: 0, leaseUntilMs: 0 }
  return (step, nowMs) => {
    switch (step.kind) {
      case 'admit': {
        const requestId = newId()
        requests.push({ requestId, held: step.held, leaseUntilMs: nowMs + leaseMs })
        const claim =
          step.key === null
            ? null
            : { keyHash: `0${step.key}`.repeat(32), fingerprint: `0${step.input}`.repeat(32) }
        const call = {
          operation: 'matchResumeToJd',
          door: 'rest',
          keyId: keys.use(step.by),
          leaseMs,
          note: null,
        } as const
        return { kind: 'admit', requestId, held: pointCents(step.held), claim, ...call }
      }
      case 'capture': {
        const { requestId, held } = named(step.of)
        const cost = pointCents(Math.floor((held * step.share) / 100))
        return { kind: 'capture', requestId, cost, usage: { total_tokens: 1 }, reply: renderReply }
      }
      case 'hand_over':
        return { kind: 'hand_over', requestId: named(step.of).requestId, leaseMs, reply: renderReply }
      case 'release':
      case 'sweep': {
        const { requestId, leaseUntilMs } = named(step.of)
        return { kind: 'release', requestId, leaseUntilMs: step.kind === 'sweep' ? leaseUntilMs : null }
      }
      case 'grant': {
        const grantKind = grantKinds[step.which] ?? 'paid'
        const expiresAtMs = step.livesMs === null ? null : nowMs + step.livesMs
        const amount = pointCents(step.amount)
        const grantId = newId()
        grants.push(grantId)
        const what = { grantId, grantKind, pointCents: amount, expiresAtMs }
        return { kind: 'grant', ...what, note: null, source: 'operator' }
      }
      case 'withdraw': {
        const grantId = grants[step.of % Math.max(1, grants.length)] ?? newId()
        return { kind: 'withdraw', withdrawalId: newId(), grantId, pointCents: pointCents(step.amount) }
      }
      case 'limit':
      case 'share':
        return keys.change(step)
      case 'expire':
        return { kind: 'expire' }
      case 'set_quota':
        return { kind: 'set_quota', quota: { daily: step.daily, monthly: null } }
    }
  }
}

/**
 * API keys. A key that called before it had a budget would bring its earlier spending, which no step knows;
 * so limits are set on a new key (key-limits.test.ts covers the other case).
 */
function createKeys(newId: () => string) {
  const keys = [1, 2, 3, 4].map((n) => `0197a000-0000-7000-8000-00000000000${n}`)
  const used = new Set<string>()
  const counted = new Set<string>()
  const named = (by: number) => keys[by] ?? ''
  function change(step: Extract<Step, { kind: 'limit' | 'share' }>): Command {
    if (step.kind === 'share') {
      const [keyId, successorId] = [named(step.by), newId()]
      if (counted.has(keyId)) {
        counted.add(successorId)
        keys[step.by] = successorId
      }
      return { kind: 'set_budget', keyId, change: { kind: 'share', successorId } }
    }
    if (used.has(named(step.by)) && !counted.has(named(step.by))) keys[step.by] = newId()
    const [keyId, limits] = [named(step.by), limitsOf(step)]
    if (Object.values(limits).some((limit) => limit !== null)) counted.add(keyId)
    return { kind: 'set_budget', keyId, change: { kind: 'limits', limits, spentByDay: [] } }
  }
  return {
    use(by: number): string {
      used.add(named(by))
      return named(by)
    },
    change,
  }
}

function limitsOf({ total, daily, monthly }: Extract<Step, { kind: 'limit' }>): KeyLimits {
  const limit = (value: number | null) => (value === null ? null : pointCents(value))
  return { total: limit(total), daily: limit(daily), monthly: limit(monthly) }
}
