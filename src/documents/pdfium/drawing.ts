import type { Box } from '../layout/box.ts'
import { type PdfiumLibrary, workThenFree } from './library.ts'

/** Part of a page as it is shown; its pixels are those of the page drawn at `scale`. */
export interface Drawing {
  /** Four bytes a pixel, row by row: blue, green, red and one that says nothing. */
  readonly pixels: Uint8Array
  /** Where the part begins, from the left top corner of the page, and how large it is. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly scale: number
}

interface Size {
  readonly width: number
  readonly height: number
}

const colourFormat = 3
const white = 0xffffffff
const annotationsAndSmallCache = 0x201
const pixelsPerPoint = 100 / 72
const pixelsMax = 4_000_000

/** Pixels per point at which a part of a page can be drawn. */
export function scaleOf({ left, bottom, right, top }: Box): number {
  return Math.min(pixelsPerPoint, Math.sqrt(pixelsMax / Math.max(1, (right - left) * (top - bottom))))
}

/**
 * Draws the part of a loaded page around `box` without some objects, and has it looked at where it lies: its
 * pixels are good until PDFium is asked for anything else. Nobody looks where there is no room for it.
 */
export function drawWithout(
  library: PdfiumLibrary,
  page: number,
  size: Size,
  box: Box,
  scale: number,
  objects: Iterable<number>,
  look: (drawing: Drawing) => void,
): void {
  const { api, direct } = library
  const hidden = [...objects]
  const left = Math.floor(box.left * scale)
  const top = Math.floor((size.height - box.top) * scale)
  const width = Math.ceil(box.right * scale) - left
  const height = Math.ceil((size.height - box.bottom) * scale) - top
  const bitmap = api.FPDFBitmap_CreateEx(width, height, colourFormat, 0, 0)
  if (bitmap === 0) return
  const draw = () => {
    const [across, down] = [Math.round(size.width * scale), Math.round(size.height * scale)]
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    for (const object of hidden) direct.FPDFPageObj_SetIsActive(object, 0)
    api.FPDF_RenderPageBitmap(bitmap, page, -left, -top, across, down, 0, annotationsAndSmallCache)
    for (const object of hidden) direct.FPDFPageObj_SetIsActive(object, 1)
    const pixels = library.bytesAt(api.FPDFBitmap_GetBuffer(bitmap), width * height * 4)
    look({ pixels, left, top, width, height, scale })
  }
  workThenFree(draw, () => api.FPDFBitmap_Destroy(bitmap))
}

/** Pixels of the page, from the first up to the second. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The pixels of a box in points, at least one, clipped to the part that was drawn. */
export function pixelsOf(
  { left, top, width, height, scale }: Drawing,
  { height: above }: Size,
  box: Box,
): PixelBox {
  const [x, across] = [box.left * scale - left, (box.right - box.left) * scale]
  const [y, down] = [(above - box.top) * scale - top, (box.top - box.bottom) * scale]
  const [fromX, toX] = pixelSpan(x, across, width)
  const [fromY, toY] = pixelSpan(y, down, height)
  return { left: left + fromX, top: top + fromY, right: left + toX, bottom: top + toY }
}

/** Whole pixels from `start` on, at least one, of as many as are drawn. */
function pixelSpan(start: number, length: number, drawn: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(drawn - 1, Math.round(start)))
  return [from, Math.max(from + 1, Math.min(drawn, Math.round(start + length)))]
}
