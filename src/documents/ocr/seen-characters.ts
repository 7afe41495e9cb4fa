import { readGlyphs } from '../glyph-votes.ts'
import { isWide } from '../layout/wide.ts'
import { characterFlags, emptyCharacters, type PageCharacters, pickCharacters } from '../page-characters.ts'
import type { PageReading, PlacedWord } from '../page-reading.ts'
import { correctByLayer } from './layer/correct-by-layer.ts'

/** The visible content of a page. */
export interface SeenCharacters {
  readonly characters: PageCharacters
  /** Letters of its invisible layer that its picture doesn't show. */
  readonly unseenLetters: number
}

/**
 * Combines the content of a page whose picture was read: its visible characters, and recognised words where
 * there are none. An OCR program may have put an invisible layer over a scan. The layer can contain any
 * text, so it only corrects words with low confidence and adds none. It is used alone only if the picture
 * was not read. If some fonts don't define their glyphs, the text of the other fonts stays unchanged.
 */
export function charactersSeen(reading: PageReading, words: readonly PlacedWord[] | null): SeenCharacters {
  const { characters, layer, picture } = reading
  if (picture === 'glyphs') return all(words === null ? characters : readGlyphs(reading, words))
  if (characters.count + layer.count > believableCount) return all(characters)
  if (words === null) return all(picture === 'none' ? characters : joined(characters, layer))
  if (picture === 'unmapped' && words.length === 0) return all(characters)
  const told = picture === 'unmapped' ? withoutGuesses(characters) : characters
  const uncovered = words.filter((word) => !covers(told, word))
  if (picture === 'unmapped') return all(joined(told, charactersOfWords(uncovered)))
  const { words: corrected, unseenLetters } = correctByLayer(uncovered, layer)
  return { characters: joined(characters, charactersOfWords(corrected)), unseenLetters }
}

function all(characters: PageCharacters): SeenCharacters {
  return { characters, unseenLetters: 0 }
}

/** No page picture has as many characters. Comparing more of them with words would take long. */
const believableCount = 30_000

/**
 * Places the characters of each word side by side in its box, in proportion to their usual width, with
 * spaces between words. Between Chinese words there is no space, and a narrow gap is closed.
 */
export function charactersOfWords(words: readonly PlacedWord[]): PageCharacters {
  const spaced = closeChinese(words)
  const letters = spaced.flatMap((word, at) => [...lettersOf(word), ...spaceAfter(word, spaced[at + 1])])
  const characters = emptyCharacters(letters.length)
  for (const [index, { text, left, bottom, right, top, confidence = 1 }] of letters.entries()) {
    characters.doubts[index] = Math.round((1 - confidence) * 100)
    characters.codePoints[index] = text.codePointAt(0) ?? 0
    characters.boxes.set([left, bottom, right, top], index * 4)
    characters.flags[index] = characterFlags.recognised
  }
  return characters
}

function lettersOf(word: PlacedWord): PlacedWord[] {
  const letters = [...word.text]
  const unit = (word.right - word.left) / letters.reduce((sum, letter) => sum + widthOf(letter), 0)
  let left = word.left
  return letters.map((text) => {
    const placed = { ...word, text, left, right: left + widthOf(text) * unit }
    left = placed.right
    return placed
  })
}

function spaceAfter(word: PlacedWord, next: PlacedWord | undefined): PlacedWord[] {
  if (next === undefined || !followsOn(word, next)) return []
  if (endsChinese(word) || startsChinese(next)) return []
  return [{ ...word, text: ' ', left: word.right, right: Math.max(word.right, next.left) }]
}

/** Words of one line have the same bottom and top. */
function followsOn(word: PlacedWord, next: PlacedWord): boolean {
  return word.bottom === next.bottom && word.top === next.top && next.left >= word.left
}

/** As a share of the line height. A narrower gap is only the margin of a Chinese character in its square. */
const chineseGapMax = 0.6

function closeChinese(words: readonly PlacedWord[]): PlacedWord[] {
  const closed = words.map((word) => ({ ...word }))
  for (const [at, word] of closed.entries()) {
    const next = closed[at + 1]
    if (next === undefined || !followsOn(word, next)) continue
    if (!endsChinese(word) || !startsChinese(next)) continue
    const gap = next.left - word.right
    if (gap > chineseGapMax * (word.top - word.bottom)) continue
    const middle = word.right + gap / 2
    word.right = Math.max(word.left, middle)
    next.left = Math.min(next.right, middle)
  }
  return closed
}

const startsChinese = ({ text }: PlacedWord) => isWide(text.codePointAt(0) ?? 0)
const endsChinese = ({ text }: PlacedWord) => isWide([...text.slice(-2)].at(-1)?.codePointAt(0) ?? 0)

function widthOf(letter: string): number {
  return isWide(letter.codePointAt(0) ?? 0) ? 2 : 1
}

/** Whether characters of the page cover the place of the word. */
function covers(characters: PageCharacters, word: PlacedWord): boolean {
  let covered = 0
  for (let index = 0; index < characters.count; index++) covered += overlap(characters, index, word)
  return covered > 0.3 * (word.right - word.left) * (word.top - word.bottom)
}

function overlap({ boxes, flags }: PageCharacters, index: number, word: PlacedWord): number {
  if (((flags[index] ?? 0) & characterFlags.generated) !== 0) return 0
  const at = index * 4
  const width = Math.min(boxes[at + 2] ?? 0, word.right) - Math.max(boxes[at] ?? 0, word.left)
  const height = Math.min(boxes[at + 3] ?? 0, word.top) - Math.max(boxes[at + 1] ?? 0, word.bottom)
  return width > 0 && height > 0 ? width * height : 0
}

/** Removes guessed characters, and the white space between them. */
function withoutGuesses(characters: PageCharacters): PageCharacters {
  const kept: number[] = []
  let guessing = false
  for (let index = 0; index < characters.count; index++) {
    const blank = (characters.codePoints[index] ?? 0) <= 0x20
    if (!blank) guessing = ((characters.flags[index] ?? 0) & characterFlags.guessed) !== 0
    if (!guessing) kept.push(index)
  }
  return pickCharacters(characters, kept)
}

function joined(first: PageCharacters, second: PageCharacters): PageCharacters {
  if (second.count === 0) return first
  if (first.count === 0) return second
  const characters = emptyCharacters(first.count + second.count)
  for (let index = 0; index < first.count; index++) copyOne(first, index, characters, index)
  for (let index = 0; index < second.count; index++) copyOne(second, index, characters, first.count + index)
  return characters
}

function copyOne(from: PageCharacters, index: number, to: PageCharacters, at: number): void {
  to.codePoints[at] = from.codePoints[index] ?? 0
  to.boxes.set(from.boxes.subarray(index * 4, index * 4 + 4), at * 4)
  to.flags[at] = from.flags[index] ?? 0
  to.quarters[at] = from.quarters[index] ?? 0
  to.doubts[at] = from.doubts[index] ?? 0
}
