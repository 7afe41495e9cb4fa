import { type Box, heightOf } from './box.ts'
import type { Fragment } from './fragments.ts'
import { isProse, lengthOfLine, linesOf, proseLengthMin, runningShare } from './lines.ts'
import { medianOf } from './median.ts'
import { visitsOf } from './visits.ts'

/** Minimum number of lines in the column that has fewer. */
export const columnLinesMin = 2
const alignedShareMin = 0.85
/** Maximum vertical offset of level lines, in heights of a line. Lines in a photo rise and fall. */
const levelOffMax = { drawn: 0.15, seen: 0.3 }
const runningShareMin = 0.6
/** With fewer lines, whether they run on can't be decided. */
const runningLinesMin = 4
/** Minimum share of a table's rows in which both columns have a cell. */
const rowShareMin = 0.7

/**
 * Whether the two sides of a river are rows of a table, or entries with dates at the margin. The lines of
 * the side with fewer lines are then level with lines of the other. Columns can be level by chance; they
 * run on without gaps, and contain prose or are drawn one after the other.
 */
export function areRows(left: readonly Fragment[], right: readonly Fragment[]): boolean {
  const [leftLines, rightLines] = [linesOf(left), linesOf(right)]
  const [few, many] = leftLines.length < rightLines.length ? [leftLines, rightLines] : [rightLines, leftLines]
  if (few.length < columnLinesMin) return true
  const level = alignedShare(few, many, levelOffMax.drawn)
  // Up to half of the lines may be places instead of dates.
  if (datedShare(few) >= 0.5 && level > 0.5) return true
  if (level < alignedShareMin) return false
  if (few.length < runningLinesMin || runningShare(few) < runningShareMin) return true
  const apart = visitsOf(left, right).length <= Math.max(2, few.length * 0.3)
  return !(apart || isProse(few) || isProse(many))
}

type Lines = readonly (readonly Fragment[])[]

/**
 * Like `areRows`, but without a drawing order. If both sides have long lines, they are columns. Short lines
 * are rows if each has a line of the other side beside it.
 */
export function areRowsByPlace(left: readonly Fragment[], right: readonly Fragment[]): boolean {
  const [leftLines, rightLines] = [linesOf(left), linesOf(right)]
  const [few, many] = leftLines.length < rightLines.length ? [leftLines, rightLines] : [rightLines, leftLines]
  if (few.length < columnLinesMin) return true
  const level = alignedShare(few, many, levelOffMax.drawn)
  if (alignedShare(few, many, levelOffMax.seen) > 0.5 && (datedShare(few) > 0.5 || areAtMargin(rightLines)))
    return true
  if (areLabels(leftLines, rightLines)) return true
  if (level < alignedShareMin) return false
  if (few.length < runningLinesMin) return true
  if (areLong(few) && areLong(many)) return false
  return runningShare(few) < runningShareMin || few.length >= many.length * rowShareMin
}

function datedShare(lines: Lines): number {
  return lines.filter((line) => line.some(({ dated }) => dated)).length / lines.length
}

/**
 * Short lines that are aligned at the right and not at the left. They are dates and places, not a side bar.
 */
function areAtMargin(lines: Lines): boolean {
  if (areLong(lines)) return false
  const reach = medianOf(lines.flat().map(heightOf)) / 2
  const near = (ends: readonly number[]) => {
    const usual = medianOf(ends)
    return ends.filter((end) => Math.abs(end - usual) < reach).length
  }
  const lefts = lines.map((line) => Math.min(...line.map(({ left }) => left)))
  const rights = lines.map((line) => Math.max(...line.map(({ right }) => right)))
  return near(rights) > near(lefts) && near(rights) > lines.length / 2
}

/** More lines are a side bar, unless most are level with lines of the other side. */
const labelsMax = 8

/** Headings and field names, each beside the lines it labels. */
function areLabels(left: Lines, right: Lines): boolean {
  const few = left.length <= labelsMax || alignedShare(left, right, levelOffMax.seen) > 0.6
  return few && left.length * 2 <= right.length && runningShare(left) < 0.5 && !areLong(left)
}

function areLong(lines: Lines): boolean {
  return medianOf(lines.map(lengthOfLine)) >= proseLengthMin
}

/** The share of lines that are level with a line of the other side. */
function alignedShare(lines: Lines, others: Lines, offMax: number): number {
  const centres = others.flatMap((line) => line.map(centreOf))
  const aligned = lines.filter((line) =>
    line.some((box) => centres.some((centre) => Math.abs(centre - centreOf(box)) < heightOf(box) * offMax)),
  )
  return lines.length === 0 ? 0 : aligned.length / lines.length
}

function centreOf(box: Box): number {
  return (box.top + box.bottom) / 2
}
