import type { Box } from '../layout/box.ts'
import { boundsOf } from './bounds.ts'
import type { PdfiumLibrary } from './library.ts'
import type { PageFrame } from './page-frame.ts'

/** In points. What is farther from a box than one cell draws nothing in it. */
const cell = 8
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
  const grid = gridOf(frame)
  for (const box of boxes) grid.mark(box)
  const far: number[] = []
  for (let order = 0; order < count; order++) {
    const object = library.direct.FPDFPage_GetObject(page, order)
    const bounds = boundsOf(library, object, frame)
    if (bounds !== null && !grid.touches(bounds)) far.push(object)
  }
  return far
}

/** The page in cells; those beside the page count as its outermost ones. */
function gridOf({ width, height }: PageFrame) {
  const across = cellsIn(width)
  const down = cellsIn(height)
  const marked = new Uint8Array(across * down)
  const within = (at: number, cells: number) => Math.max(0, Math.min(cells - 1, Math.floor(at / cell)))
  const some = (box: Box, margin: number, look: (at: number) => boolean): boolean => {
    const [left, right] = [within(box.left - margin, across), within(box.right + margin, across)]
    const [bottom, top] = [within(box.bottom - margin, down), within(box.top + margin, down)]
    for (let y = bottom; y <= top; y++) {
      for (let x = left; x <= right; x++) if (look(y * across + x)) return true
    }
    return false
  }
  return {
    mark(box: Box): void {
      some(box, cell, (at) => {
        marked[at] = 1
        return false
      })
    },
    touches: (box: Box): boolean => some(box, 0, (at) => marked[at] === 1),
  }
}

const cellsMax = 1_000

function cellsIn(length: number): number {
  return Math.max(1, Math.min(cellsMax, Math.ceil(length / cell)))
}
