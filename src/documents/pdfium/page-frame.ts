import type { PdfiumLibrary } from './library.ts'

/** From the coordinates of a file to those of the page as it is shown: see `PageReading`. */
export interface PageFrame {
  /** In points. */
  readonly width: number
  readonly height: number
  /** By how many quarters the page is turned clockwise when it is shown. */
  readonly quarters: number
  /** The bottom left corner of what is shown, in the coordinates of the file. */
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

/** Turns boxes of four numbers each (left, bottom, right, top) into the frame, in place. */
export function showBoxes(boxes: Float32Array, frame: PageFrame): void {
  const { quarters, width, height } = frame
  for (let at = 0; at < boxes.length; at += 4) {
    const left = (boxes[at] ?? 0) - frame.left
    const bottom = (boxes[at + 1] ?? 0) - frame.bottom
    const right = (boxes[at + 2] ?? 0) - frame.left
    const top = (boxes[at + 3] ?? 0) - frame.bottom
    if (quarters === 0) boxes.set([left, bottom, right, top], at)
    else if (quarters === 1) boxes.set([bottom, height - right, top, height - left], at)
    else if (quarters === 2) boxes.set([width - right, height - top, width - left, height - bottom], at)
    else boxes.set([width - top, left, width - bottom, right], at)
  }
}
