import { type Box, heightOf, unionOf } from './box.ts'
import type { Fragment } from './fragments.ts'
import { linesOf } from './lines.ts'
import { medianOf } from './median.ts'
import { mended } from './mend.ts'
import { columnsIn } from './rivers.ts'
import { areRowsByPlace } from './rows.ts'

const depthMax = 12

/**
 * Sorts the fragments of a page read by OCR into reading order by position. OCR's own order is unreliable:
 * it puts the dates of all entries behind them and crosses columns. Within one column, it is kept if it
 * goes down line by line.
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

/** Maximum share of lines whose pieces are not adjacent in OCR's order. Above it, that order is discarded. */
const brokenShareMax = 0.1

/** Orders a region without columns. OCR knows better than geometry which of its lines a label belongs to. */
function downLines(region: readonly Fragment[]): readonly Fragment[] {
  const lines = linesOf(region)
  const broken = lines.filter((line) =>
    line.some((each, index) => index > 0 && each.drawn !== (line[index - 1]?.drawn ?? 0) + 1),
  )
  const found = region.toSorted((a, b) => a.drawn - b.drawn)
  const kept = broken.length <= lines.length * brokenShareMax ? mended(found, null) : null
  return kept ?? lines.flat()
}

/**
 * In heights of a line: the white space above and below a heading, and its maximum distance from the
 * centre.
 */
const headingGapMin = { above: 0.6, below: 0.3 }
const headingOffMax = 1.5
/** As a share of the region's width. A wider line is text. */
const headingWidthMax = 1 / 3

/** Cuts a region at each heading that is alone on its line and centred above the columns. */
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
