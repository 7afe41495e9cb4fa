import { medianOf } from '../../layout/median.ts'
import type { SeenWord } from './reader.ts'

/** Shorter lines give a poor estimate of the page's slope. */
const lineWordsMin = 4
const linesMin = 3
/** A page with a larger slope (8 degrees) doesn't consist of such lines. */
const slopeMax = 0.14
/** The line height as a multiple of its highest letter: fonts leave space above and below. */
const lineRoom = 1.2
/** The share of the height that parts of one line have in common. */
const onLineMin = 0.6
/** A word that is this many times as high as its line's other words is not a word. */
const higherMax = 1.6

/**
 * Removes the slope of a page, and gives all words of a line the same top and bottom. Tesseract's boxes are
 * only as high as the letters in them. The number of words stays the same. No box overlaps the next one.
 */
export function straighten(words: readonly SeenWord[]): SeenWord[] {
  const lines = linesOf(words)
  const slope = slopeOf(lines)
  const straight = lines.map((line) => {
    const height = highest(line) * lineRoom
    const middle = medianOf(line.map((word) => middleOf(word) - slope * centreOf(word)))
    const place = { top: middle - height / 2, bottom: middle + height / 2 }
    return line.map((word, at) => ({ ...word, ...place, right: endOf(word, line[at + 1]) }))
  })
  return leftFirst(straight).flat()
}

/** In Chinese text, the boxes of numbers often overlap the next words, which would seem to come first. */
function endOf(word: SeenWord, next: SeenWord | undefined): number {
  return next === undefined || next.left <= word.left ? word.right : Math.min(word.right, next.left)
}

/** If Tesseract split a line into several, the left part comes first. */
function leftFirst(lines: readonly SeenWord[][]): SeenWord[][] {
  const sorted: SeenWord[][] = []
  for (const line of lines) {
    let place = sorted.length
    while (place > 0 && isLeftOf(line, sorted[place - 1])) place -= 1
    sorted.splice(place, 0, line)
  }
  return sorted
}

function isLeftOf(line: readonly SeenWord[], other: readonly SeenWord[] | undefined): boolean {
  const [end, start] = [line.at(-1), other?.[0]]
  if (end === undefined || start === undefined || end.right > start.left) return false
  const shared = Math.min(end.bottom, start.bottom) - Math.max(end.top, start.top)
  return shared > onLineMin * Math.min(end.bottom - end.top, start.bottom - start.top)
}

function linesOf(words: readonly SeenWord[]): SeenWord[][] {
  const lines: SeenWord[][] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last?.[0]?.line === word.line) last.push(word)
    else lines.push([word])
  }
  return lines
}

/** The slope of the lines: the vertical change per horizontal unit, as the median of the long lines. */
function slopeOf(lines: readonly SeenWord[][]): number {
  const slopes = lines.filter((line) => line.length >= lineWordsMin).map(slopeOfLine)
  const usual = slopes.length < linesMin ? 0 : medianOf(slopes)
  return Math.abs(usual) <= slopeMax ? usual : 0
}

/** The slope by least squares through the centres of the words. */
function slopeOfLine(line: readonly SeenWord[]): number {
  const centre = mean(line.map(centreOf))
  const middle = mean(line.map(middleOf))
  const across = line.map((word) => centreOf(word) - centre)
  const spread = across.reduce((sum, x) => sum + x * x, 0)
  const fall = line.reduce((sum, word, index) => sum + (across[index] ?? 0) * (middleOf(word) - middle), 0)
  return spread === 0 ? 0 : fall / spread
}

function highest(line: readonly SeenWord[]): number {
  const heights = line.map(({ top, bottom }) => bottom - top)
  const usual = medianOf(heights)
  return Math.max(...heights.filter((height) => height <= usual * higherMax))
}

const centreOf = ({ left, right }: SeenWord) => (left + right) / 2
const middleOf = ({ top, bottom }: SeenWord) => (top + bottom) / 2

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
