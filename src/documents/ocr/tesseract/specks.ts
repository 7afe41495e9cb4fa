import { medianOf } from '../../layout/median.ts'
import type { SeenWord } from './reader.ts'

/** Longer words, and words with more confidence, are text. */
const lengthMax = 2
const confidenceMax = 0.45

/**
 * Removes words that Tesseract reads in photos and dust: one or two doubtful letters or marks without other
 * text beside them. They would bridge the white space between columns. Digits, Chinese characters and
 * bullets stay.
 */
export function dropSpecks(words: readonly SeenWord[]): SeenWord[] {
  const lines = Map.groupBy(words, (word) => word.line)
  const parts = [...lines.values()].flatMap(partsOf)
  const specks = new Set(parts.filter((part) => part.every(isDoubted)).flat())
  return words.filter((word) => !specks.has(word))
}

/** Splits a line at gaps that are wider than the line is high. */
function partsOf(line: readonly SeenWord[]): SeenWord[][] {
  const height = medianOf(line.map(({ top, bottom }) => bottom - top))
  const parts: SeenWord[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const word of line.toSorted((a, b) => a.left - b.left)) {
    if (word.left - end > height) parts.push([])
    parts.at(-1)?.push(word)
    end = word.right
  }
  return parts
}

function isDoubted({ text, confidence }: SeenWord): boolean {
  return confidence < confidenceMax && text.length <= lengthMax && !/[\p{N}\p{Script=Han}•]/u.test(text)
}
