import type { Box } from './layout/box.ts'
import { boxOf, isBlank } from './layout/fragments.ts'
import { characterFlags, type PageCharacters, withTextsAt } from './page-characters.ts'
import type { PageReading, PlacedWord } from './page-reading.ts'

/**
 * Finds the meaning of a page's unread glyphs. A recognised word that covers such glyphs votes for them if
 * it agrees with the known letters around them. All characters of one glyph get the meaning with the most
 * votes. Glyphs without votes stay unread.
 */
export function readGlyphs(reading: PageReading, words: readonly PlacedWord[]): PageCharacters {
  const { characters } = reading
  const glyphAt = glyphsOf(reading)
  const votes = new Map<number, Map<string, number>>()
  for (const word of words) {
    const indices = charactersIn(characters, word)
    if (!indices.some((index) => glyphAt.has(index))) continue
    for (const [index, text] of meaningsIn(characters, glyphAt, indices, word.text)) {
      const glyph = glyphAt.get(index)
      if (glyph === undefined) continue
      const ofGlyph = votes.get(glyph) ?? new Map<string, number>()
      votes.set(glyph, ofGlyph.set(text, (ofGlyph.get(text) ?? 0) + (word.confidence ?? 1)))
    }
  }
  const elected = new Map([...votes].map(([glyph, ofGlyph]) => [glyph, winnerOf(ofGlyph)]))
  const texts = new Map<number, string>()
  for (const [index, glyph] of glyphAt) {
    const winner = elected.get(glyph)
    if (!winner) continue
    texts.set(index, winner.text)
    const flags = (characters.flags[index] ?? 0) & ~(characterFlags.unread | characterFlags.guessed)
    characters.flags[index] = flags | characterFlags.repaired
    characters.doubts[index] = Math.round((1 - winner.share) * 100)
  }
  return withTextsAt(characters, texts).characters
}

/** The number of unread characters of a page. */
export function unreadCount({ flags }: PageCharacters): number {
  return flags.reduce((sum, each) => sum + Number((each & characterFlags.unread) !== 0), 0)
}

/** The bands of a page that contain lines with unread glyphs, from the bottom up. */
export function linesToRead({ characters, picture, height }: PageReading): readonly Band[] | null {
  if (picture !== 'glyphs') return null
  const bands: Band[] = []
  for (const [index, flags] of characters.flags.entries()) {
    if ((flags & characterFlags.unread) === 0) continue
    const { bottom, top } = boxOf(characters, index)
    const around = (top - bottom) * roomAround
    bands.push({ bottom: Math.max(0, bottom - around), top: Math.min(height, top + around) })
  }
  return joinedBands(bands.toSorted((a, b) => a.bottom - b.bottom))
}

/** A horizontal band of the full page width, in points from the page's bottom. */
export interface Band {
  readonly bottom: number
  readonly top: number
}

/** The margin above and below a line, as a share of its height. */
const roomAround = 0.25

function joinedBands(sorted: readonly Band[]): Band[] {
  const joined: Band[] = []
  for (const band of sorted) {
    const last = joined.at(-1)
    if (last === undefined || band.bottom > last.top) joined.push(band)
    else joined[joined.length - 1] = { bottom: last.bottom, top: Math.max(last.top, band.top) }
  }
  return joined
}

function glyphsOf({ characters, unread }: PageReading): Map<number, number> {
  const glyphAt = new Map<number, number>()
  let at = 0
  for (const [index, flags] of characters.flags.entries()) {
    if ((flags & characterFlags.unread) === 0) continue
    glyphAt.set(index, unread[at] ?? -1)
    at += 1
  }
  return glyphAt
}

/** The characters whose centre is inside the box of a word, from left to right. */
function charactersIn(characters: PageCharacters, word: Box): number[] {
  const found: { index: number; left: number }[] = []
  for (let index = 0; index < characters.count; index++) {
    if (isBlank(characters, index) && ((characters.flags[index] ?? 0) & characterFlags.unread) === 0) continue
    const { left, bottom, right, top } = boxOf(characters, index)
    const [x, y] = [(left + right) / 2, (bottom + top) / 2]
    if (
      x >= word.left &&
      x <= word.right &&
      y >= word.bottom - (top - bottom) / 4 &&
      y <= word.top + (top - bottom) / 4
    )
      found.push({ index, left })
  }
  return found.toSorted((a, b) => a.left - b.left).map(({ index }) => index)
}

/** The share of a word's known letters that must match the recognised ones. */
const knownShareMin = 0.7
/** No ligature has more letters. */
const lettersOfGlyphMax = 3

/** The votes of a word for its unread glyphs: letter by letter, or the letters between the known ones. */
function meaningsIn(
  { codePoints }: PageCharacters,
  glyphAt: ReadonlyMap<number, number>,
  indices: readonly number[],
  text: string,
): [index: number, text: string][] {
  const letters = [...text]
  const unread = indices.flatMap((index, at) => (glyphAt.has(index) ? [at] : []))
  const isAs = (index: number | undefined, letter: string | undefined) =>
    index !== undefined && letter !== undefined && isSameLetter(codePoints[index] ?? 0, letter)
  if (letters.length === indices.length) {
    const known = indices.length - unread.length
    const agreed = indices.filter((index, at) => !glyphAt.has(index) && isAs(index, letters[at])).length
    if (agreed < known * knownShareMin) return []
    return unread.flatMap((at) => toVote(indices[at], letters[at] ?? ''))
  }
  if (letters.length > lettersOfWordMax || unread.length > unreadOfWordMax) return []
  const parts = partsOf(indices, (index) => glyphAt.has(index), letters, isAs)
  return parts?.flatMap(([index, text]) => toVote(index, text)) ?? []
}

/** Longer words, and words with more unread glyphs, have too many possible readings. */
const lettersOfWordMax = 60
const unreadOfWordMax = 4

/**
 * Assigns letters to each unread glyph of a word so that all known letters match; null if that is
 * impossible. Each glyph gets as few letters as possible.
 */
function partsOf(
  indices: readonly number[],
  isUnread: (index: number) => boolean,
  letters: readonly string[],
  isAs: (index: number, letter: string | undefined) => boolean,
): [number, string][] | null {
  const [first, ...others] = indices
  if (first === undefined) return letters.length === 0 ? [] : null
  if (!isUnread(first)) {
    return isAs(first, letters[0]) ? partsOf(others, isUnread, letters.slice(1), isAs) : null
  }
  for (let count = 1; count <= Math.min(lettersOfGlyphMax, letters.length); count++) {
    const rest = partsOf(others, isUnread, letters.slice(count), isAs)
    if (rest !== null) return [[first, letters.slice(0, count).join('')], ...rest]
  }
  return null
}

function toVote(index: number | undefined, text: string): [number, string][] {
  return index !== undefined && /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(text) ? [[index, text]] : []
}

function isSameLetter(codePoint: number, letter: string): boolean {
  return (
    String.fromCodePoint(codePoint).normalize('NFKC').toLowerCase() === letter.normalize('NFKC').toLowerCase()
  )
}

const shareMin = 0.6
const weightMin = 0.5

function winnerOf(votes: ReadonlyMap<string, number>): { text: string; share: number } | null {
  const sum = [...votes.values()].reduce((total, each) => total + each, 0)
  const [[text, weight] = ['', 0]] = [...votes].toSorted((a, b) => b[1] - a[1])
  return weight >= weightMin && weight >= sum * shareMin ? { text, share: weight / sum } : null
}
