import { cleanText } from './clean-text.ts'
import { unreadCount } from './glyph-votes.ts'
import { joinHyphenated, lineEndHyphen } from './hyphens.ts'
import { fragmentsOf } from './layout/fragments.ts'
import { readingLines } from './layout/reading-order.ts'
import { lineText } from './layout/spacing.ts'
import { byDirection } from './layout/turned.ts'
import { charactersSeen } from './ocr/seen-characters.ts'
import { characterFlags, type PageCharacters } from './page-characters.ts'
import { confidenceOf, isContact, isDoubtful } from './page-confidence.ts'
import type { PageReading, PageText, PlacedWord } from './page-reading.ts'

/**
 * Returns the text of a page, one line of text per line of the page, in reading order. Depends only on its
 * arguments.
 */
export function pageText(
  reading: PageReading,
  words: readonly PlacedWord[] | null,
  software: string,
): PageText {
  const { characters, unseenLetters } = charactersSeen(reading, words)
  const skipGuesses = guessesToSkip(characters)
  const hasDoubts = characters.doubts.some((doubt) => doubt > 0)
  const lines: string[] = []
  const doubtfulLines: string[] = []
  for (const part of byDirection(characters)) {
    for (const line of readingLines(fragmentsOf(part))) {
      const text = lineText(part, line, skipGuesses)
      if (text === '') continue
      lines.push(text)
      if (!hasDoubts) continue
      const matters = isContact(text) || (reading.pageIndex === 0 && lines.length <= nameWithinLines)
      if (isDoubtful(part, line, matters)) doubtfulLines.push(cleanText(text))
    }
  }
  const text = cleanText(joinHyphenated(markHyphens(lines).join('\n'), software, hasOwnHyphen(characters)))
  const unreadGlyphs = unreadCount(characters)
  return { text, ...confidenceOf(characters), doubtfulLines, unreadGlyphs, unseenLetters }
}

/** A resume's name is in one of the first lines. Other text in these lines gets the same limits. */
const nameWithinLines = 2

/**
 * A few glyphs without a definition in the font are icons. If there are more, the guesses are all the text.
 */
const guessedShareMax = 0.2

function guessesToSkip({ count, flags }: PageCharacters): boolean {
  let guessed = 0
  for (const flag of flags) if ((flag & characterFlags.guessed) !== 0) guessed += 1
  return guessed <= count * guessedShareMax
}

const typedHyphen = 0x2d
const otherHyphens = [0xad, 0x2010]

/** Whether a page uses two hyphen characters: the one that people type, and one that a program inserts. */
function hasOwnHyphen({ codePoints }: PageCharacters): boolean {
  return codePoints.includes(typedHyphen) && otherHyphens.some((codePoint) => codePoints.includes(codePoint))
}

/** Marks hyphens at line ends where the word may continue on the next line. */
function markHyphens(lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const next = lines[index + 1] ?? ''
    return line.endsWith('-') && /[\p{L}\p{N}]-$/u.test(line) && /^[\p{L}\p{N}]/u.test(next)
      ? line.slice(0, -1) + lineEndHyphen
      : line
  })
}
