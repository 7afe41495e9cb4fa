import { type Box, heightOf } from './box.ts'
import type { Fragment } from './fragments.ts'
import { medianOf } from './median.ts'
import { columnLinesMin } from './rows.ts'
import { titleOf } from './title.ts'

/** Two adjacent columns, and the text above and below both. */
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

/** Minimum width of a gutter, in heights of a line. */
const riverWidthMin = 0.45
/** Up to this many lines at the foot of the left column may belong to the text below both columns. */
const footLinesMax = 3

/**
 * Finds the pair of columns with the most fragments in a region. They surround the longest vertical stretch
 * through which a river of white space runs with text on both sides. A river between rows of a table
 * doesn't count. Null when there is none.
 */
export function columnsIn(
  region: readonly Fragment[],
  areRows: (left: readonly Fragment[], right: readonly Fragment[]) => boolean,
): Columns | null {
  const sorted = region.toSorted((a, b) => b.top + b.bottom - (a.top + a.bottom))
  const width = usualHeight(region) * riverWidthMin
  const title = titleOf(region)
  const titleAt = title === undefined ? region.length : sorted.indexOf(title)
  let best: Columns | null = null
  let bestCount = 0
  let reached = 0
  for (let start = 0; start < sorted.length - bestCount; start++) {
    const { end: reachedBy, rivers } = stretchFrom(sorted, start, width)
    const end = startOfLine(sorted, reachedBy)
    // A stretch inside the previous one divides the same columns.
    if (rivers.length === 0 || end <= reached) continue
    for (const river of rivers) {
      const columns = dividedBy(sorted, titleAt, start, end, river)
      if (columns === null) continue
      // A single mark beside the text, as in scans, says nothing about rivers inside the stretch.
      if (Math.min(columns.left.length, columns.right.length) < columnLinesMin) continue
      reached = end
      const count = columns.left.length + columns.right.length
      if (count <= bestCount || areRows(columns.left, columns.right)) continue
      best = columns
      bestCount = count
    }
  }
  return best
}

/** The end of the fragments, from `start` down, that leave a river free, and the rivers between them. */
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
    if (!free.some((span) => fragment.right > span.left && fragment.left < span.right)) continue
    const left = free.flatMap((span) => without(span, fragment, width))
    const inner = left.filter(isInner)
    // The fragment closes the last river, so the stretch ends here.
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

function dividedBy(
  sorted: readonly Fragment[],
  titleAt: number,
  start: number,
  end: number,
  river: Span,
): Columns | null {
  const isLeft = (fragment: Fragment) => fragment.right <= river.left + 0.01
  const divided = sorted.slice(start, end)
  const onTop = divided[0]
  if (onTop === undefined) return null
  const other = divided.findIndex((fragment) => isLeft(fragment) !== isLeft(onTop))
  if (other < 0) return null
  const top = startOfLine(divided, other)
  const from = titleAt < start + top ? headEnd(divided, top, (each) => isLeft(each) === isLeft(onTop)) : 0
  const to = end < sorted.length ? withoutFoot(divided, isLeft) : divided.length
  const inside = divided.slice(from, to)
  return {
    above: sorted.slice(0, start + from),
    left: inside.filter(isLeft),
    right: inside.filter((fragment) => !isLeft(fragment)),
    below: sorted.slice(start + to),
  }
}

/** A title above one column ends at a gap of at least this size, in heights of a line. */
const headGapMin = 1.5

/**
 * The end of a title that is above one column only and is read before both columns. It ends at the widest
 * gap before that column continues, or is empty if there is no such gap.
 */
function headEnd(
  sorted: readonly Fragment[],
  end: number,
  isSameSide: (fragment: Fragment) => boolean,
): number {
  const goesOn = sorted.findIndex((fragment, index) => index >= end && isSameSide(fragment))
  if (goesOn < 0) return end
  let best = { index: 0, gap: usualHeight(sorted) * headGapMin }
  let bottom = sorted[0]?.bottom ?? 0
  for (let index = 1; index <= end; index++) {
    const next = sorted[index < end ? index : goesOn]
    if (next === undefined) break
    if (bottom - next.top > best.gap) best = { index, gap: bottom - next.top }
    bottom = Math.min(bottom, next.bottom)
  }
  return best.index
}

/**
 * The end of the columns. Short text at the foot of the left column is taken as a heading of the text
 * below.
 */
function withoutFoot(divided: readonly Fragment[], isLeft: (fragment: Fragment) => boolean): number {
  let end = divided.length
  for (let lines = 0; lines < footLinesMax; lines++) {
    const last = divided[end - 1]
    if (last === undefined || !isLeft(last)) return end
    end = startOfLine(divided, end - 1)
  }
  const last = divided[end - 1]
  return last !== undefined && !isLeft(last) ? end : divided.length
}

/** The index of the first fragment on the line of the fragment at `index`. */
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

function usualHeight(boxes: readonly Box[]): number {
  return medianOf(boxes.map(heightOf))
}
