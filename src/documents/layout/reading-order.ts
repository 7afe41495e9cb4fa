import { besideTheirLines } from './beside.ts'
import { onOneLine } from './box.ts'
import { orderByPlace } from './by-place.ts'
import { areBlocksMixed } from './chance.ts'
import type { Fragment } from './fragments.ts'
import { linesOf } from './lines.ts'
import { mended } from './mend.ts'
import { columnsIn } from './rivers.ts'
import { areRows } from './rows.ts'
import { withStacked } from './stacked.ts'
import { areWoven } from './weaving.ts'

/** No page made for people has more fragments. Larger pages keep their order. */
const fragmentsMax = 2_000

/**
 * Sorts the fragments of a page into reading order. A coherent drawing order is kept, because the program
 * that made the page knew more than geometry shows. Text recognised in a picture has no drawing order. See
 * the README of `documents`.
 */
export function readingOrder(fragments: readonly Fragment[]): readonly Fragment[] {
  if (fragments.length > fragmentsMax) return fragments
  const recognised = fragments.filter((fragment) => fragment.recognised)
  return recognised.length > fragments.length / 2
    ? orderByPlace(fragments)
    : ordered(besideTheirLines(fragments), 0)
}

const depthMax = 12

function ordered(fragments: readonly Fragment[], depth: number): readonly Fragment[] {
  if (fragments.length < 2) return fragments
  const drawn = fragments.toSorted((a, b) => a.drawn - b.drawn)
  const columns = columnsIn(fragments, areRows)
  const coherent =
    columns !== null && (areWoven(columns) || areBlocksMixed(columns)) ? null : mended(drawn, columns)
  if (coherent !== null) return coherent
  if (columns === null || depth >= depthMax) return linesOf(fragments).flat()
  const { above, left, right, below } = columns
  return [above, left, right, below].flatMap((part) => ordered(part, depth + 1))
}

/** The lines of a page in reading order. A fragment to the right of the previous one joins its line. */
export function readingLines(fragments: readonly Fragment[]): Fragment[][] {
  const lines: Fragment[][] = []
  let last: Fragment | undefined
  for (const fragment of readingOrder(fragments)) {
    const beside = last !== undefined && onOneLine(last, fragment) && fragment.left > last.left
    if (beside) lines.at(-1)?.push(fragment)
    else lines.push([fragment])
    last = fragment
  }
  return fragments.length > fragmentsMax ? lines : withStacked(lines)
}
