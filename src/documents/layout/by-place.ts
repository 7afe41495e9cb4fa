import { type Box, heightOf, unionOf } from './box.ts'
import type { Fragment } from './fragments.ts'
import { linesOf } from './lines.ts'
import { medianOf } from './median.ts'
import { mended } from './mend.ts'
import { columnsIn } from './rivers.ts'
import { areRowsByPlace } from './rows.ts'

const depthMax = 12

/**
 * The fragments of a page that was read in its picture, in the order in which a person reads them: by where
 * they stand. What OCR takes for blocks, and the order it gives them, is no drawing order: it puts the dates
 * of all entries behind them, and crosses columns. Inside one column it is kept where it goes down line by
 * line.
 */
export function orderByPlace(region: readonly Fragment[], depth = 0): readonly Fragment[] {
  if (region.length < 2 || depth >= depthMax) return downLines(region)
  const parts = cutAtHeadings(region)
  if (parts.length > 1) return parts.flatMap((part) => orderByPlace(part, depth + 1))
  const columns = columnsIn(region, areRowsByPlace)
  if (columns === null) return downLines(region)
  const { above, left, right, below } = columns
  return [above, left, right, below].flatMap((part) => orderByPlace(part, depth + 1))
}

/** Of lines whose pieces OCR took for parts of different blocks, the share above which its order is left. */
const brokenShareMax = 0.1

/** A region without columns: OCR knows better than geometry which of its lines a label belongs to. */
function downLines(region: readonly Fragment[]): readonly Fragment[] {
  const lines = linesOf(region)
  const broken = lines.filter((line) =>
    line.some((each, index) => index > 0 && each.drawn !== (line[index - 1]?.drawn ?? 0) + 1),
  )
  const found = region.toSorted((a, b) => a.drawn - b.drawn)
  const kept = broken.length <= lines.length * brokenShareMax ? mended(found, null) : null
  return kept ?? lines.flat()
}

/** In heights of a line: the white above and below a heading, and how far from the middle it may stand. */
const headingGapMin = { above: 0.6, below: 0.3 }
const headingOffMax = 1.5
/** Of the width of a region: a longer line is text. */
const headingWidthMax = 1 / 3

/** A region in parts, at each heading that stands by itself in the middle over all of its columns. */
function cutAtHeadings(region: readonly Fragment[]): Fragment[][] {
  const [first, ...others] = region
  if (first === undefined) return []
  const frame = others.reduce<Box>(unionOf, first)
  const usual = medianOf(region.map(heightOf))
  const lines = linesOf(region)
  const parts: Fragment[][] = []
  let bottom = Number.POSITIVE_INFINITY
  for (const [index, line] of lines.entries()) {
    const next = Math.max(...(lines[index + 1] ?? []).map(({ top }) => top))
    const [piece, ...more] = line
    const isHeading =
      piece !== undefined &&
      more.length === 0 &&
      isInMiddle(piece, frame, usual * headingOffMax) &&
      bottom - piece.top > usual * headingGapMin.above &&
      piece.bottom - next > usual * headingGapMin.below
    if (isHeading || parts.length === 0) parts.push([])
    parts.at(-1)?.push(...line)
    bottom = Math.min(bottom, ...line.map((each) => each.bottom))
  }
  return parts
}

function isInMiddle(piece: Box, frame: Box, offMax: number): boolean {
  const off = Math.abs(piece.left + piece.right - frame.left - frame.right) / 2
  return off < offMax && piece.right - piece.left < (frame.right - frame.left) * headingWidthMax
}
