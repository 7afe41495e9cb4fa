import { allMatches } from './patterns.ts'

/** One line or list item of a text. `text` is an exact part of the original, without its bullet or number. */
export interface Line {
  readonly text: string
  /** Where `text` starts in the original, in UTF-16 units. */
  readonly start: number
  /** It stood behind a bullet or a number. */
  readonly isItem: boolean
}

/** Tags of HTML that begin or end a block end a line too. */
const lineBreak =
  /(?:[\n\r\u0085\u2028\u2029]|<\/?(?:li|[ou]l|p|br|div|h[1-6]|t[rdh]|table|section)\b[^<>]{0,200}>)+/giu
/**
 * Marks in the middle of a line that begin the next item: `•`, `；2、`, `。3.`, ` (4) `. An arrow or a dot
 * inside a word (`0→1`, `阿里·云`) is none. The groups hold the number of a mark.
 */
const itemStart =
  /[•●○▪■◆◇★☆✓✔➢►▶♦※①-⑳]|[·→](?:(?<![\p{L}\p{N}][·→])|(?![\p{L}\p{N}]))|â¢|(?=[(（0-9一二三四五六七八九十])(?<=^|[\s。；;：:，,.!！?？)）】\]])(?:[(（]?([0-9]{1,2})[)）、]|([0-9]{1,2})[.．](?![0-9a-zA-Z])|[(（]?[一二三四五六七八九十]{1,2}[)）、])|(?=[0-9])(?<=[\u3400-\u9fff])([0-9]{1,2})[.．、](?=[\u3400-\u9fff])|(?=[0-9])(?<=^|[\s。；;])([0-9]{1,2})[.．](?=[0-9]{1,2}\s?(?:年|周?岁))/gu
const itemMark =
  /^(?:[-–—*+•●○▪■◆◇★☆✓✔➢►▶♦·※→]+|â¢|[(（]?[0-9]{1,2}(?:[)）、]|[.．](?![0-9]))|[①-⑳]|[(（]?[一二三四五六七八九十]{1,2}[)）、.．])\s*/u
