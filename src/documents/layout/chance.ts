import type { Box } from './box.ts'
import type { Fragment } from './fragments.ts'
import { linesOf } from './lines.ts'
import type { Columns } from './rivers.ts'
import { titleOf } from './title.ts'
import { joined, type Visit, visitsOf } from './visits.ts'

/** Fewer consecutive lines are labels, dates or a heading, which belong beside other text. */
const blockLinesMin = 3

/**
 * Whether the blocks of a page were drawn in the order of editing, as poster programs do. Either the title is
 * drawn after the text under or beside it, or the drawing alternates between the columns block by block. The
 * rows of a grid don't count as alternating.
 */
export function areBlocksMixed(columns: Columns): boolean {
  return isTitleLate(columns) || goBackAndForth(columns)
}

/** The title has the largest letters. It is read before the column under it and the column to its right. */
function isTitleLate({ above, left, right }: Columns): boolean {
  const title = titleOf([...above, ...left, ...right])
  if (title === undefined) return false
  const isBefore = (part: readonly Fragment[]) =>
    part.filter((each) => each.drawn < title.drawn).length > part.length / 2
  if (above.includes(title)) return isBefore(left) || isBefore(right)
  return left.includes(title) && isBefore(right) && left.every(({ top }) => top <= title.top)
}

/**
 * Whether the drawing switches to the other column and back without moving down the page. In a grid, every
 * second switch moves down to the next row.
 */
function goBackAndForth({ left, right }: Columns): boolean {
  const blocks = joined(visitsOf(left, right).filter(isBlock))
  return blocks.some((block, index) => {
    const [next, last] = [blocks[index + 1], blocks[index + 2]]
    return next && last && !goesDown(block, next) && !goesDown(next, last)
  })
}

function isBlock({ fragments }: Visit): boolean {
  return linesOf(fragments).length >= blockLinesMin
}

function goesDown(from: Box, to: Box): boolean {
  return to.top <= from.bottom + 1
}
