import { invalidInput, issue, type PointCents, pointCents } from '../../contract/index.ts'
import type { KeyLimitHit, KeyLimits } from '../ledger.ts'
import { type Account, type Outcome, unchanged } from './account.ts'
import type { SetBudgetCommand } from './command.ts'
import type { Period } from './context.ts'
import { countersAt } from './quota.ts'
import type { KeyBudget } from './state.ts'

/*
 * Spending limits of API keys. A budget counts what its keys hold and were charged, by the day on which the
 * quota counted the call. A key without a budget has no limit and is not counted.
 */

const limitMax = 1_000_000_000_000

/** The limit that a hold of this amount would exceed, or null. Of several, the one that resets last. */
export function keyLimitHit(
  budgets: readonly KeyBudget[],
  keyId: string,
  amount: PointCents,
  day: string,
  period: Period,
): KeyLimitHit | null {
  const found = budgets.find((each) => each.keyIds.includes(keyId))
  if (found === undefined) return null
  const { limits, spent } = budgetAt(found, day)
  const windows = [
    { window: 'total', limit: limits.total, spent: spent.total, resetsAt: null },
    { window: 'monthly', limit: limits.monthly, spent: spent.monthly, resetsAt: period.monthEndsAtMs },
    { window: 'daily', limit: limits.daily, spent: spent.daily, resetsAt: period.dayEndsAtMs },
  ] as const
  for (const { window, limit, spent: used, resetsAt } of windows) {
    if (limit === null || amount <= Math.max(0, limit - used)) continue
    const at = resetsAt === null ? null : new Date(resetsAt)
    return { window, limitPointCents: limit, spentPointCents: used, resetsAt: at }
  }
  return null
}

/** The budgets after the holds or charges of a key for a call of `day` have changed. */
export function withSpent(
  budgets: readonly KeyBudget[],
  keyId: string,
  day: string,
  change: number,
): readonly KeyBudget[] {
  if (change === 0 || !budgets.some((each) => each.keyIds.includes(keyId))) return budgets
  return budgets.map((each) => {
    if (!each.keyIds.includes(keyId)) return each
    const { spent, ...budget } = budgetAt(each, day)
    const total = pointCents(spent.total + change)
    const monthly = monthOf(day) === monthOf(spent.day) ? pointCents(spent.monthly + change) : spent.monthly
    const daily = day === spent.day ? pointCents(spent.daily + change) : spent.daily
    return { ...budget, spent: { total, day: spent.day, monthly, daily } }
  })
}

/** The budget on a given day. Like the quota counters, it never moves to an earlier day. */
export function budgetAt(budget: KeyBudget, day: string): KeyBudget {
  const { spent } = budget
  if (day <= spent.day) return budget
  const monthly = monthOf(day) === monthOf(spent.day) ? spent.monthly : pointCents(0)
  return { ...budget, spent: { total: spent.total, day, daily: pointCents(0), monthly } }
}

/** Sets the limits of a key and of the keys that share its budget, or adds another key to the budget. */
export function decideSetBudget(account: Account, { keyId, change }: SetBudgetCommand): Outcome {
  const answer = { kind: 'done', expiredGrants: 0 } as const
  const known = account.budgets.find((each) => each.keyIds.includes(keyId))
  const replaced = (budget: KeyBudget, by: KeyBudget): Outcome => {
    return { answer, change: { budgets: account.budgets.map((each) => (each === budget ? by : each)) } }
  }
  if (change.kind === 'share') {
    if (known === undefined) return unchanged(answer)
    return replaced(known, { ...known, keyIds: [...known.keyIds, change.successorId] })
  }
  const limits = checkLimits(change.limits)
  if (known !== undefined) return replaced(known, { ...known, limits })
  if (limits.total === null && limits.daily === null && limits.monthly === null) return unchanged(answer)
  const { day } = countersAt(account.counters, account.period)
  const budget = { budgetId: keyId, keyIds: [keyId], limits, spent: spentAt(change.spentByDay, day) }
  return { answer, change: { budgets: [...account.budgets, budget] } }
}

function checkLimits(limits: KeyLimits): KeyLimits {
  for (const [path, limit] of Object.entries(limits)) {
    const valid = limit === null || (Number.isSafeInteger(limit) && limit >= 0 && limit <= limitMax)
    if (!valid) throw invalidInput([issue(`limits.${path}`, 'too_large')])
  }
  return limits
}

function spentAt(
  byDay: readonly { readonly day: string; readonly pointCents: PointCents }[],
  today: string,
): KeyBudget['spent'] {
  const sumOf = (counts: (day: string) => boolean) =>
    pointCents(byDay.filter(({ day }) => counts(day)).reduce((sum, each) => sum + each.pointCents, 0))
  return {
    total: sumOf(() => true),
    day: today,
    daily: sumOf((day) => day === today),
    monthly: sumOf((day) => monthOf(day) === monthOf(today)),
  }
}

const monthOf = (day: string) => day.slice(0, 7)
