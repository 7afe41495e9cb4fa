import { type Box, heightOf, onOneLine, overlapX } from './box.ts'
import type { Fragment } from './fragments.ts'
import { medianOf } from './median.ts'

/** Groups the pieces of a region without columns into lines, from top to bottom and from left to right. */
export function linesOf<Piece extends Box>(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = []
  const sorted = pieces.toSorted((a, b) => b.top + b.bottom - (a.top + a.bottom))
  let line: Piece[] = []
  for (const piece of sorted) {
    const isUnder = line.some((other) => overlapX(other, piece) > 0 && !onOneLine(other, piece))
    if (line.length > 0 && (isUnder || !line.some((other) => onOneLine(other, piece)))) {
      lines.push(line)
      line = []
    }
    line.push(piece)
  }
  if (line.length > 0) lines.push(line)
  return lines.map((each) => each.toSorted((a, b) => a.left - b.left))
}

/** The share of lines, given from the top, that the next line follows closely, as in running text. */
export function runningShare(lines: readonly (readonly Box[])[]): number {
  if (lines.length < 2) return 0
  let close = 0
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]?.[0]
    const box = line[0]
    if (next === undefined || box === undefined) continue
    if (box.bottom - next.top < 0.5 * Math.min(heightOf(box), heightOf(next))) close += 1
  }
  return close / (lines.length - 1)
}

/**
 * Minimum length of a line that is more than a label, a date or an item of a list. Chinese characters count
 * twice.
 */
export const proseLengthMin = 20
const fullShareMin = 0.7

/** Whether lines are long enough for sentences and at least half of them are nearly full. */
export function isProse(lines: readonly (readonly Fragment[])[]): boolean {
  const lengths = lines.map(lengthOfLine)
  const longest = Math.max(...lengths)
  const full = lengths.filter((length) => length > longest * fullShareMin)
  return medianOf(lengths) >= proseLengthMin && full.length >= lines.length / 2
}

/** In characters; Chinese ones count twice. */
export function lengthOfLine(line: readonly Fragment[]): number {
  return line.reduce((sum, { length }) => sum + length, 0)
}
