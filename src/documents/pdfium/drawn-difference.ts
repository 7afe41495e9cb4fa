import type { Box } from '../layout/box.ts'
import { type PdfiumLibrary, workThenFree } from './library.ts'

/** Part of a page as it is shown, drawn with some of its objects and without them. */
export interface DrawnTwice {
  /** Four bytes a pixel: blue, green, red and one that says nothing. */
  readonly with: Uint8Array
  readonly without: Uint8Array
  readonly width: number
  readonly height: number
  /** The pixels of a box in points, clipped to the part that was drawn. */
  pixelsOf(box: Box): { left: number; top: number; right: number; bottom: number }
}

const colourFormat = 3
const white = 0xffffffff
const annotationsAndSmallCache = 0x201
const pixelsPerPoint = 100 / 72
const pixelsMax = 4_000_000

/** Draws the part of a loaded page around `box` twice; null where there is no room for it. */
export function drawTwice(
  library: PdfiumLibrary,
  page: number,
  size: { readonly width: number; readonly height: number },
  box: Box,
  objects: Iterable<number>,
): DrawnTwice | null {
  const { api } = library
  const area = (box.right - box.left) * (box.top - box.bottom)
  const scale = Math.min(pixelsPerPoint, Math.sqrt(pixelsMax / Math.max(1, area)))
  const left = Math.floor(box.left * scale)
  const top = Math.floor((size.height - box.top) * scale)
  const width = Math.ceil(box.right * scale) - left
  const height = Math.ceil((size.height - box.bottom) * scale) - top
  const pageWidth = Math.round(size.width * scale)
  const pageHeight = Math.round(size.height * scale)
  const draw = (): Uint8Array | null => {
    const bitmap = api.FPDFBitmap_CreateEx(width, height, colourFormat, 0, 0)
    if (bitmap === 0) return null
    const fill = () => {
      api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
      api.FPDF_RenderPageBitmap(bitmap, page, -left, -top, pageWidth, pageHeight, 0, annotationsAndSmallCache)
      return library.bytesAt(api.FPDFBitmap_GetBuffer(bitmap), width * height * 4).slice()
    }
    return workThenFree(fill, () => api.FPDFBitmap_Destroy(bitmap))
  }
  const first = draw()
  for (const object of objects) api.FPDFPageObj_SetIsActive(object, false)
  const second = draw()
  for (const object of objects) api.FPDFPageObj_SetIsActive(object, true)
  if (first === null || second === null) return null
  return {
    with: first,
    without: second,
    width,
    height,
    pixelsOf: (part) => {
      const [x, y] = [part.left * scale - left, (size.height - part.top) * scale - top]
      const [across, down] = [(part.right - part.left) * scale, (part.top - part.bottom) * scale]
      const [fromX, toX] = pixelSpan(x, across, width)
      const [fromY, toY] = pixelSpan(y, down, height)
      return { left: fromX, top: fromY, right: toX, bottom: toY }
    },
  }
}

/** Whole pixels from `start` on, at least one, of as many as are drawn. */
function pixelSpan(start: number, length: number, drawn: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(drawn - 1, Math.round(start)))
  return [from, Math.max(from + 1, Math.min(drawn, Math.round(start + length)))]
}
