import type { PagePicture } from '../../pdfium/render.ts'
import type { SeenWord } from './reader.ts'

/** In points of a picture at 200 dpi: smaller is dust, larger no bullet. */
const sizeMin = 4
const sizeMax = 18
/** A disc fills 0.79 of its box, a square all of it, a letter less. */
const filledMin = 0.66
const inked = 128

/**
 * Bullets, which Tesseract doesn't know and takes for letters and signs: what stands by itself, and in the
 * picture is a small disc or square that hangs in the middle of its line.
 */
export function seeBullets(words: readonly SeenWord[], picture: PagePicture): SeenWord[] {
  const lines = Map.groupBy(words, (word) => word.line)
  return words.map((word) => {
    if (word.text.length > 1) return word
    const line = (lines.get(word.line) ?? []).filter((other) => other.text.length > 1)
    return line.length > 0 && isBullet(inkIn(word, picture), line) ? { ...word, text: '•' } : word
  })
}

interface Ink {
  readonly top: number
  readonly width: number
  readonly height: number
  readonly filled: number
}

function isBullet({ top, width, height, filled }: Ink, line: readonly SeenWord[]): boolean {
  if (Math.min(width, height) < sizeMin || Math.max(width, height) > sizeMax) return false
  if (Math.min(width, height) < Math.max(width, height) * 0.7 || filled < filledMin) return false
  const nearest = line.reduce((sum, each) => sum + (each.top + each.bottom) / 2, 0) / line.length
  const lineHeight = Math.max(...line.map((each) => each.bottom - each.top))
  const middle = top + height / 2
  return height < lineHeight * 0.6 && Math.abs(middle - nearest) < lineHeight * 0.25
}

/** Where in the box of a word there is ink, and how much of that it fills. */
function inkIn(word: SeenWord, { width, height, grey }: PagePicture): Ink {
  let [left, top, right, bottom, points] = [width, height, -1, -1, 0]
  for (let y = Math.max(0, word.top); y < Math.min(height, word.bottom); y++) {
    for (let x = Math.max(0, word.left); x < Math.min(width, word.right); x++) {
      if ((grey[y * width + x] ?? 255) >= inked) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      points += 1
    }
  }
  if (points === 0) return { top: 0, width: 0, height: 0, filled: 0 }
  const box = { top, width: right - left + 1, height: bottom - top + 1 }
  return { ...box, filled: points / (box.width * box.height) }
}
