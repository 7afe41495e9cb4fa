import { type Box, heightOf, onOneLine, overlapX, overlapY, unionOf } from './box.ts'
import type { Fragment } from './fragments.ts'

/** Shorter stacks may be items of a list. */
const stackedMin = 3
/** Maximum gap between two characters, in heights of the taller one. Commas are low. */
const gapMax = 0.8
/**
 * Maximum average gap where no text is beside the stack. Items of a list are further apart than characters.
 */
const gapAloneMax = 0.3

/**
 * Joins Chinese text written from top to bottom, as in labels of narrow cells, into one line. Each
 * character arrives as a line of its own. A table column with one character per cell is left as it is.
 */
export function withStacked(lines: readonly Fragment[][]): Fragment[][] {
  const all = lines.flat()
  const result: Fragment[][] = []
  let stack: Fragment[] = []
  const close = () => {
    if (stack.length >= stackedMin && isColumn(stack, all)) result.push(joined(stack))
    else result.push(...stack.map((fragment) => [fragment]))
    stack = []
  }
  for (const line of lines) {
    const [only] = line
    const last = stack.at(-1)
    if (last !== undefined && !(only !== undefined && isOneCharacter(line) && isUnder(only, last))) close()
    if (only !== undefined && isOneCharacter(line)) stack.push(only)
    else result.push(line)
  }
  close()
  return result
}

/** A Chinese character counts as two. */
function isOneCharacter([only, ...others]: readonly Fragment[]): boolean {
  return others.length === 0 && only?.length === 2 && only.characters.length === 1 && !only.recognised
}

function isUnder(lower: Box, upper: Box): boolean {
  const width = Math.min(lower.right - lower.left, upper.right - upper.left)
  const gap = gapBetween(upper, lower)
  return overlapX(lower, upper) > width / 2 && gap > -gapMax && gap < gapMax
}

function gapBetween(upper: Box, lower: Box): number {
  return (upper.bottom - lower.top) / Math.max(heightOf(lower), heightOf(upper))
}

/** Text beside a label continues on its own lines. In a table, each cell has a cell of its row beside it. */
function isColumn(stack: readonly Fragment[], all: readonly Fragment[]): boolean {
  const box = stack.reduce<Box>(unionOf, stack[0] as Box)
  const beside = all.filter((other) => other.characters.length > 1 && overlapY(other, box) > 0)
  if (beside.length > 0) return !stack.every((one) => beside.some((other) => onOneLine(one, other)))
  const gaps = stack.slice(1).map((lower, at) => gapBetween(stack[at] as Box, lower))
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length < gapAloneMax
}

function joined(stack: readonly Fragment[]): Fragment[] {
  const [first] = stack
  if (first === undefined) return []
  const characters = stack.flatMap((fragment) => fragment.characters)
  const length = stack.reduce((sum, fragment) => sum + fragment.length, 0)
  return [{ ...first, ...stack.reduce<Box>(unionOf, first), characters, length }]
}
