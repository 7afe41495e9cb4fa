import type { Box } from '../layout/box.ts'
import { boundsOf } from './bounds.ts'
import type { PdfiumLibrary } from './library.ts'
import type { PageFrame } from './page-frame.ts'

/** In points. An object further than one cell from a box draws nothing in it. */
const cell = 8
const cellsMax = 1_000
/** If a page has more, all objects are treated as near. */
const objectsMax = 20_000

/** The objects of a page that draw nothing in any of the boxes, so drawing can skip them. */
export function objectsFarFrom(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  boxes: Iterable<Box>,
): number[] {
  const count = library.api.FPDFPage_CountObjects(page)
  if (count > objectsMax) return []
  const touchesAny = touchingAnyOf(boxes, frame)
  const far: number[] = []
  for (let order = 0; order < count; order++) {
    const object = library.direct.FPDFPage_GetObject(page, order)
    const bounds = boundsOf(library, object, frame)
    if (bounds !== null && !touchesAny(bounds)) far.push(object)
  }
  return far
}

/**
 * Returns a function that reports whether a box shares a cell of the page with any given box, extended by
 * one cell. Boxes beside the page count for its outermost cells. A summed-area table holds, for each cell,
 * the number of boxes on it and on all cells to its left and below. Each query is therefore constant time.
 */
function touchingAnyOf(boxes: Iterable<Box>, { width, height }: PageFrame): (box: Box) => boolean {
  const across = cellsIn(width)
  const down = cellsIn(height)
  const stride = across + 2
  const sums = new Float64Array(stride * (down + 2))
  const sumTo = (x: number, y: number) => sums[y * stride + x] ?? 0
  const add = (x: number, y: number, by: number) => {
    sums[y * stride + x] = sumTo(x, y) + by
  }
  // Cells are numbered from 1, so that a sum exists before the first.
  const within = (at: number, cells: number) => Math.max(1, Math.min(cells, Math.floor(at / cell) + 1)) || 1
  for (const { left, bottom, right, top } of boxes) {
    const [from, to] = [within(left - cell, across), within(right + cell, across) + 1]
    const [low, high] = [within(bottom - cell, down), within(top + cell, down) + 1]
    add(from, low, 1)
    add(to, low, -1)
    add(from, high, -1)
    add(to, high, 1)
  }
  // The first pass sums starts and ends into the number of boxes on each cell; the second builds the table.
  for (let round = 0; round < 2; round++) sumUp(sums, stride)
  return ({ left, bottom, right, top }) => {
    const [before, last] = [within(left, across) - 1, within(right, across)]
    const [under, highest] = [within(bottom, down) - 1, within(top, down)]
    return sumTo(last, highest) - sumTo(before, highest) > sumTo(last, under) - sumTo(before, under)
  }
}

function cellsIn(length: number): number {
  return Math.max(1, Math.min(cellsMax, Math.ceil(length / cell)))
}

/** Replaces each number with the sum of the rectangle from the first cell up to and including it. */
function sumUp(sums: Float64Array, stride: number): void {
  for (let start = stride; start < sums.length; start += stride) {
    let row = 0
    for (let at = start; at < start + stride; at++) {
      row += sums[at] ?? 0
      sums[at] = row + (sums[at - stride] ?? 0)
    }
  }
}
