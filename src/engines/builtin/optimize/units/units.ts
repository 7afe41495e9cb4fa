import { endsWithTitle, type Language, splitLines, usStates } from '../../text/index.ts'
import { kindOfHeading } from './heading-kinds.ts'

/** What separates a unit from the one before it. */
export const boundaries = ['clause', 'sentence', 'item', 'line', 'paragraph'] as const
export type Boundary = (typeof boundaries)[number]

/** The smallest piece of a text that has one role: a clause, a cell, a heading. */
export interface Unit {
  /** The words, a verbatim part of the text, without list mark, label and the punctuation around them. */
  readonly text: string
  /** Offsets of the words in the text; `until` is the end of the punctuation after them. */
  readonly start: number
  readonly end: number
  readonly until: number
  readonly before: Boundary
  /** The list mark of the item that begins here, as written: `1.`, `一、`, `A`, `-`. */
  readonly mark: string
  /** The label of the line that begins here: `要求` of `要求：3年经验`. */
  readonly label: string
  /** The line consists of a label or of a heading. */
  readonly isHeading: boolean
}

/** Splits a plain text into its units, in order. */
export function unitsOf(text: string, language: Language): Unit[] {
  const units: Unit[] = []
  const speakers = speakersIn(text)
  let lineEnd = 0
  for (const { text: line, start, isItem } of splitLines(text)) {
    const gap = text.slice(lineEnd, start)
    const before = boundaryOf(gap, isItem, units.length === 0)
    const mark = markIn(text.slice(Math.max(lineEnd, start - markCharactersMax), start))
    units.push(...unitsOfLine(line, start, { before, mark, speakers }, language))
    lineEnd = start + line.length
  }
  return withHeadings(units)
}

/** The names before the colons of a chat: several names that come again, or one that often does. */
function speakersIn(text: string): ReadonlySet<string> {
  const counts = new Map<string, number>()
  const talkers = new Set<string>()
  for (const { 0: lead, 1: name = '', index } of text.matchAll(turn)) {
    if (kindOfHeading(name) === undefined && !factName.test(name))
      counts.set(name, (counts.get(name) ?? 0) + 1)
    if (!value.test(text.slice(index + lead.length, index + lead.length + valueCharactersMax)))
      talkers.add(name)
  }
  const again = [...counts].filter(([name, count]) => count > 1 && talkers.has(name))
  const isChat = again.length > 1 || again.some(([, count]) => count >= turnsMin)
  return new Set(isChat ? again.map(([name]) => name) : [])
}

/** Names of facts that come again for each job. */
export const factName =
  /^(?:(?:招聘|需求|所属)?(?:岗位|职位|工种|人数|学历|专业|经验|班次|部门|时间|地点|薪资|工资)|(?:job |position )?title|role|position|openings|pay|shift|hours|location)$/iu

/** `Commission: 10%` and `Bonus: none` are no lines of a chat. */
const value = /^\s{0,4}(?:[$£€¥￥]?\d|none\b|n\/a\b|无)/iu

const turnSource = String.raw`^[^\S\n]{0,4}(?:[[(（]?\d{1,2}[:：]\d{2}(?:[:：]\d{2})?\s?(?:[ap]m)?[\])）]?[,\s-]{1,3})?([\u3400-\u9fffA-Za-z·.-]{1,12}?)[^\S\n]?[:：]`
/** `[10:32] mike: …`, `王姐：…` */
const turn = new RegExp(turnSource, 'gimu')
const turnAtStart = new RegExp(turnSource, 'iu')

/** The label of every line of a chat. */
export const speaker = '@'
const turnsMin = 3
const valueCharactersMax = 12

/** `clean licence / own car / $21 an hour / nights / Leeds`: points between slashes or dashes are lines. */
export function withPointsApart(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const found = [/\s{1,3}\/\s{1,3}/u, /\s{1,3}[-–—]\s{1,3}/u].map((sign) => line.split(sign))
      return (found.find(({ length }) => length >= pointsMin) ?? [line]).join('\n')
    })
    .join('\n')
}

const pointsMin = 5

/** A chat without its line breaks has a line for each turn again: `Ana: hi Jo: hi Ana: a florist`. */
export function withTurnsApart(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const names = [...line.matchAll(turnInLine)].map(([, name = '']) => name)
      const once = new Set<string>()
      const again = new Set<string>()
      for (const name of names)
        if (!once.has(name)) once.add(name)
        else if (kindOfHeading(name) === undefined) again.add(name)
      return again.size < 2
        ? line
        : line.replace(turnInLine, (whole, name: string) =>
            again.has(name) ? `\n${whole.trimStart()}` : whole,
          )
    })
    .join('\n')
    .trimStart()
}

const turnInLine = /(?:^|\s)([\u3400-\u9fffA-Za-z]{1,8})[:：](?!\/\/)/gu

const markCharactersMax = 8

function boundaryOf(gap: string, isItem: boolean, isFirst: boolean): Boundary {
  if (isFirst || /\n[^\S\n]*\n/u.test(gap)) return 'paragraph'
  if (isItem) return 'item'
  return gap.includes('\n') ? 'line' : 'sentence'
}

