import type { Box } from './box.ts'
import type { Fragment } from './fragments.ts'
import { linesOf } from './lines.ts'
import type { Columns } from './rivers.ts'
import { titleOf } from './title.ts'
import { joined, type Visit, visitsOf } from './visits.ts'

/** Fewer lines in one go are labels, dates or a heading, which have their place beside other text. */
const blockLinesMin = 3

/**
 * Whether the blocks of a page were drawn in the order in which somebody laid them down, as programs for
 * posters do: the title after what stands under or beside it, or columns by turns, block by block, and not
 * as the rows of a grid.
 */
export function areBlocksMixed(columns: Columns): boolean {
  return isTitleLate(columns) || goBackAndForth(columns)
}

/** The largest letters head the page: nobody reads them after a column under them, or to their right. */
function isTitleLate({ above, left, right }: Columns): boolean {
  const title = titleOf([...above, ...left, ...right])
  if (title === undefined) return false
  const isBefore = (part: readonly Fragment[]) =>
    part.filter((each) => each.drawn < title.drawn).length > part.length / 2
  if (above.includes(title)) return isBefore(left) || isBefore(right)
  return left.includes(title) && isBefore(right) && left.every(({ top }) => top <= title.top)
}

/**
 * Whether the drawing goes over to the other column and back again without having gone down on the page.
 * From row to row of a grid it goes down every second time.
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
