import type { PagePicture } from '../../pdfium/render.ts'
import { boxOf, inkIn } from './ink.ts'
import type { SeenWord } from './reader.ts'

/** In points of a picture at 200 dpi: smaller is dust, larger no bullet. */
const sizeMin = 3
const sizeMax = 18
/** A disc fills 0.79 of its box, a square all of it, a letter less. */
const filledMin = 0.66
/** Small letters may look like discs; but they are read surely, and no gap follows, in line heights. */
const letter = { doubtMax: 0.8, gapMax: 0.45 }
/** The box of a mark is often narrower than the mark. */
const markMargin = 6
/** Words around a mark that tell where the middle of its line is, even of one that falls or rises. */
const neighbours = 3

/**
 * Bullets and the dots between parts of a line, which Tesseract doesn't know and takes for letters and signs:
 * what stands by itself, and in the picture is a small disc or square that hangs in the middle of its line.
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
  // The Chinese full stop is a small ring, which stands lower than boxes of Chinese words tell.
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

/** Where its ink may be: around a mark as far as its neighbours. */
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
