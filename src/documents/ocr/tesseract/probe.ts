import type { PagePicture } from '../../pdfium/render.ts'
import { inked } from '../even-ground.ts'
import type { OcrLanguage, SeenWord } from './reader.ts'

/** A few lines of text: enough to tell the script, and whether the page stands upright. */
const bandRows = 90
/** Changes from light to dark in a row, below which it holds no text. */
const changesMin = 8

/**
 * The part of a page with the most letters: a band as wide as the page. Null where the page seems blank.
 * Letters are told from lines and photos by how often a row changes from light to dark.
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
    // Noise changes at every other point.
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
/** What is surer than this is believed to be there; on a page that lies on its side little is. */
const confidenceMin = 0.6

/** How much of what was seen can be believed, in letters, and how sure the reader was on the whole. */
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

/** The language of a band that was read with the Chinese model, which knows Latin letters too. */
export function languageOf(words: readonly SeenWord[]): OcrLanguage {
  const text = words
    .filter(({ confidence }) => confidence >= confidenceMin)
    .map((word) => word.text)
    .join('')
  const han = text.match(chinese)?.length ?? 0
  const all = text.match(letters)?.length ?? 0
  return han >= chineseMin && han >= all * chineseShareMin ? 'chi_sim' : 'eng'
}
