import type { PagePicture } from '../../pdfium/render.ts'
import { boxOf, inkIn } from './ink.ts'
import type { SeenWord } from './reader.ts'

/** In pixels at 200 dpi. Smaller marks are dust, larger ones aren't bullets. */
const sizeMin = 3
const sizeMax = 18
/** A disc fills 0.79 of its box, a square all of it, a letter less. */
const filledMin = 0.66
/**
 * Small letters may look like discs. A letter with this confidence is a bullet only at the start of a line
 * and before a gap. The gap is a share of the line height.
 */
const letter = { doubtMax: 0.8, gapMax: 0.45 }
/** The box of a mark is often narrower than the mark. */
const markMargin = 6
/** The number of nearest words that determine the middle of the line, because a line may slope. */
const neighbours = 3

/**
 * Finds bullets, and the dots between parts of a line. Tesseract doesn't know them and reads letters or
 * signs. A bullet is a separate mark that is a small disc or square at the middle height of its line.
 */
export function seeBullets(words: readonly SeenWord[], picture: PagePicture): SeenWord[] {
  const lines = Map.groupBy(words, (word) => word.line)
  return words.map((word) => {
    const line = lines.get(word.line) ?? []
    return mayBeBullet(word, line) && isBullet(word, line, picture) ? { ...word, text: '•' } : word
  })
}

function mayBeBullet(word: SeenWord, line: readonly SeenWord[]): boolean {
  const { text, confidence, right } = word
  if (text.length > 1) return false
  const begins = line[0] === word
  if (/[\p{L}\p{N}]/u.test(text) && confidence >= letter.doubtMax) {
    const next = line[1]
    return begins && next !== undefined && next.left - right > letter.gapMax * (next.bottom - next.top)
  }
  // The Chinese full stop is a small ring. It is lower in the line than the boxes of Chinese words suggest.
  return text !== '。' || begins
}

function isBullet(word: SeenWord, line: readonly SeenWord[], picture: PagePicture): boolean {
  const near = line
    .filter((other) => other.text.length > 1 || /\p{Script=Han}/u.test(other.text))
    .toSorted((a, b) => distance(a, word) - distance(b, word))
    .slice(0, neighbours)
  if (near.length === 0) return false
  const { top, width, height, filled } = inkIn(placeOf(word, line), picture)
  if (Math.min(width, height) < sizeMin || Math.max(width, height) > sizeMax) return false
  if (Math.min(width, height) < Math.max(width, height) * 0.7 || filled < filledMin) return false
  const lineHeight = Math.max(...near.map((each) => each.bottom - each.top))
  const middle = near.reduce((sum, each) => sum + (each.top + each.bottom) / 2, 0) / near.length
  return height < lineHeight * 0.6 && Math.abs(top + height / 2 - middle) < lineHeight * 0.2
}

/** The area that may contain its ink. For a mark it extends to its neighbours. */
function placeOf(word: SeenWord, line: readonly SeenWord[]): SeenWord {
  if (/[\p{L}\p{N}]/u.test(word.text)) return word
  const left = Math.max(
    word.left - markMargin,
    ...line.map(({ right }) => right).filter((x) => x <= word.left),
  )
  const right = Math.min(
    word.right + markMargin,
    ...line.map((each) => each.left).filter((x) => x >= word.right),
  )
  const { top, bottom } = boxOf(line)
  return { ...word, left, right, top, bottom }
}

function distance(word: SeenWord, other: SeenWord): number {
  return Math.max(word.left - other.right, other.left - word.right)
}
