import type { PagePicture } from '../../pdfium/render.ts'
import { inked } from '../even-ground.ts'
import type { OcrLanguage, SeenWord } from './reader.ts'

/** A few lines of text: enough to detect the script and the rotation of the page. */
const bandRows = 90
/** A row with fewer changes from light to dark has no text. */
const changesMin = 8

/**
 * The band of the page with the most letters, as wide as the page; null if the page seems blank. Rows of
 * letters change from light to dark more often than rules and photos.
 */
export function densestBand({ width, height, grey, scale }: PagePicture): PagePicture | null {
  const sums = new Float64Array(height + 1)
  for (let y = 0; y < height; y++) {
    let changes = 0
    let dark = false
    for (let at = y * width, end = at + width; at < end; at++) {
      const now = (grey[at] ?? 255) < inked
      if (now && !dark) changes += 1
      dark = now
    }
    // Noise changes at every other pixel.
    sums[y + 1] = (sums[y] ?? 0) + (changes > changesMin && changes < width / 6 ? changes : 0)
  }
  const rows = Math.min(bandRows, height)
  let best = 0
  const inkOf = (top: number) => (sums[top + rows] ?? 0) - (sums[top] ?? 0)
  for (let top = 0; top + rows <= height; top += 8) if (inkOf(top) > inkOf(best)) best = top
  if (inkOf(best) === 0 && (sums[height] ?? 0) === 0) return null
  return { width, height: rows, scale, grey: grey.slice(best * width, (best + rows) * width) }
}

const chineseMin = 4
const chineseShareMin = 0.08
const chinese = /\p{Script=Han}/gu
const letters = /[\p{L}\p{N}]/gu
/** Words with this confidence are accepted. A page that is sideways has few of them. */
const confidenceMin = 0.6

/** The number of letters in accepted words, and the average confidence of all letters. */
export function beliefIn(words: readonly SeenWord[]): { letters: number; confidence: number } {
  let believed = 0
  let sum = 0
  let all = 0
  for (const { text, confidence } of words) {
    const count = text.match(letters)?.length ?? 0
    all += count
    sum += count * confidence
    if (confidence >= confidenceMin) believed += count
  }
  return { letters: believed, confidence: all === 0 ? 0 : sum / all }
}

/** The language of a band that the Chinese model read. That model also knows Latin letters. */
export function languageOf(words: readonly SeenWord[]): OcrLanguage {
  const text = words
    .filter(({ confidence }) => confidence >= confidenceMin)
    .map((word) => word.text)
    .join('')
  const han = text.match(chinese)?.length ?? 0
  const all = text.match(letters)?.length ?? 0
  return han >= chineseMin && han >= all * chineseShareMin ? 'chi_sim' : 'eng'
}
