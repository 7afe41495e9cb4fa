import { type Box, heightOf, overlapX, unionOf } from './box.ts'
import type { Fragment } from './fragments.ts'

/** Fewer may be items of a list. */
const stackedMin = 3
/** In heights of the higher: commas are low. */
const gapMax = 0.8

/**
 * Chinese written from top to bottom, as the labels of narrow cells are, with a line of its own for each
 * character: they become one line again.
 */
export function withStacked(lines: readonly Fragment[][]): Fragment[][] {
  const result: Fragment[][] = []
  let stack: Fragment[] = []
  const close = () => {
    if (stack.length < stackedMin) result.push(...stack.map((fragment) => [fragment]))
    else result.push(joined(stack))
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
  const gap = (upper.bottom - lower.top) / Math.max(heightOf(lower), heightOf(upper))
  return overlapX(lower, upper) > width / 2 && gap > -gapMax && gap < gapMax
}

function joined(stack: readonly Fragment[]): Fragment[] {
  const [first] = stack
  if (first === undefined) return []
  const characters = stack.flatMap((fragment) => fragment.characters)
  const length = stack.reduce((sum, fragment) => sum + fragment.length, 0)
  return [{ ...first, ...stack.reduce<Box>(unionOf, first), characters, length }]
}
