/** A span of months, counted from year 0: `start` inclusive, `end` exclusive. */
export interface MonthSpan {
  readonly start: number
  readonly end: number
}

/** A span, and where in its text it is named. */
export interface NamedSpan extends MonthSpan {
  readonly from: number
  readonly to: number
}

/** A month as a number: year × 12 + month, January = 0. */
export function monthNumber(year: number, month: number): number {
  return year * 12 + month - 1
}

const yearMin = 1950
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthWord =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/** `21年` says its century by nothing but its 年. */
const year = '(?:(?:19|20)\\d\\d|(?<![\\d第])[0-2]\\d(?=年))'
const anyYear = new RegExp(year, 'u')
/** `2024-26`: what is no month is a year. */
const shortYear = '(?<=(?:19|20)\\d\\d\\s?[-–—/]\\s?)(1[3-9]|[2-9]\\d)(?![\\d年./-])'
const side = `(?:(${monthWord})[.,]?\\s?'?(${year})|(${year})\\s?(?:[年./-]\\s?(1[0-2]|0?[1-9])(?:\\s?[月./-]\\s?(?:[0-3]?\\d\\s?日?)?)?|年)?(?!\\d)|(0?[1-9]|1[0-2])/(${year}))`
const now = '(至今|迄今|现在|目前|今|present|now|current(?:ly)?|today|till date|to date|ongoing)'
const range = new RegExp(
  `${side}\\s{0,3}(?:[-–—~～〜]{1,3}|至|到|to|until|till)?\\s{0,3}(?:${side}|${now}|${shortYear})`,
  'gu',
)

/** `tutor since oct 2023`; a licence held since then is no work. */
const since = new RegExp(`\\bsince\\s${side}(?!\\s?[-–—~]|\\s(?:to|until|till)\\b)`, 'gu')
const heldSince =
  /\b(?:licen[cs]\w*|register\w*|registration|certified|member\w*|qualified|qts|resident|citizen|lived?|living)\b[^.;]*$/u

/**
 * The spans of time named in a normalised text, such as `2019.07-至今`, `jan 2018 – mar 2021`, `2016年至2018年`.
 */
export function monthSpans(normalized: string, today: number): NamedSpan[] {
  const spans: NamedSpan[] = []
  if (!anyYear.test(normalized)) return spans
  for (const match of normalized.matchAll(range)) {
    const groups = match.slice(1)
    const start = sideMonth(groups.slice(0, 6), false)
    const [isNow, short] = groups.slice(12)
    const named = short === undefined ? groups.slice(6, 12) : [undefined, undefined, short]
    const end = isNow === undefined ? sideMonth(named, true) : today + 1
    if (start === undefined || end === undefined) continue
    if (!/[-–—~～〜至到]|\bto\b|\btill?\b|\buntil\b/u.test(match[0])) continue
    if (start >= monthNumber(yearMin, 1) && start < end && start <= today) {
      const from = match.index
      spans.push({ start, end: Math.min(end, today + 1), from, to: from + match[0].length })
    }
  }
  for (const match of normalized.matchAll(since)) {
    const { index: from } = match
    const to = from + match[0].length
    const start = sideMonth(match.slice(1, 7), false)
    if (start === undefined || start > today || spans.some((span) => span.from < to && from < span.to))
      continue
    if (!heldSince.test(normalized.slice(0, from))) spans.push({ start, end: today + 1, from, to })
  }
  return spans.sort((a, b) => a.from - b.from)
}

/**
 * The month of one side of a range. Where a year stands alone, a span counts from its January to its
 * January.
 */
function sideMonth(groups: readonly (string | undefined)[], isEnd: boolean): number | undefined {
  const [name, yearOfName, yearFirst, monthAfter, monthBefore, yearLast] = groups
  const month = name === undefined ? (monthAfter ?? monthBefore) : monthNames.indexOf(name.slice(0, 3)) + 1
  const foundYear = Number(yearOfName ?? yearFirst ?? yearLast)
  if (!Number.isFinite(foundYear)) return undefined
  const inFull = foundYear < 100 ? foundYear + 2000 : foundYear
  if (month === undefined) return monthNumber(inFull, 1)
  return monthNumber(inFull, Number(month)) + (isEnd ? 1 : 0)
}

/** Months in the union of the spans: two jobs at the same time count once. */
export function unionMonths(spans: readonly MonthSpan[]): number {
  let total = 0
  let until = Number.NEGATIVE_INFINITY
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    total += Math.max(0, span.end - Math.max(span.start, until))
    until = Math.max(until, span.end)
  }
  return total
}

/** Months that lie in both. */
export function sharedMonths(spans: readonly MonthSpan[], others: readonly MonthSpan[]): number {
  return unionMonths(spans) + unionMonths(others) - unionMonths([...spans, ...others])
}
