import type { Box } from '../layout/box.ts'
import { type PdfiumLibrary, workThenFree } from './library.ts'

/** Part of a page as shown, cut from the page drawn at `scale`. */
export interface Drawing {
  /** Four bytes per pixel, row by row: blue, green, red and an unused byte. */
  readonly pixels: Uint8Array
  /** The position from the top left corner of the page, and the size, in pixels. */
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

/** The scale, in pixels per point, at which a part of a page is drawn; `closer` multiplies it. */
export function scaleOf({ left, bottom, right, top }: Box, closer = 1): number {
  const most = Math.sqrt(pixelsMax / Math.max(1, (right - left) * (top - bottom)))
  return Math.min(pixelsPerPoint * closer, most)
}

/**
 * Draws the part of a loaded page around `box` without the given objects, and calls `look` with the
 * drawing. The pixels are valid until the next call to PDFium. `look` is not called if memory for the
 * drawing is short.
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

/** Pixels of the page; `right` and `bottom` are exclusive. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Converts a box in points to pixels, at least one, clipped to the drawn part. */
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

/** Whole pixels from `start`, at least one, within the drawn ones. */
function pixelSpan(start: number, length: number, drawn: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(drawn - 1, Math.round(start)))
  return [from, Math.max(from + 1, Math.min(drawn, Math.round(start + length)))]
}
