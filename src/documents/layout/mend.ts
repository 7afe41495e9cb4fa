import { type Box, heightOf, onOneLine, overlapX, overlapY, unionOf } from './box.ts'
import type { Fragment } from './fragments.ts'
import { linesOf } from './lines.ts'
import type { Columns } from './rivers.ts'
import { areMixed } from './weaving.ts'

/** With a larger share of misplaced pieces, the drawing order is discarded. */
const misplacedShareMax = { usual: 0.35, mixed: 0.1 }

/** Fragments drawn one after the other on one line. They are moved together. */
interface Piece extends Box {
  readonly fragments: readonly Fragment[]
  /** Whether it contains only dates. */
  readonly dated: boolean
  /** Whether it is in a form field or a note. */
  readonly annotation: boolean
  /** Whether it is in the right column of two. */
  readonly onRight: boolean
}

/**
 * Returns the drawing order with misplaced pieces moved: a footer drawn first, or dates and headings that a
 * browser draws before or after all other text. Null when too many pieces are misplaced. Of two pieces, one
 * above the other, the upper comes first (Breuel, 2003).
 */
export function mended(drawn: readonly Fragment[], columns: Columns | null): Fragment[] | null {
  const pieces = piecesOf(drawn, new Set(columns?.right))
  // If columns alternate and pieces are misplaced too, the drawing order is arbitrary.
  const share = misplacedShareMax[columns !== null && areMixed(columns) ? 'mixed' : 'usual']
  const annotations = pieces.filter(({ annotation }) => annotation).length
  if (annotations > pieces.length / 2) return null
  const most = Math.floor((pieces.length - annotations) * share) + annotations
  const misplaced = misplacedIn(pieces, strayIn(pieces), most)
  if (misplaced === null) return null
  const order = pieces.filter((piece) => !misplaced.has(piece))
  for (const piece of linesOf([...misplaced]).flat()) order.splice(placeFor(piece, order), 0, piece)
  return order.flatMap(({ fragments }) => fragments)
}

function piecesOf(drawn: readonly Fragment[], right: ReadonlySet<Fragment>): Piece[] {
  const pieces: Piece[] = []
  for (const fragment of drawn) {
    const last = pieces.at(-1)
    const onRight = right.has(fragment)
    const goesOn =
      last?.onRight === onRight &&
      last.annotation === fragment.annotation &&
      onOneLine(last, fragment) &&
      fragment.left >= last.right
    if (!goesOn) {
      pieces.push({ ...fragment, fragments: [fragment], onRight })
      continue
    }
    const { fragments, dated, annotation } = last
    const whole = { fragments: [...fragments, fragment], dated: dated && fragment.dated, onRight, annotation }
    pieces[pieces.length - 1] = { ...unionOf(last, fragment), ...whole }
  }
  return pieces
}

/**
 * Pieces drawn away from all their neighbours, at the end of a line: dates at the right margin that a
 * browser draws before or after the text. Text in a column of its own is excluded. Form fields are
 * included, because each belongs to its label.
 */
function strayIn(drawn: readonly Piece[]): Set<Piece> {
  const stray = drawn.filter((piece, index) => {
    if (piece.annotation) return true
    const [before, after] = [drawn[index - 1], drawn[index + 1]]
    if ((before && isNear(before, piece)) || (after && isNear(piece, after))) return false
    if (!piece.dated && isNextCell(drawn, index)) return false
    return drawn.some(
      (other) => onOneLine(other, piece) && other.right <= piece.left && other.onRight === piece.onRight,
    )
  })
  return new Set(stray)
}

/** Whether it is drawn right after a cell of several lines and is level with the cell's first line. */
function isNextCell(drawn: readonly Piece[], index: number): boolean {
  const piece = drawn[index]
  for (let at = index - 1; piece !== undefined && at >= 0; at--) {
    const [line, next] = [drawn[at], drawn[at + 1]]
    if (line === undefined || next === undefined) return false
    if (at < index - 1 && !onOneLine(line, next) && !isCloseUnder(line, next)) return false
    if (onOneLine(line, piece)) return line.right <= piece.left
  }
  return false
}

/** Whether b continues a: on the same line, or close below it. Dates don't continue dates. */
function isNear(a: Piece, b: Piece): boolean {
  return onOneLine(a, b) || (isCloseUnder(a, b) && !(a.dated && b.dated))
}

function isCloseUnder(a: Box, b: Box): boolean {
  return Math.abs(a.bottom - b.top) < 2 * heightOf(b) && overlapX(a, b) > 0
}

/**
 * A nearly minimal set of pieces to remove so that no piece is drawn after one below it. Null if it exceeds
 * `most`.
 */
