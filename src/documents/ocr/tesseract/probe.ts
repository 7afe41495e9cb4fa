import type { PagePicture } from '../../pdfium/render.ts'
import { inked } from '../even-ground.ts'
import type { OcrLanguage, SeenWord } from './reader.ts'

/** A few lines of text: enough to detect the script and the rotation of the page. */
const bandRows = 90
/** A row with fewer changes from light to dark has no text. */
const changesMin = 8

/**
 * Half of the page's width is enough if its rows change this often on average: 30 letters or more. Reading
 * English with the Chinese model takes a second for the full width.
 */
const halfChangesMin = 25

/**
 * The band of the page with the most letters; null if the page seems blank. Rows of letters change from
 * light to dark more often than rules and photos.
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
  const band = { width, height: rows, scale, grey: grey.slice(best * width, (best + rows) * width) }
  return densestHalf(band) ?? band
}

/** The half of a band's width with the most letters; null if it has too few. */
function densestHalf({ width, height, scale, grey }: PagePicture): PagePicture | null {
  const changes = new Uint32Array(width + 1)
  for (let y = 0; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const at = y * width + x
      if ((grey[at] ?? 255) < inked && (grey[at - 1] ?? 255) >= inked) changes[x] = (changes[x] ?? 0) + 1
    }
  }
  const sums = changes.map(() => 0)
  for (let x = 0; x < width; x++) sums[x + 1] = (sums[x] ?? 0) + (changes[x] ?? 0)
  const half = Math.floor(width / 2)
  const inkOf = (left: number) => (sums[left + half] ?? 0) - (sums[left] ?? 0)
  let best = 0
  for (let left = 0; left + half <= width; left += 8) if (inkOf(left) > inkOf(best)) best = left
  if (inkOf(best) < halfChangesMin * height) return null
  const cut = new Uint8Array(half * height)
  for (let y = 0; y < height; y++) {
    cut.set(grey.subarray(y * width + best, y * width + best + half), y * half)
  }
  return { width: half, height, scale, grey: cut }
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
