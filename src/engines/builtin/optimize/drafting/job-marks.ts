import type { Unit } from '../units/units.ts'

/** What a line is counted by among its like: `②`, `B.`, `乙、`, `Role two`, `岗位二`. */
export interface Mark {
  /** Marks of one list have one style. */
  readonly style: string
  /** What sentences elsewhere call the job by: `B`, `乙`; empty if they don't. */
  readonly key: string
  /** Its place in the list; 0 if the mark has no number. */
  readonly number: number
  /** The number of characters that the mark takes at the start of the text. */
  readonly length: number
  /** Only jobs, companies and the like are counted so, and no duties. */
  readonly isOfJobs: boolean
}

export const unmarked: Mark = { style: '', key: '', number: 0, length: 0, isOfJobs: false }

const numerals = String.raw`(?:[A-H]|\d{1,2}|one|two|three|four|five|six|[一二三四五六七八九十])`
const ofJobs = String.raw`(?:(?:role|post|vacancy|position|job|opening)\s?${numerals}|(?:岗位|职位|工种|企业|单位|店铺?|黑板)\s?${numerals}|(?:one|two|three|four|five|six)(?=\s?$|[:.)-])|第[一二三四五六七八九十]个|[头再]一个|还有)`
const atStart: readonly (readonly [string, RegExp])[] = [
  ['jobs', new RegExp(`^${ofJobs}(?=\\s|$|[:：,，.-])[\\s:：,，.-]{0,3}`, 'iu')],
  ['letter', /^[（(]?([A-H])(?:[.、．)）]\s?|\s(?=[\p{L}]{2})(?!\p{Ll}+\s\p{Ll})|$)/u],
  ['small', /^[（(]?([a-h])[.)）]\s?/u],
  ['stem', /^([甲乙丙丁戊己])(?:[、.．:：\s]\s?|$)/u],
  ['roman', /^(?:i{1,3}|iv|vi?)(?:[.)]\s?|$)/u],
  ['han', /^[（(]?[一二三四五六七八九十][、.．)）]\s?/u],
  ['hash', /^#\d{1,2}(?:[.)]\s?|\s|$)/u],
  ['number', /^[（(]?\d{1,2}(?:[、.．)）/](?!\d)\s?|$)/u],
  ['times', /^\d{1,2}\s?[x×]\s(?=\p{L})/iu],
  ['circled', /^[\u2460-\u2473\u278a-\u2793]\s?/u],
]

/** The mark of a line, in its list mark, its label or the first words of its first unit. */
export function markOf({ mark, label, text }: Unit): Mark {
  for (const given of [mark, label, text]) {
    if (given === '') continue
    for (const [style, pattern] of atStart) {
      const [whole, key = ''] = pattern.exec(given) ?? []
      if (whole === undefined) continue
      if (given === label && whole.length < label.length) continue
      const length = given === text && given !== label ? whole.length : 0
      return { style, key, number: numberIn(whole), length, isOfJobs: style === 'jobs' }
    }
    if (given === mark) return { ...unmarked, style: mark }
  }
  return unmarked
}

/** `二、` and `2.` are both the second. */
function numberIn(mark: string): number {
  const digits = /\d{1,2}/u.exec(mark)?.[0]
  return digits === undefined
    ? hanDigits.indexOf(/[一二三四五六七八九十]/u.exec(mark)?.[0] ?? '')
    : Number(digits)
}

const hanDigits = ['', ...'一二三四五六七八九十']
