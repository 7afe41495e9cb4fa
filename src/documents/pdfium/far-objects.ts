import type { Box } from '../layout/box.ts'
import { boundsOf } from './bounds.ts'
import type { PdfiumLibrary } from './library.ts'
import type { PageFrame } from './page-frame.ts'

/** In points. What is farther from a box than one cell draws nothing in it. */
const cell = 8
const cellsMax = 1_000
/** Of a page with more, all are taken to be near. */
const objectsMax = 20_000

/** The objects of a page that draw nothing in any of the boxes, so that they needn't be drawn. */
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
 * Tells whether a box shares a cell of the page with any of those given, one cell around them included; what
 * is beside the page counts to its outermost cells. However many and large they are, each takes a few steps:
 * of each cell it is known how many lie on it and on all cells to its left and below (a summed-area table).
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
  // Cells are counted from 1, so that there is a sum before the first.
  const within = (at: number, cells: number) => Math.max(1, Math.min(cells, Math.floor(at / cell) + 1)) || 1
  for (const { left, bottom, right, top } of boxes) {
    const [from, to] = [within(left - cell, across), within(right + cell, across) + 1]
    const [low, high] = [within(bottom - cell, down), within(top + cell, down) + 1]
    add(from, low, 1)
    add(to, low, -1)
    add(from, high, -1)
    add(to, high, 1)
  }
  // Summed up once, what begins and ends tells how many lie on each cell.
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

/** Makes each number the sum of those of its row and of the rows before, up to its own place in them. */
function sumUp(sums: Float64Array, stride: number): void {
  for (let start = stride; start < sums.length; start += stride) {
    let row = 0
    for (let at = start; at < start + stride; at++) {
      row += sums[at] ?? 0
      sums[at] = row + (sums[at - stride] ?? 0)
    }
  }
}
