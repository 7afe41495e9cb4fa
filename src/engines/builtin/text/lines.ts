import { allMatches } from './patterns.ts'

/** One line or list item of a text. `text` is an exact part of the original, without its bullet or number. */
export interface Line {
  readonly text: string
  /** The offset of `text` in the original, in UTF-16 units. */
  readonly start: number
  /** Whether a bullet or a number preceded the text. */
  readonly isItem: boolean
}

/** HTML block tags also end a line. */
const lineBreak =
  /(?:[\n\r\u0085\u2028\u2029]|<\/?(?:li|[ou]l|p|br|div|h[1-6]|t[rdh]|table|section)\b[^<>]{0,200}>)+/giu
/**
 * Marks inside a line that begin the next item: `•`, `；2、`, `。3.`, ` (4) `. An arrow or dot inside a word
 * (`0→1`, `阿里·云`) doesn't count. The groups capture the number of a mark.
 */
const itemStart =
  /[•●○▪■◆◇★☆✓✔➢►▶♦※①-⑳]|[·→](?:(?<![\p{L}\p{N}][·→])|(?![\p{L}\p{N}]))|â¢|(?=[(（0-9一二三四五六七八九十])(?<=^|[\s。；;：:，,.!！?？)）】\]])(?:[(（]?([0-9]{1,2})[)）、]|([0-9]{1,2})[.．](?![0-9a-zA-Z])|[(（]?[一二三四五六七八九十]{1,2}[)）、])|(?=[0-9])(?<=[\u3400-\u9fff])([0-9]{1,2})[.．、](?=[\u3400-\u9fff])|(?=[0-9])(?<=^|[\s。；;])([0-9]{1,2})[.．](?=[0-9]{1,2}\s?(?:年|周?岁))/gu
const itemMark =
  /^(?:[-–—*+•●○◎▪■◆◇★☆✓✔➢➤►▶♦·・‣⁃∙◦※→]+|â¢|[(（]?[0-9]{1,2}(?:[)）、]|[.．](?![0-9]))|[①-⑳]|[(（]?[一二三四五六七八九十]{1,2}[)）、.．])\s*/u
/** After these characters, a number may mark an item even if it skips earlier numbers. */
const endBefore = '。；;.!！?？)）】]'
/** The most numbers that a mark may skip after the end of a sentence. */
const skippedMax = 3
/** A sentence without a space before it, as in pasted web pages. */
const joinedSentence = /(?=[A-Z][a-z])(?<=[a-z0-9)\]][.!?:])/gu
/** Words that begin an item in a flattened text, even without a separator before them. */
const joinedItem =
  /(?<=[a-z)])(?=(?:Experience|Strong|Excellent|Ability|Bachelor|Proficien|Knowledge|Familiar|Demonstrated|Proven|Minimum|Responsibilities|Requirements|Qualifications|Preferred|Benefits|Develop|Provide|Collaborate|Maintain|Participate|Ensure|Implement)[a-z']{0,8} )/gu
/** A list flattened into one long line has wide gaps between its items. */
const gap = /\s{2,12}(?=[\p{Lu}•])/gu
const flattenedCharactersMin = 160

/** Splits a text into lines and list items, including run-on lists. Skips empty ones; changes no text. */
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
 * Copies a line into one-byte storage. A single wide character (`•`, `–`, `’`) gives a text and all its
 * slices two bytes per character. Patterns run a sixth faster on one-byte strings.
 */
function narrowed(line: Line): Line {
  if (wide.test(line.text)) return line
  return { ...line, text: Buffer.from(line.text, 'latin1').toString('latin1') }
}

/** How a separator match is used: kept at the start of the next part, dropped, or ignored. */
type Use = 'keep' | 'drop' | 'ignore'
const keep = (): Use => 'keep'
const drop = (): Use => 'drop'

interface ListMarks {
  readonly useOf: (match: RegExpMatchArray) => Use
  /** The number of the last item. */
  readonly last: () => number
}

/**
 * Distinguishes list marks from numbers at the end of a sentence (`no more than 40. You …`). A mark begins
 * a non-empty line or continues the numbering of the list.
 */
function listMarks(): ListMarks {
  let last = 0
  const useOf = (match: RegExpMatchArray): Use => {
    const digits = match[1] ?? match[2] ?? match[3] ?? match[4]
    if (digits === undefined) return 'keep'
    const number = Number(digits)
    const { index: at = 0, input = '' } = match
    /** `3.5年以上` is the third item after a second item; otherwise it means three and a half. */
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

/** `Benefits from day 1. Home daily.`: a word precedes the number, and no second item follows. */
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

/** The mark of `3.5年以上` if it is the third item. The next item may have begun already. */
function yearsMark(text: string, last: number): RegExpExecArray | null {
  const mark = /^([0-9]{1,2})[.．](?=[0-9]{1,2}\s?(?:年|周?岁))/u.exec(text)
  const number = Number(mark?.[1])
  return number > 1 && (number === last || number === last - 1) ? mark : null
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length
}

/** Calls `visit` with every part between the separators. */
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

/** Cuts a line at the given offsets. */
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