const markIn = (gap: string): string => gap.slice(gap.lastIndexOf('\n') + 1).trim()

interface LineStart {
  readonly speakers: ReadonlySet<string>
  readonly before: Boundary
  readonly mark: string
}

function unitsOfLine(given: string, offset: number, lead: LineStart, language: Language): Unit[] {
  const sign = lead.mark === '' ? (itemSign.exec(given)?.[0] ?? '') : ''
  const line = given.slice(sign.length)
  const start = offset + sign.length
  const mark = lead.mark + sign.trim()
  const units: Unit[] = []
  const said = spokenBy(line, lead.speakers)
  const titleEnd = said > 0 ? undefined : titleBefore(line)
  const colon: Break[] = titleEnd === undefined ? [] : [{ at: titleEnd, length: 1, kind: 'sentence' }]
  let before = lead.before
  let from = said
  for (const { at, length, kind } of [...colon, ...breaksIn(line, titleEnd ?? said, language), endOf(line)]) {
    const led = leadOf(line.slice(from, at), before === 'clause')
    const label = from === said && said > 0 && led.label === '' ? speaker : led.label
    const isBare = led.rest === at - from
    const words = trimmed(line, isBare ? from : from + led.rest, at)
    if (words.end > words.start) {
      const isFirst = units.length === 0
      const isHeading =
        (isBare && led.label !== '') ||
        (isFirst && led.label === '' && at === line.length && isHeadingAlone(line, language))
      units.push(
        unit(line, start, words.start, words.end, at + length, {
          before,
          mark: isFirst ? mark : '',
          label,
          isHeading,
        }),
      )
      before = kind
    } else if (kind === 'sentence' && units.length > 0) before = kind
    from = at + length
  }
  return units
}

/** The end of a speaker's name at the start of a line; 0 without one. */
function spokenBy(line: string, speakers: ReadonlySet<string>): number {
  if (speakers.size === 0) return 0
  const [whole = '', name = ''] = turnAtStart.exec(line) ?? []
  return speakers.has(name) ? whole.length : 0
}

/** List marks that only job descriptions use: `A.`, `第一个，`. */
const itemSign =
  /^(?:[A-Ha-h][.、．)）]|[（(][A-Ha-h][)）]|第[一二三四五六七八九十]个?[,，:：、是]?)\s{0,2}(?=\S)/u

const endOf = (line: string): Break => ({ at: line.length, length: 0, kind: 'sentence' })

function unit(
  line: string,
  offset: number,
  start: number,
  end: number,
  until: number,
  rest: Pick<Unit, 'before' | 'mark' | 'label' | 'isHeading'>,
): Unit {
  return {
    text: line.slice(start, end),
    start: offset + start,
    end: offset + end,
    until: offset + until,
    ...rest,
  }
}

