/** One line or list item of a text. `text` is an exact part of the original, without its bullet or number. */
export interface Line {
  readonly text: string
  /** Where `text` starts in the original, in UTF-16 units. */
  readonly start: number
  /** It stood behind a bullet or a number. */
  readonly isItem: boolean
}

const lineBreak = /[\n\r\u0085\u2028\u2029]+/gu
/** Marks in the middle of a line that begin the next item: `•`, `；2、`, `。3.`, ` (4) `. */
const itemStart =
  /[•●○▪■◆◇★☆✓✔➢►▶♦·※→]|â¢|(?<=^|[\s。；;：:，,.!！?？)）】\]])(?:[(（]?[0-9]{1,2}[)）、]|[0-9]{1,2}[.．](?![0-9a-zA-Z])|[①-⑳]|[(（]?[一二三四五六七八九十]{1,2}[)）、])|(?<=[\u3400-\u9fff])[0-9]{1,2}[.．、](?=[\u3400-\u9fff])/gu
const itemMark =
  /^(?:[-–—*+•●○▪■◆◇★☆✓✔➢►▶♦·※→]+|â¢|[(（]?[0-9]{1,2}[)）、.．](?![0-9])|[①-⑳]|[(（]?[一二三四五六七八九十]{1,2}[)）、.．])\s*/u
/** A sentence that begins without a space after the one before it, as pasted web pages have it. */
const joinedSentence = /(?<=[a-z0-9)\]][.!?:])(?=[A-Z][a-z])/gu
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
  const addItems = (line: string, start: number): void =>
    forEachPart(line, start, itemStart, true, (item, itemAt) => {
      forEachPart(item, itemAt, joinedSentence, true, (sentence, at) => addLine(lines, sentence, at))
    })
  forEachPart(text, 0, lineBreak, false, (line, start) => {
    if (line.length < flattenedCharactersMin) return addItems(line, start)
    forEachPart(line, start, gap, false, (part, at) => forEachPart(part, at, joinedItem, true, addItems))
  })
  return lines
}

function addLine(lines: Line[], raw: string, at: number): void {
  let start = at + leadingSpace(raw)
  let text = raw.trim()
  const mark = itemMark.exec(text)
  if (mark !== null) {
    start += mark[0].length
    text = text.slice(mark[0].length)
    start += leadingSpace(text)
    text = text.trim()
  }
  if (text !== '') lines.push({ text, start, isItem: mark !== null })
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length
}

/**
 * Calls `visit` with every part between two matches; with `keep`, a match belongs to the part that it
 * begins.
 */
function forEachPart(
  text: string,
  start: number,
  separator: RegExp,
  keep: boolean,
  visit: (part: string, start: number) => void,
): void {
  let from = 0
  for (const match of text.matchAll(separator)) {
    if (match.index > from) visit(text.slice(from, match.index), start + from)
    from = keep ? match.index : match.index + match[0].length
  }
  if (from < text.length) visit(text.slice(from), start + from)
}
