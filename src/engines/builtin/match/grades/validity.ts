import { monthNumber } from '../read/dates.ts'

const until =
  /(?:有效期(?:限)?(?:至|到|为)?|有效[至到]|到期(?:日|时间)?[：:]?|截止|审验到|年审至|复审至|valid (?:to|until|till|through)|in date (?:to|until)|current to|expir(?:es|y|ing|ed)(?: date)?(?: (?:in|on|end of))?|runs? (?:to|until)|ran out(?: in)?|lapsed(?: in)?|good (?:to|until)|until|to)[\s:：]{0,3}(?:the )?(?:end of )?/gu
const date =
  /^(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,? (?:\d{1,2},? )?(20\d\d)|(20\d\d)\s?(?:[年./-]\s?(1[0-2]|0?[1-9])(?!\d))?|(0?[1-9]|1[0-2])\/(20\d\d))/u
const before = /(20\d\d)\s?年?\s?(?:[./-]?(1[0-2]|0?[1-9])\s?月?)?\s?(?:到期|过期|失效|作废)/gu
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const december = 12

/**
 * Whether the latest expiry month in a normalised sentence has passed: `renewed, now valid to 2028`.
 * `today` is a month number. Undefined if the sentence states no expiry.
 */
export function isOver(normalized: string, today: number): boolean | undefined {
  const ends: number[] = []
  for (const { index, 0: cue } of normalized.matchAll(until)) {
    const match = date.exec(normalized.slice(index + cue.length, index + cue.length + datedWithin))
    if (match === null) continue
    const [, name, yearOfName, year, month, monthFirst, yearLast] = match
    const number =
      name === undefined ? Number(month ?? monthFirst ?? december) : months.indexOf(name.slice(0, 3)) + 1
    ends.push(monthNumber(Number(yearOfName ?? year ?? yearLast), number))
  }
  for (const [, year, month] of normalized.matchAll(before)) {
    ends.push(monthNumber(Number(year), Number(month ?? december)))
  }
  return ends.length === 0 ? undefined : Math.max(...ends) < today
}
/** Maximum length of a date. */
const datedWithin = 24
