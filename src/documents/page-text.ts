import { cleanCharacter, cleanText } from './clean-text.ts'
import { joinHyphenated, lineEndHyphen } from './hyphens.ts'
import type { PageReading, PlacedWord } from './page-reading.ts'
import { characterFlags, type PageCharacters } from './pdfium/characters.ts'

/**
 * The text of a page out of its characters and their boxes: in the order in which they are drawn, one line
 * of text per line of the page, spaces where the boxes stand apart. Reads nothing but its arguments.
 * Reading order is to come between the two halves of this function: it takes lines and gives lines.
 */
export function pageText(
  { characters }: PageReading,
  _words: readonly PlacedWord[] | null,
  software: string,
): string {
  const skipGuesses = guessesToSkip(characters)
  const lines = drawnLines(characters).map((line) => lineText(characters, line, skipGuesses))
  const text = lines.filter((line) => line !== '')
  return cleanText(joinHyphenated(text.join('\n'), software))
}

/** Which characters stand on one line, by their index. */
type Line = readonly number[]

const none = -1

/**
 * Cuts the characters into lines where PDFium found a line break, unless what follows plainly stands
 * beside.
 */
function drawnLines(characters: PageCharacters): Line[] {
  const { count, codePoints, flags } = characters
  const lines: number[][] = []
  let line: number[] = []
  let broken = false
  let last = none
  for (let index = 0; index < count; index++) {
    const flag = flags[index] ?? 0
    if (isLineBreak(codePoints[index] ?? 0)) {
      broken = true
      continue
    }
    const afterHyphen = last !== none && ((flags[last] ?? 0) & characterFlags.lineEndHyphen) !== 0
    if (line.length > 0 && (afterHyphen || (broken && !standsBeside(characters, last, index)))) {
      lines.push(line)
      line = []
    }
    broken = false
    line.push(index)
    if ((flag & characterFlags.generated) === 0) last = index
  }
  lines.push(line)
  return lines
}

function isLineBreak(codePoint: number): boolean {
  return codePoint === 0x0a || codePoint === 0x0d
}

/** A few glyphs that a font doesn't explain are icons; where all are like that, guesses are all there is. */
const guessedShareMax = 0.2

function guessesToSkip({ count, flags }: PageCharacters): boolean {
  let guessed = 0
  for (const flag of flags) if ((flag & characterFlags.guessed) !== 0) guessed += 1
  return guessed <= count * guessedShareMax
}

/** Whether b goes on where a ended, as the raised "th" of "7th" does. */
function standsBeside(characters: PageCharacters, a: number, b: number): boolean {
  if (a === none) return false
  const first = boxOf(characters, a)
  const second = boxOf(characters, b)
  const lower = Math.min(first.height, second.height)
  const overlap = Math.min(first.top, second.top) - Math.max(first.bottom, second.bottom)
  const gap = second.left - first.right
  return lower > 0 && overlap > lower * 0.5 && gap > -lower * 0.3 && gap < lower
}

interface Box {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
  readonly height: number
}

function boxOf({ boxes }: PageCharacters, index: number): Box {
  const at = index * 4
  const bottom = boxes[at + 1] ?? 0
  const top = boxes[at + 3] ?? 0
  return { left: boxes[at] ?? 0, right: boxes[at + 2] ?? 0, bottom, top, height: top - bottom }
}

/** Parts of the height of a line, which is about 1.2 times the size of its letters. */
const spaceGapMin = 0.13
const joinedGapMax = 0.04
const chineseGapMax = 0.15

function lineText(characters: PageCharacters, line: Line, skipGuesses: boolean): string {
  const tracking = usualGap(characters, line)
  let text = ''
  let previous = none
  let spaceBefore: 'none' | 'generated' | 'drawn' = 'none'
  for (const index of line) {
    const flag = characters.flags[index] ?? 0
    const codePoint = characters.codePoints[index] ?? 0
    const hyphen = (flag & characterFlags.lineEndHyphen) !== 0
    const guess = skipGuesses && (flag & characterFlags.guessed) !== 0
    const character = hyphen ? lineEndHyphen : guess ? '' : cleanCharacter(codePoint)
    if (character === ' ') {
      if ((flag & characterFlags.generated) === 0) spaceBefore = 'drawn'
      else if (spaceBefore === 'none') spaceBefore = 'generated'
      continue
    }
    const apart = previous !== none && !hyphen && isApart(characters, previous, index, spaceBefore, tracking)
    if (character === '') {
      // In the middle of a word it holds the place of a letter; anywhere else it is an icon.
      if (!apart && previous !== none) previous = index
      continue
    }
    text += apart ? ` ${character}` : character
    previous = index
    spaceBefore = 'none'
  }
  return text
}

/** Whether a space belongs between two characters of a line. */
function isApart(
  characters: PageCharacters,
  a: number,
  b: number,
  space: 'none' | 'generated' | 'drawn',
  tracking: number,
): boolean {
  if (space === 'drawn') return true
  const first = boxOf(characters, a)
  const second = boxOf(characters, b)
  const height = Math.max(first.height, second.height)
  // Boxes that tell nothing: the space is believed.
  if (height <= 0) return space === 'generated'
  const gap = (second.left - first.right) / height
  const chinese = isWide(characters.codePoints[a] ?? 0) || isWide(characters.codePoints[b] ?? 0)
  if (space === 'generated') {
    const bothChinese = isWide(characters.codePoints[a] ?? 0) && isWide(characters.codePoints[b] ?? 0)
    return !(gap >= 0 && gap < (bothChinese ? chineseGapMax : joinedGapMax))
  }
  return !chinese && gap > tracking + spaceGapMin && gap < 50
}

/** Chinese characters and full-width marks: written without spaces. */
function isWide(codePoint: number): boolean {
  return (
    (codePoint >= 0x2e80 && codePoint <= 0x9fff) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xff00 && codePoint <= 0xff60) ||
    (codePoint >= 0x20000 && codePoint <= 0x3ffff)
  )
}

/** The gap that stands between most characters of a line: large where a heading is spaced out. */
function usualGap(characters: PageCharacters, line: Line): number {
  const gaps: number[] = []
  for (const [position, index] of line.entries()) {
    const next = line[position + 1]
    if (next === undefined || isBlank(characters, index) || isBlank(characters, next)) continue
    const first = boxOf(characters, index)
    const second = boxOf(characters, next)
    const height = Math.max(first.height, second.height)
    if (height > 0) gaps.push((second.left - first.right) / height)
  }
  if (gaps.length < 4) return 0
  gaps.sort((a, b) => a - b)
  return Math.max(0, gaps[Math.floor(gaps.length / 2)] ?? 0)
}

function isBlank({ codePoints, flags }: PageCharacters, index: number): boolean {
  return (
    ((flags[index] ?? 0) & characterFlags.generated) !== 0 || cleanCharacter(codePoints[index] ?? 0) === ' '
  )
}
