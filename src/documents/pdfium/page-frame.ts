import type { Box } from '../layout/box.ts'
import type { PdfiumLibrary } from './library.ts'

/** Maps the coordinates of a file to those of the page as shown; see `PageReading`. */
export interface PageFrame {
  /** In points. */
  readonly width: number
  readonly height: number
  /** The clockwise rotation of the shown page, in quarter turns. */
  readonly quarters: number
  /** The bottom left corner of the shown area, in the coordinates of the file. */
  readonly left: number
  readonly bottom: number
}

export function frameOf(library: PdfiumLibrary, page: number): PageFrame {
  const { api, answer } = library
  const known = api.FPDF_GetPageBoundingBox(page, answer)
  const [left = 0, , , bottom = 0] = known ? library.answerFloats() : []
  const quarters = Math.max(0, api.FPDFPage_GetRotation(page)) % 4
  return {
    width: api.FPDF_GetPageWidthF(page),
    height: api.FPDF_GetPageHeightF(page),
    quarters,
    left,
    bottom,
  }
}

/** Converts boxes of four numbers each (left, bottom, right, top) from file to page coordinates, in place. */
export function showBoxes(boxes: Float32Array, frame: PageFrame): void {
  if (isAsInFile(frame)) return
  for (let at = 0; at < boxes.length; at += 4) {
    const [left = 0, bottom = 0, right = 0, top = 0] = boxes.subarray(at, at + 4)
    const box = shownBox({ left, bottom, right, top }, frame)
    boxes.set([box.left, box.bottom, box.right, box.top], at)
  }
}

/** Converts a box from file to page coordinates. */
export function shownBox(box: Box, frame: PageFrame): Box {
  if (isAsInFile(frame)) return box
  const { quarters, width, height } = frame
  const [left, right] = [box.left - frame.left, box.right - frame.left]
  const [bottom, top] = [box.bottom - frame.bottom, box.top - frame.bottom]
  if (quarters === 0) return { left, bottom, right, top }
  if (quarters === 1) return { left: bottom, bottom: height - right, right: top, top: height - left }
  if (quarters === 2)
    return { left: width - right, bottom: height - top, right: width - left, top: height - bottom }
  return { left: width - top, bottom: left, right: width - bottom, top: right }
}

function isAsInFile({ quarters, left, bottom }: PageFrame): boolean {
  return quarters === 0 && left === 0 && bottom === 0
}
