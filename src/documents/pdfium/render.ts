import { type PdfiumLibrary, workThenFree } from './library.ts'

/** The picture of a page as shown, row by row from the top, in grey: 0 is black, 255 white. */
export interface PagePicture {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array<ArrayBuffer>
  /** Pixels per point; less than requested if the page is too large. */
  readonly scale: number
}

/** Few pages with letters of a usual size are larger than A3. */
export const picturePointsMax = 8_000_000

const greyFormat = 1
const white = 0xffffffff
const showAnnotations = 0x01
const greyScale = 0x08
const smallImageCache = 0x200

/**
 * Draws a loaded page with its annotations, at `scale` pixels per point or less, within `pixelsMax`.
 * Returns null if memory is short or the page has no area.
 */
export function renderPage(
  library: PdfiumLibrary,
  page: number,
  scale: number,
  pixelsMax: number,
): PagePicture | null {
  const { api } = library
  const fitting = scaleWithin(api.FPDF_GetPageWidthF(page), api.FPDF_GetPageHeightF(page), scale, pixelsMax)
  if (fitting === null) return null
  const { width, height } = fitting
  const bitmap = api.FPDFBitmap_CreateEx(width, height, greyFormat, 0, 0)
  if (bitmap === 0) return null
  const draw = () => {
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    const flags = showAnnotations | greyScale | smallImageCache
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    return { width, height, grey: packed(library, bitmap, width, height), scale: fitting.scale }
  }
  return workThenFree(draw, () => api.FPDFBitmap_Destroy(bitmap))
}

/** The size in pixels and the scale that keep a page of this size within `pixelsMax`. */
export function scaleWithin(
  widthPoints: number,
  heightPoints: number,
  scale: number,
  pixelsMax: number,
): { width: number; height: number; scale: number } | null {
  const area = widthPoints * heightPoints
  if (!(area > 0 && Number.isFinite(area))) return null
  const fitting = Math.min(scale, Math.sqrt(pixelsMax / area))
  const width = Math.round(widthPoints * fitting)
  const height = Math.round(heightPoints * fitting)
  return width > 0 && height > 0 ? { width, height, scale: fitting } : null
}

/** The rows of a bitmap without PDFium's padding. */
function packed(
  { api, bytesAt }: PdfiumLibrary,
  bitmap: number,
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  const stride = api.FPDFBitmap_GetStride(bitmap)
  const rows = bytesAt(api.FPDFBitmap_GetBuffer(bitmap), stride * height)
  const grey = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) grey.set(rows.subarray(y * stride, y * stride + width), y * width)
  return grey
}
