import { type Box, heightOf } from './box.ts'
import type { Fragment } from './fragments.ts'
import { linesOf, runningShare } from './lines.ts'

/** Two columns beside each other, and what stands above and below both. */
export interface Columns {
  readonly above: readonly Fragment[]
  readonly left: readonly Fragment[]
  readonly right: readonly Fragment[]
  readonly below: readonly Fragment[]
}

interface Span {
  readonly left: number
  readonly right: number
}

/** In heights of a line: the narrowest gutter. */
const riverWidthMin = 0.8
/** Lines on the side that has fewer. */
const columnLinesMin = 2
/** So many lines at the foot of the left column may rather belong to what comes below both. */
const footLinesMax = 3

/**
 * The widest pair of columns in a region: the longest stretch from top to bottom through which a river of
 * white runs with text on both of its sides, unless what it divides are the rows of a table. Null when there
 * is none.
 */
export function columnsIn(region: readonly Fragment[]): Columns | null {
  const sorted = region.toSorted((a, b) => b.top + b.bottom - (a.top + a.bottom))
  const width = usualHeight(region) * riverWidthMin
  let best: Columns | null = null
  let bestCount = 0
  let reached = 0
  for (let start = 0; start < sorted.length - bestCount; start++) {
    const { end, rivers } = stretchFrom(sorted, start, width)
    // A stretch within the last one divides the same columns.
    if (end <= reached) continue
    reached = end
    for (const river of rivers) {
      const columns = dividedBy(sorted, start, end, river)
      if (columns === null) continue
      const count = columns.left.length + columns.right.length
      if (count <= bestCount || areRows(columns.left, columns.right)) continue
      best = columns
      bestCount = count
    }
  }
  return best
}

/** How far down the fragments from `start` on leave a river free, and what is free between them. */
function stretchFrom(
  sorted: readonly Fragment[],
  start: number,
  width: number,
): { end: number; rivers: Span[] } {
  let free: Span[] = [{ left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY }]
  let rivers: Span[] = []
  let end = start
  for (; end < sorted.length; end++) {
    const fragment = sorted[end]
    if (fragment === undefined) break
    const left = free.flatMap((span) => without(span, fragment, width))
    const inner = left.filter(isInner)
    // What was divided is divided no more.
    if (rivers.length > 0 && inner.length === 0) break
    free = left
    rivers = inner
  }
  return { end, rivers: rivers.toSorted((a, b) => b.right - b.left - (a.right - a.left)) }
}

function isInner(span: Span): boolean {
  return Number.isFinite(span.left) && Number.isFinite(span.right)
}

function without(span: Span, box: Box, width: number): Span[] {
  if (box.right <= span.left || box.left >= span.right) return [span]
  const parts = [
    { left: span.left, right: box.left },
    { left: box.right, right: span.right },
  ]
  return parts.filter((part) => part.right - part.left >= width)
}

function dividedBy(sorted: readonly Fragment[], start: number, end: number, river: Span): Columns | null {
  const isLeft = (fragment: Fragment | undefined) =>
    fragment !== undefined && fragment.right <= river.left + 0.01
  const divided = sorted.slice(start, end)
  // What stands on one side alone at the top is read before both.
  const first = isLeft(divided[0])
  let from = divided.findIndex((fragment) => isLeft(fragment) !== first)
  if (from < 0) return null
  from = startOfLine(divided, from)
  let to = divided.length
  if (end < sorted.length) {
    const lastRight = divided.findLastIndex((fragment) => !isLeft(fragment))
    const foot = divided.slice(lastRight + 1)
    if (linesOf(foot).length <= footLinesMax) to = lastRight + 1
  }
  const inside = divided.slice(from, to)
  return {
    above: sorted.slice(0, start + from),
    left: inside.filter(isLeft),
    right: inside.filter((fragment) => !isLeft(fragment)),
    below: sorted.slice(start + to),
  }
}

/** The first fragment that stands on the line of the one at `index`. */
function startOfLine(sorted: readonly Fragment[], index: number): number {
  const box = sorted[index]
  if (box === undefined) return index
  let first = index
  while (first > 0) {
    const before = sorted[first - 1]
    if (before === undefined || before.bottom > (box.top + box.bottom) / 2) break
    first -= 1
  }
  return first
}

const alignedShareMin = 0.6
const runningShareMin = 0.6

/**
 * Whether two sides of a river are rows of a table, or entries with their dates at the margin: lines of the
 * shorter side stand on lines of the other. Columns whose lines happen to be level were drawn one
 * after the other, and run on without gaps.
 */
function areRows(left: readonly Fragment[], right: readonly Fragment[]): boolean {
  const [leftLines, rightLines] = [linesOf(left), linesOf(right)]
  const [few, many] = leftLines.length < rightLines.length ? [leftLines, rightLines] : [rightLines, leftLines]
  if (few.length < columnLinesMin) return true
  if (alignedShare(few, many) < alignedShareMin) return false
  if (few.filter((line) => line.some(({ dated }) => dated)).length > few.length / 2) return true
  const apart = switches(left, right) <= Math.max(1, few.length * 0.15)
  return !(apart && few.length >= 4 && runningShare(few) >= runningShareMin)
}

/** Which part of some lines stand level with one of the others. */
function alignedShare(lines: readonly (readonly Box[])[], others: readonly (readonly Box[])[]): number {
  const centres = others.flatMap((line) => line.map(centreOf))
  const aligned = lines.filter((line) =>
    line.some((box) => centres.some((centre) => Math.abs(centre - centreOf(box)) < heightOf(box) * 0.2)),
  )
  return lines.length === 0 ? 0 : aligned.length / lines.length
}

function centreOf(box: Box): number {
  return (box.top + box.bottom) / 2
}

/** How often the page, as it is drawn, goes over from one side to the other. */
function switches(left: readonly Fragment[], right: readonly Fragment[]): number {
  const onLeft = new Set(left)
  const drawn = [...left, ...right].sort((a, b) => a.drawn - b.drawn)
  return drawn.filter((fragment, index) => {
    const before = drawn[index - 1]
    return before !== undefined && onLeft.has(before) !== onLeft.has(fragment)
  }).length
}

/** Whether columns that run on by themselves are drawn line by line across both. */
export function areWoven({ left, right }: Columns): boolean {
  const [leftLines, rightLines] = [linesOf(left), linesOf(right)]
  const fewer = Math.min(leftLines.length, rightLines.length)
  return (
    fewer >= 4 &&
    switches(left, right) >= fewer * 0.5 &&
    runningShare(leftLines) >= runningShareMin &&
    runningShare(rightLines) >= runningShareMin
  )
}

export function usualHeight(boxes: readonly Box[]): number {
  const heights = boxes.map(heightOf).sort((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? 0
}