function misplacedIn(drawn: readonly Piece[], stray: ReadonlySet<Piece>, most: number): Set<Piece> | null {
  const conflicts = conflictsIn(drawn, stray)
  const misplaced = new Set(stray)
  while (misplaced.size <= most) {
    const worst = conflicts.counts.reduce(
      (best, count, index, counts) => (count > (counts[best] ?? 0) ? index : best),
      0,
    )
    const piece = drawn[worst]
    if (piece === undefined || conflicts.counts[worst] === 0) return misplaced
    misplaced.add(piece)
    conflicts.settle(worst)
  }
  return null
}

interface Conflicts {
  /** The number of pieces that each piece conflicts with. */
  readonly counts: Int32Array
  /** Removes all conflicts of a piece. */
  settle(index: number): void
}

function conflictsIn(drawn: readonly Piece[], stray: ReadonlySet<Piece>): Conflicts {
  const size = drawn.length
  const between = new Uint8Array(size * size)
  const counts = new Int32Array(size)
  const change = (a: number, b: number, by: 1 | -1) => {
    between[a * size + b] = between[b * size + a] = by === 1 ? 1 : 0
    counts[a] = (counts[a] ?? 0) + by
    counts[b] = (counts[b] ?? 0) + by
  }
  for (const [later, piece] of drawn.entries()) {
    if (stray.has(piece)) continue
    for (let earlier = 0; earlier < later; earlier++) {
      const other = drawn[earlier]
      if (other !== undefined && !stray.has(other) && mustPrecede(piece, other)) change(earlier, later, 1)
    }
  }
  return {
    counts,
    settle: (index) => {
      for (let other = 0; other < size; other++)
        if (between[index * size + other] === 1) change(index, other, -1)
    },
  }
}

/** Whether a is above b and is therefore read first. */
function mustPrecede(a: Box, b: Box): boolean {
  const lower = Math.min(heightOf(a), heightOf(b))
  const narrower = Math.min(a.right - a.left, b.right - b.left)
  return overlapY(a, b) < lower * 0.3 && a.bottom > b.bottom && overlapX(a, b) > narrower * 0.2
}

/** Minimum distance of a running head or foot from all other text, in its own heights. */
const apartMin = 2

/**
 * The index in `order` at which a piece belongs. A running head or foot goes first or last. Other pieces
 * go, in this order of preference: before the text they head, after the text to their left, before the text
 * to their right, before the text below, after the text above.
 */
function placeFor(piece: Piece, order: readonly Piece[]): number {
  const height = heightOf(piece)
  const apart = height * apartMin
  if (order.every(({ top }) => top <= piece.bottom - apart)) return 0
  if (order.every(({ bottom }) => bottom >= piece.top + apart)) return order.length
  if (piece.annotation) return placeForField(piece, order)
  const headed = nearest(order, (other) =>
    Math.abs(other.left - piece.left) < height * 0.5 ? drop(piece, other) : unrelated,
  )
  if (headed.distance < height * 1.5) return headed.index
  const before = nearest(order, (other) => (onOneLine(other, piece) ? piece.left - other.right : unrelated))
  if (before.distance < unrelated) return before.index + 1
  const after = nearest(order, (other) => (onOneLine(other, piece) ? other.left - piece.right : unrelated))
  if (after.distance < unrelated) return after.index
  const below = nearest(order, (other) => drop(piece, other))
  if (below.distance < unrelated) return below.index
  const above = nearest(order, (other) => drop(other, piece))
  return above.distance < unrelated ? above.index + 1 : order.length
}

/** After its label, which is to its left or above; otherwise before the text below. */
function placeForField(piece: Piece, order: readonly Piece[]): number {
  const label = nearest(order, (other) => (onOneLine(other, piece) ? piece.left - other.right : unrelated))
  if (label.distance < unrelated) return label.index + 1
  const above = nearest(order, (other) => drop(other, piece))
  const below = nearest(order, (other) => drop(piece, other))
  if (above.distance < unrelated && above.distance <= below.distance) return above.index + 1
  return below.distance < unrelated ? below.index : order.length
}

const unrelated = Number.POSITIVE_INFINITY

/** The vertical distance from a down to b; infinite unless they overlap horizontally. */
function drop(a: Box, b: Box): number {
  return overlapX(a, b) > 0 ? distanceFrom(a.bottom - b.top, heightOf(b)) : unrelated
}

/** A small overlap counts as zero distance. A large one means that b is not below. */
function distanceFrom(gap: number, height: number): number {
  return gap > -height * 0.5 ? Math.max(0, gap) : unrelated
}

function nearest(
  order: readonly Piece[],
  distanceOf: (other: Piece) => number,
): { index: number; distance: number } {
  let best = { index: 0, distance: unrelated }
  for (const [index, other] of order.entries()) {
    const distance = distanceFrom(distanceOf(other), heightOf(other))
    if (distance < best.distance) best = { index, distance }
  }
  return best
}
