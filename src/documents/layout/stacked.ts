import { type Box, heightOf, onOneLine, overlapX, overlapY, unionOf } from './box.ts'
import type { Fragment } from './fragments.ts'

/** Fewer may be items of a list. */
const stackedMin = 3
/** In heights of the higher: commas are low. */
const gapMax = 0.8
/** With nothing beside it, as lines of a list have it: characters of one column stand closer. */
const gapAloneMax = 0.3

/**
 * Chinese written from top to bottom, as the labels of narrow cells are, with a line of its own for each
 * character: they become one line again. A column of a table whose cells hold one character each does not.
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

/** Chinese characters count twice. */
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

/** What is beside a label goes on by itself; beside each cell of a table is another of its row. */
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