/** The signs around a heading or a label. */
const opening = /^[\s#*_【〖[「『<>|]{0,6}/u
const labelled =
  /^(?:([\u3400-\u9fffA-Za-z/&（）()]{1,14}?)\s?[:：】〗」』\]]\s?[:：]?|([A-Z][A-Za-z /&'’()-]{1,36}?)\s?[:】\]]:?(?!\/\/)(?=\s|$|[\u3400-\u9fff$£€\d]))/u

const counted =
  /^[\s#*_【[]{0,4}(?:[\u3400-\u9fff]{2,14}|[A-Z][A-Za-z /&-]{2,40}?)[\s(（]{0,2}[xX×*]?\s?(?:\d{1,3}|[一二两三四五六七八九十])\s?[名人位个]?[)）]?\s?(?=[:：])/u

/** Where `前台接待2人：` or `Sous Chef:` ends at the start of a line: the title of a job, and not a label. */
function titleBefore(line: string): number | undefined {
  const colon = line.search(/(?<!\d)[:：]|[:：](?!\d)/u)
  if (colon < 2 || colon > titleCharactersMax || colon === line.length - 1) return undefined
  const isTitle = counted.exec(line)?.[0].length === colon || endsWithTitle(line.slice(0, colon))
  return isTitle && !/^(?:招聘|岗位|职位|job|title|position|role)/iu.test(line) ? colon : undefined
}

const titleCharactersMax = 44

/**
 * The label at the start of a line or sentence, and where the words after it begin; a clause has only a known
 * one.
 */
function leadOf(line: string, isClause: boolean): { label: string; rest: number } {
  const signs = opening.exec(line)?.[0].length ?? 0
  const found = labelled.exec(line.slice(signs))
  const label = (found?.[1] ?? found?.[2] ?? '').trim()
  const isKnown = !isClause || (label.length <= clauseLabelMax && kindOfHeading(label) !== undefined)
  if (found === null || label === '' || !isKnown || /^(?:https?|mailto)$/iu.test(label))
    return { label: '', rest: 0 }
  const end = signs + found[0].length
  const space = /^\s{0,9}/u.exec(line.slice(end))?.[0].length ?? 0
  return { label, rest: end + space }
}

const clauseLabelMax = 8

/** A line with the look of a heading: marked, of known words, or a few words above a list. */
function isHeadingAlone(line: string, language: Language): boolean {
  const words = line.trim()
  if (/^#{1,6}\s|^【[^】]{1,20}】$|[:：]$/u.test(words)) return true
  if (/[\d。；;，,.!！?？@$£€]/u.test(words)) return false
  return language === 'zh' ? words.length <= 10 : words.split(/\s+/u).length <= 6
}

/** Without marks or known words, only a line above others is a heading. */
function withHeadings(units: readonly Unit[]): Unit[] {
  return units.map((unit, at) => {
    if (!unit.isHeading) return unit
    const next = units[at + 1]
    const isItem = /^[-•*·・●]|\d/u.test(unit.mark)
    const isMarked =
      (unit.label !== '' && unit.label !== speaker) ||
      (!isItem && (kindOfHeading(unit.text) !== undefined || /^[A-Z][A-Z\s&/]{3,}$/u.test(unit.text)))
    const isAbove =
      next !== undefined && !next.isHeading && next.before !== 'clause' && next.before !== 'sentence'
    return {
      ...unit,
      isHeading: isMarked || (isAbove && !isItem && (next.before === 'item' || unit.before === 'paragraph')),
    }
  })
}

interface Break {
  readonly at: number
  readonly length: number
  readonly kind: Boundary
}

const zhBreak =
  /([。；;！!？?…~～]{1,6}[”"』」）)]?|\s{0,4}[|｜•]\s{0,4}|\s[·→/]\s?(?=\S)|\t+|\s{2,9}|(?<=[\u3400-\u9fff])\s(?=[\u3400-\u9fff]{2}))|[，,]/gu
const enBreak =
  /((?<=[\p{L}\p{N})%"’'\]]{2}|\b[A-Z]{1,4}\b)[.!?]{1,4}["”’)]?(?=\s+["“(]?[\p{L}\p{N}$£€])|[;!?]{1,4}(?=\s|$)|\s{1,4}[|｜•·→]\s{1,4}|\t+|\s{3,9})|,(?=\s)(?!\s{1,3}(?:and|or|but|so|which|who|whose|as|because|if|when|while|where|then|than|not|nor|including|such)\b)|(?<![\d$£€kK]\s?)\s[-–—]{1,2}\s|\s[-–—]{1,2}\s(?!\s?[$£€\d])/gu
const abbreviation =
  /\b(?:etc|incl|approx|min|max|ext|dept|yrs?|hrs?|exp|req|pref|inc|ltd|corp|co|dr|mr|ms|mrs|st|vs|no|sr|jr|e\.g|i\.e|c|ca|est|a\.m|p\.m)$/iu

/** The breaks of a line that are not in brackets, nor between the digits of a number. */
function breaksIn(line: string, from: number, language: Language): Break[] {
  const found: Break[] = []
  const brackets = bracketsIn(line)
  for (const match of line.matchAll(language === 'zh' ? zhBreak : enBreak)) {
    const { index, 0: sign, 1: ends } = match
    if (index < from || brackets.some(([open, close]) => index > open && index < close)) continue
    if (
      /^[,，]$/u.test(sign) &&
      /\d/u.test(line.charAt(index - 1)) &&
      /^\d{3}(?!\d)/u.test(line.slice(index + 1))
    )
      continue
    if (sign === ',' && inPlace.test(line.slice(Math.max(0, index - 24), index + 24))) continue
    if (
      sign.startsWith('.') &&
      !endsUnit(line, index) &&
      abbreviation.test(line.slice(Math.max(0, index - 8), index))
    )
      continue
    found.push({ at: index, length: sign.length, kind: ends === undefined ? 'clause' : 'sentence' })
  }
  return found
}

/** `$28/hr. Fitter: press brake` is two sentences. */
const endsUnit = (line: string, at: number): boolean =>
  /\b(?:hrs?|yrs?)$/u.test(line.slice(Math.max(0, at - 4), at)) &&
  /^\.\s{1,3}[A-Z][a-z]/u.test(line.slice(at, at + 6))

/** `Aurora, Colorado`, `Lubbock, TX`. */
const inPlace = new RegExp(`^.{0,24}[A-Z][a-z'’.-]{1,20}, (?:${usStates}|[A-Z]{2})\\b`, 'u')

const bracketCharactersMax = 200

function bracketsIn(line: string): [number, number][] {
  const found: [number, number][] = []
  for (const { index, 0: whole } of line.matchAll(/[（(《“][^（()）《》“”]{0,200}[)）》”]/gu))
    found.push([index, index + whole.length - 1])
  return found.filter(([open, close]) => close - open <= bracketCharactersMax)
}

const outside = /[\s,，;；。、|｜•·]/u

function trimmed(line: string, from: number, until: number): { start: number; end: number } {
  let start = from
  let end = until
  while (start < end && outside.test(line.charAt(start))) start += 1
  while (end > start && outside.test(line.charAt(end - 1))) end -= 1
  return { start, end }
}
