import type { SeenWord } from './reader.ts'

/** No page has more words. */
const wordsMax = 20_000
const wordLengthMax = 400
/**
 * The level of words in Tesseract's TSV. Its columns: level page block par line word left top width height
 * conf text.
 */
const wordLevel = '5'

/** Parses Tesseract's TSV, with or without its header. Rows that aren't words are left out. */
export function wordsOfTsv(tsv: string): SeenWord[] {
  const words: SeenWord[] = []
  let line = 0
  let lineKey = ''
  for (const row of tsv.split('\n')) {
    const cells = row.split('\t')
    if (cells.length !== 12 || cells[0] !== wordLevel) continue
    const text = (cells[11] ?? '').trim().slice(0, wordLengthMax)
    const [left, top, width, height, confidence] = cells.slice(6, 11).map(Number)
    if (text === '' || left === undefined || top === undefined) continue
    if (!(isSize(width) && isSize(height) && Number.isFinite(confidence))) continue
    const key = cells.slice(1, 5).join(' ')
    if (key !== lineKey) line += 1
    lineKey = key
    const box = { left, top, right: left + width, bottom: top + height }
    words.push({ text, ...box, confidence: Math.min(1, Math.max(0, Number(confidence) / 100)), line })
    if (words.length === wordsMax) break
  }
  return words
}

function isSize(value: number | undefined): value is number {
  return value !== undefined && value > 0 && value < 100_000
}
