import { type Box, heightOf } from './box.ts'
import type { Fragment } from './fragments.ts'
import { isProse, lengthOfLine, linesOf, proseLengthMin, runningShare } from './lines.ts'
import { medianOf } from './median.ts'
import { visitsOf } from './visits.ts'

/** Lines on the side of two columns that has fewer. */
export const columnLinesMin = 2
const alignedShareMin = 0.85
/** In heights of a line, how far level lines stand apart: those of a photo rise and fall. */
const levelOffMax = { drawn: 0.15, seen: 0.3 }
const runningShareMin = 0.6
/** Of fewer lines nobody can say whether they run on. */
const runningLinesMin = 4
/** Of a table, the share of rows in which each column has something. */
const rowShareMin = 0.7

/**
 * Whether two sides of a river are rows of a table, or entries with their dates at the margin: the lines of
 * the shorter side stand on lines of the other. Columns whose lines happen to be level run on without gaps,
 * and hold prose or were drawn one after the other.
 */
export function areRows(left: readonly Fragment[], right: readonly Fragment[]): boolean {
  const [leftLines, rightLines] = [linesOf(left), linesOf(right)]
  const [few, many] = leftLines.length < rightLines.length ? [leftLines, rightLines] : [rightLines, leftLines]
  if (few.length < columnLinesMin) return true
  const level = alignedShare(few, many, levelOffMax.drawn)
  // Half of the lines of dates may be places.
  if (datedShare(few) >= 0.5 && level > 0.5) return true
  if (level < alignedShareMin) return false
  if (few.length < runningLinesMin || runningShare(few) < runningShareMin) return true
  const apart = visitsOf(left, right).length <= Math.max(2, few.length * 0.3)
  return !(apart || isProse(few) || isProse(many))
}

type Lines = readonly (readonly Fragment[])[]

/**
 * The same where no drawing order tells columns from rows. Both sides of long lines are columns; of short
 * ones, rows where each has a line of the other beside it.
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

/** Short lines that end below each other, and don't begin so: places and dates, and no side bar. */
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

/** More of them are a side bar, unless most are level with what they are about. */
const labelsMax = 8

/** Headings and names of fields, each beside the lines that it is about. */
function areLabels(left: Lines, right: Lines): boolean {
  const few = left.length <= labelsMax || alignedShare(left, right, levelOffMax.seen) > 0.6
  return few && left.length * 2 <= right.length && runningShare(left) < 0.5 && !areLong(left)
}

function areLong(lines: Lines): boolean {
  return medianOf(lines.map(lengthOfLine)) >= proseLengthMin
}

/** Which part of some lines stand level with one of the others. */
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
