import { type Box, heightOf, overlapY } from './box.ts'
import { isProse, linesOf } from './lines.ts'
import { medianOf } from './median.ts'
import type { Columns } from './rivers.ts'
import { visitsOf } from './visits.ts'

/** In a table drawn row by row, a cell overlaps at most one of its two neighbours in the drawing order. */
const tableOverlapShareMax = 0.65
/** In a small table, this many more than half of the cells may overlap, including large headings. */
const tableOverlapsMore = 1.5

/**
 * Whether columns are drawn line by line across both, as by a program that sorts text from top to bottom. A
 * table is drawn row by row too, but its cells don't overlap the next row.
 */
export function areWoven({ left, right }: Columns): boolean {
  const [leftLines, rightLines] = [linesOf(left), linesOf(right)]
  const visits = visitsOf(left, right)
  if (visits.length <= Math.min(leftLines.length, rightLines.length) || visits.length < 8) return false
  const usual = Math.max(0, usualOverlap(leftLines), usualOverlap(rightLines))
  const overlapping = visits.filter((visit, index) => {
    const next = visits[index + 1]
    return next !== undefined && overlapShare(visit, next) > usual + 0.05
  })
  const steps = visits.length - 1
  const tableMax = Math.max(steps * tableOverlapShareMax, (steps + 1) / 2 + tableOverlapsMore)
  return overlapping.length > tableMax || (isProse(leftLines) && isProse(rightLines))
}

/** The median share of a line's height that overlaps the next line of its column. */
function usualOverlap(lines: readonly (readonly Box[])[]): number {
  const shares = lines.flatMap((line, index) => {
    const [box, next] = [line[0], lines[index + 1]?.[0]]
    return box === undefined || next === undefined ? [] : [overlapShare(box, next)]
  })
  return medianOf(shares)
}

function overlapShare(a: Box, b: Box): number {
  return overlapY(a, b) / Math.min(heightOf(a), heightOf(b))
}

/** Whether the drawing order alternates between the columns many times. */
export function areMixed({ left, right }: Columns): boolean {
  return visitsOf(left, right).length > Math.max(4, Math.min(left.length, right.length) * 0.7)
}
