import { medianOf } from '../../layout/median.ts'
import type { SeenWord } from './reader.ts'

/** Lines of fewer words say little of how a page lies. */
const lineWordsMin = 4
const linesMin = 3
/** A page that is turned by more isn't a page of such lines: 8 degrees. */
const slopeMax = 0.14
/** Of the height of its highest letters, what a line takes with room above and below: as fonts have it. */
const lineRoom = 1.2
/** Of their height, what parts of one line share. */
const onLineMin = 0.6
/** A word that is so much higher than the others of its line is no word. */
const higherMax = 1.6

/**
 * Words of a page that lies askew, as if it lay straight, and the words of a line on one line: Tesseract's
 * boxes are as high as the letters in them. Their number stays, and so does the order of lines. None
 * reaches over the next.
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

/** Boxes of numbers in Chinese text often reach over the next words, which would seem to come first. */
function endOf(word: SeenWord, next: SeenWord | undefined): number {
  return next === undefined || next.left <= word.left ? word.right : Math.min(word.right, next.left)
}

/** Of a line that Tesseract took for several, the part on the left is read first. */
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

/** How far lines go down for each step to the right: the usual one of the long lines. */
function slopeOf(lines: readonly SeenWord[][]): number {
  const slopes = lines.filter((line) => line.length >= lineWordsMin).map(slopeOfLine)
  const usual = slopes.length < linesMin ? 0 : medianOf(slopes)
  return Math.abs(usual) <= slopeMax ? usual : 0
}

/** By least squares through the middles of the words. */
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
