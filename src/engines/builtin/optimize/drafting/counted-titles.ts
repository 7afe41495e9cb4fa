import type { Language } from '../../text/index.ts'
import { titleSpans } from '../units/title-span.ts'
import type { RoledUnit } from './lines.ts'
import { endsAsTitle } from './trades.ts'

/** The name of a job in the text of a unit. */
export interface Named {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The end of the count or the bracket that belongs to the title. */
  readonly until: number
  /** The text says how many people are sought, or that one is. */
  readonly isCounted: boolean
  /** The learned table or the lists know the words as a title. */
  readonly isKnown: boolean
  /** English: where the number of people is. */
  readonly count: readonly [number, number] | undefined
}

const zhNumber = String.raw`(?:\d{1,3}|[一两二三四五六七八九十几]{1,2}|若干)`
const countBehind = new RegExp(
  `^\\s?[（(x×*]?\\s?(?:各)?(?:${zhNumber}\\s?[名人位]|若干|[x×]\\s?\\d{1,3})[)）]?`,
  'u',
)
const countBefore = new RegExp(`(?:${zhNumber}[名个位]|[缺找招聘要]个)$`, 'u')
const bracket = /^\s?[（(][^（）(),，\d]{1,24}[)）]/u
const enBefore = /(?<=^|[\s(])(two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,2})(?:\s?[x×])?\s$/iu
const enBehind = /^\s?(?:[x×]\s?(\d{1,2})|\((\d{1,2})\))(?![\d])/u

/** A name with the count before or behind it, and the bracket that belongs to it. */
export function withCount(
  { text, start, end }: Pick<Named, 'text' | 'start' | 'end'>,
  whole: string,
  isKnown: boolean,
  language: Language,
): Named {
  const behind = whole.slice(end)
  const before = whole.slice(0, start)
  if (language === 'zh') {
    const count = countBehind.exec(behind)?.[0] ?? ''
    const isCounted = count !== '' || countBefore.test(before)
    const until = end + (count === '' ? (bracket.exec(behind)?.[0].length ?? 0) : count.length)
    return { text, start, end, until, isCounted, isKnown, count: undefined }
  }
  const [all = '', times, some] = enBehind.exec(behind) ?? []
  const [, number] = enBefore.exec(before) ?? []
  const until = end + (all === '' ? (bracket.exec(behind)?.[0].length ?? 0) : all.length)
  const isCounted = all !== '' || number !== undefined
  const behindAt = end + all.search(/\d/u)
  const beforeAt = start - (/\S+\s$/u.exec(before)?.[0].length ?? 0)
  const digits = times ?? some
  const count: readonly [number, number] | undefined =
    digits !== undefined
      ? [behindAt, behindAt + digits.length]
      : number !== undefined
        ? [beforeAt, beforeAt + number.length]
        : undefined
  return { text, start, end, until, isCounted, isKnown, count }
}

const people: ReadonlySet<string> = new Set([
  'duties',
  'must',
  'preferred',
  'company',
  'other',
  'heading',
  'noise',
])

/** The titles of a unit that are counted: `司机2名、木工若干`, `two line cooks and a dishwasher`. */
export function countedIn(unit: RoledUnit, before: RoledUnit | undefined, language: Language): Named[] {
  return language === 'zh' ? countedInChinese(unit) : countedInEnglish(unit, before)
}

function countedInChinese({ text, role }: RoledUnit): Named[] {
  if (people.has(role) || text.length > unitCharactersMax) return []
  const spans = titleSpans(text, 'title', 'zh')
  const found: Named[] = []
  let from = 0
  for (const span of spans) {
    const start = text.indexOf(span, from)
    if (start < 0) continue
    from = start + span.length
    const named = withCount({ text: span, start, end: from }, text, true, 'zh')
    if (named.isCounted && !isOwn.test(text.slice(0, start) + span)) found.push(named)
  }
  if (spans.length > 0 || isOwn.test(text)) return found
  const [, name] = alone.exec(text) ?? []
  return name === undefined ? [] : [withCount({ text: name, start: 0, end: name.length }, text, false, 'zh')]
}

const unitCharactersMax = 80
/** `配菜2名`: in a row of counted titles, one that no list knows. */
const alone = new RegExp(`^([\\u3400-\\u9fff]{2,8})(?=${zhNumber}名$)`, 'u')
/** The staff that there is. */
const isOwn = /^(?:管理|带|负责|培训|服务|团队|其中|共|约|现有|已有|拥有|全国|员工)/u

const seeking =
  /\b(?:need|hir(?:e|ing)|looking|seek|want|recruit|openings?|vacanc|positions?|roles?|jobs?|people|staff|appoint|short)/iu

function countedInEnglish(unit: RoledUnit, before: RoledUnit | undefined): Named[] {
  const { text, label } = unit
  if (people.has(unit.role) || text.length > sentenceCharactersMax) return []
  const isTimes = /^\d{1,2}\s?[x×]\s/iu.test(text)
  if (!isTimes && ![text, label, before?.text ?? ''].some((words) => seeking.test(words))) return []
  const found: Named[] = []
  for (const { start, end } of listed(text)) {
    const piece = text.slice(start, end)
    const [lead = ''] =
      /^.{0,120}?\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,2}\s?[x×]?) (?=\p{L})/iu.exec(
        piece,
      ) ?? []
    const [span] = lead === '' ? [] : titleSpans(piece.slice(lead.length), 'title', 'en')
    if (span === undefined || !piece.startsWith(span, lead.length) || !endsAsTitle(span, 'en')) continue
    const at = start + lead.length
    const named = withCount({ text: span, start: at, end: at + span.length }, text, true, 'en')
    found.push({ ...named, isCounted: true })
  }
  return found.length > 1 || isTimes ? found : []
}

const sentenceCharactersMax = 240
const joint =
  /,?\s(?:and|plus|&)\s(?=(?:an?|one|two|three|four|five|six|\d{1,2})\s)|,\s(?=(?:an?|one|two|three|four|five|six|\d{1,2})\s)/giu

/** The members of an enumeration, not in brackets. */
function listed(text: string): { start: number; end: number }[] {
  const inBrackets = text.replace(/\([^()]{1,100}\)/gu, (words) => '_'.repeat(words.length))
  const found: { start: number; end: number }[] = []
  let start = 0
  for (const { index, 0: sign } of inBrackets.matchAll(joint)) {
    found.push({ start, end: index })
    start = index + sign.length
  }
  return [...found, { start, end: text.length }]
}
