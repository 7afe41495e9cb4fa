import { type Box, heightOf, onOneLine, overlapX, overlapY } from './box.ts'
import type { Fragment } from './fragments.ts'

/** Above this share of misplaced fragments the drawing order isn't worth keeping. */
const misplacedShareMax = 0.35

/**
 * The drawing order with what is out of place in it put where it belongs: a footer that is drawn first, dates
 * and headings that a browser draws before or after all other text. Null when too much is out of place.
 * What must come first: of two pieces one above the other, the upper (Breuel, 2003).
 */
export function mended(drawn: readonly Fragment[]): Fragment[] | null {
  const misplaced = misplacedIn(drawn)
  if (misplaced === null) return null
  const order = drawn.filter((fragment) => !misplaced.has(fragment))
  const fromTop = [...misplaced].sort((a, b) => b.top + b.bottom - (a.top + a.bottom) || a.left - b.left)
  for (const fragment of fromTop) order.splice(placeFor(fragment, order), 0, fragment)
  return order
}

/** The fewest fragments, nearly, without which no fragment is drawn after one that stands below it. */
function misplacedIn(drawn: readonly Fragment[]): Set<Fragment> | null {
  const conflicts = drawn.map(() => new Set<number>())
  for (const [later, fragment] of drawn.entries()) {
    for (let earlier = 0; earlier < later; earlier++) {
      const other = drawn[earlier]
      if (other === undefined || !mustPrecede(fragment, other)) continue
      conflicts[later]?.add(earlier)
      conflicts[earlier]?.add(later)
    }
  }
  const misplaced = new Set<Fragment>()
  const most = drawn.length * misplacedShareMax
  for (;;) {
    let worst = 0
    for (const [index, each] of conflicts.entries())
      if (each.size > (conflicts[worst]?.size ?? 0)) worst = index
    const fragment = drawn[worst]
    const rivals = conflicts[worst]
    if (fragment === undefined || rivals === undefined || rivals.size === 0) return misplaced
    misplaced.add(fragment)
    if (misplaced.size > most) return null
    for (const rival of rivals) conflicts[rival]?.delete(worst)
    rivals.clear()
  }
}

/** Whether a stands above b, so that it is read first. */
function mustPrecede(a: Box, b: Box): boolean {
  const lower = Math.min(heightOf(a), heightOf(b))
  const narrower = Math.min(a.right - a.left, b.right - b.left)
  return overlapY(a, b) < lower * 0.3 && a.bottom > b.bottom && overlapX(a, b) > narrower * 0.2
}

/**
 * Where in an order a fragment goes: before what it heads, behind what it continues on its line, before what
 * continues it, or between what stands above and below.
 */
function placeFor(fragment: Fragment, order: readonly Fragment[]): number {
  const height = heightOf(fragment)
  const headed = nearest(order, (other) =>
    Math.abs(other.left - fragment.left) < height * 0.5 ? drop(fragment, other) : unrelated,
  )
  if (headed.distance < height * 1.5) return headed.index
  const before = nearest(order, (other) =>
    onOneLine(other, fragment) ? fragment.left - other.right : unrelated,
  )
  if (before.distance < unrelated) return before.index + 1
  const after = nearest(order, (other) =>
    onOneLine(other, fragment) ? other.left - fragment.right : unrelated,
  )
  if (after.distance < unrelated) return after.index
  const below = nearest(order, (other) => drop(fragment, other))
  if (below.distance < unrelated) return below.index
  const above = nearest(order, (other) => drop(other, fragment))
  return above.distance < unrelated ? above.index + 1 : order.length
}

const unrelated = Number.POSITIVE_INFINITY

/** How far b stands below a, with which it shares a part of its width. */
function drop(a: Box, b: Box): number {
  return overlapX(a, b) > 0 ? distanceFrom(a.bottom - b.top, heightOf(b)) : unrelated
}

/** A small overlap is no distance, a large one means the other direction. */
function distanceFrom(gap: number, height: number): number {
  return gap > -height * 0.5 ? Math.max(0, gap) : unrelated
}

function nearest(
  order: readonly Fragment[],
  distanceOf: (other: Fragment) => number,
): { index: number; distance: number } {
  let best = { index: 0, distance: unrelated }
  for (const [index, other] of order.entries()) {
    const distance = distanceFrom(distanceOf(other), heightOf(other))
    if (distance < best.distance) best = { index, distance }
  }
  return best
}