/** After these, a number may be the mark of an item even where it skips some of its list. */
const endBefore = '。；;.!！?？)）】]'
/** A number may have skipped so many of its list, where a sentence ended before it. */
const skippedMax = 3
/** A sentence that begins without a space after the one before it, as pasted web pages have it. */
const joinedSentence = /(?=[A-Z][a-z])(?<=[a-z0-9)\]][.!?:])/gu
/** In a flattened text, words that begin an item even where nothing parts them from the one before. */
const joinedItem =
  /(?<=[a-z)])(?=(?:Experience|Strong|Excellent|Ability|Bachelor|Proficien|Knowledge|Familiar|Demonstrated|Proven|Minimum|Responsibilities|Requirements|Qualifications|Preferred|Benefits|Develop|Provide|Collaborate|Maintain|Participate|Ensure|Implement)[a-z']{0,8} )/gu
/** A list that was flattened into one long line keeps wide gaps between its items. */
const gap = /\s{2,12}(?=[\p{Lu}•])/gu
const flattenedCharactersMin = 160

/**
 * Splits a text into its lines and list items, run-on lists too. Empty ones are left out; nothing is
 * changed.
 */
export function splitLines(text: string): Line[] {
  const lines: Line[] = []
  const marks = listMarks()
  const addItems = (line: string, start: number): void =>
    forEachPart(line, start, itemStart, marks.useOf, (item, itemAt) => {
      forEachPart(item, itemAt, joinedSentence, keep, (sentence, at) => addLine(lines, sentence, at, marks))
    })
  forEachPart(text, 0, lineBreak, drop, (line, start) => {
    if (line.length < flattenedCharactersMin) return addItems(line, start)
    forEachPart(line, start, gap, drop, (part, at) => forEachPart(part, at, joinedItem, keep, addItems))
  })
  return wide.test(text) ? lines.map(narrowed) : lines
}

const wide = /[^\0-\xff]/

/**
 * A text with one wide sign (`•`, `–`, `’`) takes two bytes for each of its signs, and so does every part of
 * it; patterns take a sixth less time where a line without any takes one.
 */
function narrowed(line: Line): Line {
  if (wide.test(line.text)) return line
  return { ...line, text: Buffer.from(line.text, 'latin1').toString('latin1') }
}

/** What becomes of a match that parts a text: it begins the part after it, goes, or parts nothing. */
type Use = 'keep' | 'drop' | 'ignore'
const keep = (): Use => 'keep'
const drop = (): Use => 'drop'

interface ListMarks {
  readonly useOf: (match: RegExpMatchArray) => Use
  /** The number of the item last begun. */
  readonly last: () => number
}

/**
 * Tells list marks from numbers at the end of a sentence (`no more than 40. You …`): a mark stands at the
 * start of a line, before something, or goes on with the list before it.
 */
function listMarks(): ListMarks {
  let last = 0
  const useOf = (match: RegExpMatchArray): Use => {
    const digits = match[1] ?? match[2] ?? match[3] ?? match[4]
    if (digits === undefined) return 'keep'
    const number = Number(digits)
    const { index: at = 0, input = '' } = match
    /** `3.5年以上` is the third item where the second stands before it, else three and a half. */
    if (match[4] !== undefined && number !== last + 1) return 'ignore'
    if (number === 1 && match[2] !== undefined && endsSentence(input, at)) return 'ignore'
    const beginsLine = at === 0 && input.trimEnd().length > match[0].length
    const begins = match[3] === undefined && at > 0 && endBefore.includes(input.charAt(at - 1))
    const isListed = number === 1 || number === last + 1 || beginsLine
    if (!isListed && !(begins && number <= last + skippedMax)) return 'ignore'
    last = number
    return 'keep'
  }
  return { useOf, last: () => last }
}

/** `Benefits from day 1. Home daily.`: a word before it, and no second item after it. */
function endsSentence(text: string, at: number): boolean {
  const isBehindWord = /[a-z] $/u.test(text.slice(Math.max(0, at - 2), at))
  return isBehindWord && !/\s2[.．)]/u.test(text.slice(at, at + listLookedAtMax))
}

const listLookedAtMax = 400

function addLine(lines: Line[], raw: string, at: number, marks: ListMarks): void {
  let start = at + leadingSpace(raw)
  let text = raw.trim()
  const mark = itemMark.exec(text) ?? yearsMark(text, marks.last())
  const number = mark?.[0].length === text.length ? /[0-9]+/.exec(text)?.[0] : undefined
  const isNoMark = number !== undefined && Number(number) !== marks.last()
  if (mark !== null && !isNoMark) {
    start += mark[0].length
    text = text.slice(mark[0].length)
    start += leadingSpace(text)
    text = text.trim()
  }
  if (text !== '') lines.push({ text, start, isItem: mark !== null })
}

/** The mark of `3.5年以上`, where that is the third item; the next may have begun already. */
function yearsMark(text: string, last: number): RegExpExecArray | null {
  const mark = /^([0-9]{1,2})[.．](?=[0-9]{1,2}\s?(?:年|周?岁))/u.exec(text)
  const number = Number(mark?.[1])
  return number > 1 && (number === last || number === last - 1) ? mark : null
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length
}

/** Calls `visit` with every part between the matches that part a text. */
function forEachPart(
  text: string,
  start: number,
  separator: RegExp,
  useOf: (match: RegExpMatchArray) => Use,
  visit: (part: string, start: number) => void,
): void {
  let from = 0
  for (const match of allMatches(text, separator)) {
    const use = useOf(match)
    if (use === 'ignore') continue
    if (match.index > from) visit(text.slice(from, match.index), start + from)
    from = use === 'keep' ? match.index : match.index + match[0].length
  }
  if (from < text.length) visit(text.slice(from), start + from)
}

/** A line in parts, of which each but the first begins at one of these places. */
export function cutAt(line: Line, places: readonly number[]): Line[] {
  const edges = [0, ...places, line.text.length]
  const parts: Line[] = []
  for (let index = 0; index + 1 < edges.length; index += 1) {
    const from = edges[index] ?? 0
    const raw = line.text.slice(from, edges[index + 1])
    const text = raw.trim()
    const start = line.start + from + leadingSpace(raw)
    if (text !== '') parts.push({ text, start, isItem: index === 0 && line.isItem })
  }
  return parts
}
