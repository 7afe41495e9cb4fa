import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultTerms } from '../../contract/index.ts'
import { counted, countersAt, createCalendar, quotaLimits, quotaRefusal, quotaState } from './quota.ts'

const at = (text: string) => new Date(text).getTime()

describe('the calendar', () => {
  test('gives the day, the month and their ends in its zone', () => {
    const period = createCalendar('Asia/Shanghai').at(at('2026-01-31T15:59:59.999Z'))
    expect(period).toMatchObject({ day: '2026-01-31', month: '2026-01' })
    expect(new Date(period.dayEndsAtMs).toISOString()).toBe('2026-01-31T16:00:00.000Z')
    expect(period.monthEndsAtMs).toBe(period.dayEndsAtMs)
    const next = createCalendar('Asia/Shanghai').at(at('2026-01-31T16:00:00.000Z'))
    expect(next).toMatchObject({ day: '2026-02-01', month: '2026-02' })
  })

  test('handles days of 23 and 25 hours', () => {
    const calendar = createCalendar('America/New_York')
    const spring = calendar.at(at('2026-03-08T05:00:00Z'))
    expect((spring.dayEndsAtMs - at('2026-03-08T05:00:00Z')) / 3_600_000).toBe(23)
    const autumn = calendar.at(at('2026-11-01T04:00:00Z'))
    expect((autumn.dayEndsAtMs - at('2026-11-01T04:00:00Z')) / 3_600_000).toBe(25)
  })

  test('gives the same with and without its cache, in whichever direction the clock moves', () => {
    const zones = ['Asia/Shanghai', 'UTC', 'America/New_York', 'Pacific/Apia', 'Asia/Kathmandu']
    const moments = fc.array(fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') }), { maxLength: 6 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (zone, times) => {
        const calendar = createCalendar(zone)
        for (const ms of times) {
          const period = calendar.at(ms)
          expect(period).toEqual(createCalendar(zone).at(ms))
          expect(period.dayEndsAtMs).toBeGreaterThan(ms)
          expect(period.monthEndsAtMs).toBeGreaterThanOrEqual(period.dayEndsAtMs)
          expect(createCalendar(zone).at(period.dayEndsAtMs - 1).day).toBe(period.day)
          expect(createCalendar(zone).at(period.dayEndsAtMs).day > period.day).toBe(true)
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('counters', () => {
  const period = createCalendar('UTC').at(at('2026-02-01T10:00:00Z'))
  const counters = { day: '2026-01-31', dayCount: 7, month: '2026-01', monthCount: 70 }

  test('reset with the day and the month', () => {
    expect(countersAt(counters, period)).toEqual({
      day: '2026-02-01',
      dayCount: 0,
      month: '2026-02',
      monthCount: 0,
    })
    const sameMonth = { ...counters, month: '2026-02' }
    expect(countersAt(sameMonth, period)).toMatchObject({ dayCount: 0, monthCount: 70 })
  })

  test('never return to an earlier day: a slow clock gains no calls', () => {
    const ahead = { day: '2026-02-02', dayCount: 3, month: '2026-03', monthCount: 4 }
    expect(countersAt(ahead, period)).toBe(ahead)
    expect(counted(countersAt(ahead, period))).toMatchObject({ dayCount: 4, monthCount: 5 })
  })
})

describe('limits', () => {
  const period = createCalendar('UTC').at(at('2026-01-15T23:59:59.500Z'))
  const nowMs = at('2026-01-15T23:59:59.500Z')
  const counters = { day: '2026-01-15', dayCount: 5, month: '2026-01', monthCount: 5 }

  test('are the account’s own, or those of the terms; 0 means none', () => {
    expect(quotaLimits({ daily: null, monthly: null }, defaultTerms)).toEqual({ daily: 1000, monthly: 10000 })
    expect(quotaLimits({ daily: 5, monthly: 0 }, defaultTerms)).toEqual({ daily: 5, monthly: null })
    expect(quotaLimits({ daily: null, monthly: 9 }, { ...defaultTerms, quotaDaily: 0 })).toEqual({
      daily: null,
      monthly: 9,
    })
  })

  test('report the remaining calls and the time until the reset', () => {
    const state = quotaState(counters, { daily: 5, monthly: 6 }, period, nowMs)
    expect(state.daily).toEqual({ limit: 5, remaining: 0, resetSeconds: 1 })
    expect(state.monthly).toMatchObject({ limit: 6, remaining: 1 })
    expect(quotaRefusal(state)).toMatchObject({ windowName: 'daily', window: { resetSeconds: 1 } })
    const both = quotaState(counters, { daily: 5, monthly: 5 }, period, nowMs)
    expect(quotaRefusal(both)).toMatchObject({ windowName: 'monthly', window: both.monthly })
    expect(quotaRefusal(quotaState(counters, { daily: 6, monthly: null }, period, nowMs))).toBeNull()
    expect(quotaState(counters, { daily: 3, monthly: null }, period, nowMs).daily?.remaining).toBe(0)
  })
})
