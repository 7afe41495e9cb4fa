import type { ProfileDate } from '../../../contract/index.ts'
import { type DatePlace, dateRanges, datesIn } from '../match/read/dates.ts'
import type { ProfileLine } from './lines.ts'
import { type Placed, valueAt } from './placed.ts'

/** A date or range of dates in a line, with its position. */
export interface Dated {
  readonly from: number
  readonly to: number
  readonly start: ProfileDate | null
  readonly end: ProfileDate | null
  readonly isRange: boolean
}

/** A longer line is prose and is skipped. */
const lineMax = 200

/** The first range of dates in a line; undefined without one. */
export function rangeOf(line: ProfileLine): Dated | undefined {
  if (line.norm.length > lineMax) return undefined
  const [range] = dateRanges(line.norm)
  if (range === undefined) return undefined
  const { from, to, start, end } = range
  const last = end.year === undefined ? withDate(line, end.from, end.to, 'current') : dateAt(line, end)
  return { from: Math.min(from, start.from), to, start: dateAt(line, start), end: last, isRange: true }
}

/** The last single date of a line. */
export function dateOf(line: ProfileLine): Dated | undefined {
  if (line.norm.length > lineMax) return undefined
  const date = datesIn(line.norm).at(-1)
  if (date === undefined) return undefined
  return { from: date.from, to: date.to, start: null, end: dateAt(line, date), isRange: false }
}

function dateAt(line: Placed, { from, to, year, month }: DatePlace): ProfileDate | null {
  const inFull = String(year).padStart(4, '0')
  return withDate(
    line,
    from,
    to,
    month === undefined ? inFull : `${inFull}-${String(month).padStart(2, '0')}`,
  )
}

function withDate(line: Placed, from: number, to: number, date: string): ProfileDate | null {
  const value = valueAt(line, from, to)
  return value === null ? null : { ...value, date }
}

const sentenceEnd = /[。；;！!]|[.]\s[a-z]|[.]$/u
const besideMax = 90

/** Whether a line can head an entry: it is short and not a sentence. */
export function isHeader({ norm, isItem }: ProfileLine, except = 0): boolean {
  const length = norm.trim().length - except
  if (length > (/\p{Script=Han}/u.test(norm) ? besideMax * 0.7 : besideMax)) return false
  return !isItem && !sentenceEnd.test(norm.replace(abbreviation, ' ').trim())
}

const abbreviation =
  /\b(?:inc|ltd|co|corp|llc|st|dr|no|dept|[bm]\.\s?[a-z]{1,4}|[bm]sc|ph\.?d|hons|u\.?s\.?a?|u\.?k|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?/gu

const edge = /^[\s,，、;；:：|｜•·\-–—~/()（）[\]【】]*$/u

/** Whether the dates are at an edge of the line, as in an entry's heading. */
export function isAtEdge({ norm }: ProfileLine, { from, to }: Dated): boolean {
  return edge.test(norm.slice(0, from)) || edge.test(norm.slice(to)) || norm.slice(to).trim().length <= 40
}
