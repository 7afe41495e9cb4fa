import type { Terms } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import type { OwnQuota, QuotaExceeded, QuotaState, QuotaWindow } from '../ledger.ts'
import type { DecisionContext, Period } from './context.ts'
import type { QuotaCounters } from './state.ts'

export interface Calendar {
  at(nowMs: number): Period
}

/** The limits that apply to an account; null means none. */
export interface QuotaLimits {
  readonly daily: number | null
  readonly monthly: number | null
}

/**
 * The calendar of a time zone (IANA name), including daylight saving. Formatting dates is slow, so a period
 * is cached until its day ends.
 */
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const dayAt = (ms: number) => format.format(ms)
  let period: Period | undefined
  let knownFromMs = 0
  return {
    at(nowMs) {
      if (period !== undefined && nowMs >= knownFromMs && nowMs < period.dayEndsAtMs) return period
      period = periodAt(dayAt, nowMs)
      knownFromMs = nowMs
      return period
    },
  }
}

const hourMs = 3_600_000

function periodAt(dayAt: (ms: number) => string, nowMs: number): Period {
  const day = dayAt(nowMs)
  const month = monthOf(day)
  assert(/^\d{4}-\d{2}$/.test(month), `the calendar gave no day: ${day}`)
  return {
    day,
    month,
    dayEndsAtMs: firstAfter(nowMs, 50 * hourMs, (ms) => dayAt(ms) > day),
    monthEndsAtMs: firstAfter(nowMs, 33 * 24 * hourMs, (ms) => monthOf(dayAt(ms)) > month),
  }
}

/**
 * The first millisecond after `fromMs` that passes. It must lie within `rangeMs`, and all later ones must
 * pass too.
 */
function firstAfter(fromMs: number, rangeMs: number, passes: (ms: number) => boolean): number {
  let before = fromMs
  let after = fromMs + rangeMs
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (passes(middle)) after = middle
    else before = middle
  }
  return after
}

const monthOf = (day: string) => day.slice(0, 7)

/** The account's own limits, or else those of the terms, where 0 means none. */
export function quotaLimits(own: OwnQuota, terms: Terms): QuotaLimits {
  return {
    daily: (own.daily ?? terms.quotaDaily) || null,
    monthly: (own.monthly ?? terms.quotaMonthly) || null,
  }
}

/**
 * The counters in a period. They never move to an earlier day: if the clocks of two processes disagree around
 * midnight, the slower one counts in the day of the other.
 */
export function countersAt(counters: QuotaCounters, period: Period): QuotaCounters {
  const newDay = counters.day < period.day
  const newMonth = counters.month < period.month
  if (!newDay && !newMonth) return counters
  return {
    day: newDay ? period.day : counters.day,
    dayCount: newDay ? 0 : counters.dayCount,
    month: newMonth ? period.month : counters.month,
    monthCount: newMonth ? 0 : counters.monthCount,
  }
}

/** The counters of an account now, and what they leave of its limits. */
export function quotaAt(
  stored: QuotaCounters,
  ownQuota: OwnQuota,
  { nowMs, period, terms }: Pick<DecisionContext, 'nowMs' | 'period' | 'terms'>,
): { readonly counters: QuotaCounters; readonly quota: QuotaState } {
  const counters = countersAt(stored, period)
  return { counters, quota: quotaState(counters, quotaLimits(ownQuota, terms), period, nowMs) }
}

export function counted(counters: QuotaCounters): QuotaCounters {
  return { ...counters, dayCount: counters.dayCount + 1, monthCount: counters.monthCount + 1 }
}

export function quotaState(
  counters: QuotaCounters,
  limits: QuotaLimits,
  period: Period,
  nowMs: number,
): QuotaState {
  return {
    daily: quotaWindow(limits.daily, counters.dayCount, period.dayEndsAtMs, nowMs),
    monthly: quotaWindow(limits.monthly, counters.monthCount, period.monthEndsAtMs, nowMs),
  }
}

function quotaWindow(
  limit: number | null,
  count: number,
  endsAtMs: number,
  nowMs: number,
): QuotaWindow | null {
  if (limit === null) return null
  const resetSeconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000))
  return { limit, remaining: Math.max(0, limit - count), resetSeconds }
}

/** The refusal of a call whose quota is used up, for the window that ends last; null if calls are left. */
export function quotaRefusal(quota: QuotaState): QuotaExceeded | null {
  // A month never ends before its current day, so it is checked first.
  for (const windowName of ['monthly', 'daily'] as const) {
    const window = quota[windowName]
    if (window?.remaining === 0) return { kind: 'quota_exceeded', quota, windowName, window }
  }
  return null
}
