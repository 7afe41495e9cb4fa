/** A span of months, counted from year 0: `start` inclusive, `end` exclusive. */
export interface MonthSpan {
  readonly start: number
  readonly end: number
}

/** A span, and its position in the text. */
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
/** Two digits are a year only before 年: `21年`. */
const year = '(?:(?:19|20)\\d\\d|(?<![\\d第])[0-2]\\d(?=年))'
const anyYear = new RegExp(year, 'u')
/** `2024-26`: a number above 12 is a year, not a month. */
const shortYear = '(?<=(?:19|20)\\d\\d\\s?[-–—/]\\s?)(1[3-9]|[2-9]\\d)(?![\\d年./-])'
const side = `(?:(${monthWord})[.,]?\\s?'?(${year})|(${year})\\s?(?:[年./-]\\s?(1[0-2]|0?[1-9])(?:\\s?[月./-]\\s?(?:[0-3]?\\d\\s?日?)?)?|年)?(?!\\d)|(0?[1-9]|1[0-2])/(${year}))`
const now = '(至今|迄今|现在|目前|今|present|now|current(?:ly)?|today|till date|to date|ongoing)'
const between = '\\s{0,3}(?:[-–—~～〜]{1,3}|至|到|to|until|till)?\\s{0,3}'
const range = new RegExp(`${side}${between}(?:${side}|${now}|${shortYear})`, 'gu')
/** The same with the indexes of its sides, which is slower. */
const placedRange = new RegExp(`(${side})${between}(?:(${side})|${now}|${shortYear})`, 'dgu')
const placedDate = new RegExp(`(?<![\\d.])(${side})`, 'dgu')

/** `tutor since oct 2023`; a licence held since a date is not work. */
const since = new RegExp(`\\bsince\\s${side}(?!\\s?[-–—~]|\\s(?:to|until|till)\\b)`, 'gu')
const heldSince =
  /\b(?:licen[cs]\w*|register\w*|registration|certified|member\w*|qualified|qts|resident|citizen|lived?|living)\b[^.;]*$/u

/** The time spans in a normalised text, such as `2019.07-至今`, `jan 2018 – mar 2021`, `2016年至2018年`. */
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
    if (!isRange.test(match[0])) continue
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

/** A year, its month if the text gives one, and its position in the text. */
export interface DatePlace {
  readonly from: number
  readonly to: number
  readonly year: number
  readonly month: number | undefined
}

/** A date range as written; `year` is undefined if the range is still open. */
export interface DateRange {
  readonly from: number
  readonly to: number
  readonly start: DatePlace
  readonly end: DatePlace | { readonly from: number; readonly to: number; readonly year: undefined }
}

/** The date ranges in a normalised text, including future ones; the sides exclude surrounding punctuation. */
export function dateRanges(normalized: string): DateRange[] {
  if (!anyYear.test(normalized)) return []
  return [...normalized.matchAll(placedRange)].flatMap((match): DateRange[] => {
    const places = match.indices ?? []
    const start = datePlace(normalized, places[1], match.slice(2, 8))
    if (start === undefined || !isRange.test(match[0])) return []
    const [whole = [0, 0]] = places
    const [from, to] = whole
    const short = match[16] === undefined ? undefined : [undefined, undefined, match[16]]
    const end = datePlace(normalized, places[8] ?? places[16], short ?? match.slice(9, 15))
    if (end !== undefined) return isBefore(start, end) ? [{ from, to, start, end }] : []
    const at = places[15]
    if (at === undefined) return []
    const isWhole = normalized.charAt(at[0] - 1) === '至' && normalized.charAt(at[0]) === '今'
    return [{ from, to, start, end: { from: isWhole ? at[0] - 1 : at[0], to: at[1], year: undefined } }]
  })
}

/** All single dates in a normalised text. */
export function datesIn(normalized: string): DatePlace[] {
  if (!anyYear.test(normalized)) return []
  return [...normalized.matchAll(placedDate)].flatMap((match) => {
    const place = datePlace(normalized, match.indices?.[1], match.slice(2, 8))
    return place === undefined ? [] : [place]
  })
}

const isRange = /[-–—~～〜至到]|\bto\b|\btill?\b|\buntil\b/u
const separatorAround = /[\s.,/–—-]/u

function datePlace(
  normalized: string,
  place: readonly [number, number] | undefined,
  groups: readonly (string | undefined)[],
): DatePlace | undefined {
  const date = sideDate(groups)
  if (date === undefined || place === undefined || date.year < yearMin) return undefined
  const from = place[0]
  let to = place[1]
  while (to > from && separatorAround.test(normalized.charAt(to - 1))) to -= 1
  return { from, to, ...date }
}

function isBefore(start: DatePlace, end: DatePlace): boolean {
  return monthNumber(start.year, start.month ?? 1) <= monthNumber(end.year, end.month ?? 12)
}

/** The month of one side of a range. A year without a month counts from its January, or until its January. */
function sideMonth(groups: readonly (string | undefined)[], isEnd: boolean): number | undefined {
  const date = sideDate(groups)
  if (date === undefined) return undefined
  if (date.month === undefined) return monthNumber(date.year, 1)
  return monthNumber(date.year, date.month) + (isEnd ? 1 : 0)
}

function sideDate(
  groups: readonly (string | undefined)[],
): { year: number; month: number | undefined } | undefined {
  const [name, yearOfName, yearFirst, monthAfter, monthBefore, yearLast] = groups
  const month = name === undefined ? (monthAfter ?? monthBefore) : monthNames.indexOf(name.slice(0, 3)) + 1
  const foundYear = Number(yearOfName ?? yearFirst ?? yearLast)
  if (!Number.isFinite(foundYear)) return undefined
  const year = foundYear < 100 ? foundYear + 2000 : foundYear
  return { year, month: month === undefined ? undefined : Number(month) }
}

/** The number of months in the union of the spans; overlapping jobs count once. */
export function unionMonths(spans: readonly MonthSpan[]): number {
  let total = 0
  let until = Number.NEGATIVE_INFINITY
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    total += Math.max(0, span.end - Math.max(span.start, until))
    until = Math.max(until, span.end)
  }
  return total
}

/** The number of months that lie in both. */
export function sharedMonths(spans: readonly MonthSpan[], others: readonly MonthSpan[]): number {
  return unionMonths(spans) + unionMonths(others) - unionMonths([...spans, ...others])
}
