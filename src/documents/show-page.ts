import type { Box } from './layout/box.ts'
import { pngOf } from './ocr/vision/png.ts'
import type { Pdf } from './pdfium/pdf.ts'
import type { PagePicture } from './pdfium/render.ts'
import { textLengthMax } from './read-pages.ts'
import type { ShownPage } from './tasks.ts'

/** Sharp enough to read on a screen, and small enough to send. */
const pixelsPerPoint = 1.5
const pixelsMax = 2_000_000
/** More boxes would add no information. */
const boxesMax = 2_000

/** A page drawn before its text is read, because reading changes how annotations are drawn. */
export interface DrawnPage {
  readonly picture: PagePicture
  readonly hidden: readonly Box[]
}

/** Null if the page doesn't exist or can't be drawn. */
export function drawPage(pdf: Pdf, pageIndex: number): DrawnPage | null {
  const picture = pdf.picture(pageIndex, pixelsPerPoint, pixelsMax)
  if (picture === null) return null
  return { picture, hidden: pdf.hidden(pageIndex, textLengthMax) ?? [] }
}

export async function shownPage({ picture, hidden }: DrawnPage): Promise<ShownPage> {
  const { width, height, scale } = picture
  const tenths = (points: number) => Math.round(points * scale * 10) / 10
  const boxes = hidden.slice(0, boxesMax).map(({ left, bottom, right, top }) => ({
    x: tenths(left),
    y: Math.round((height - top * scale) * 10) / 10,
    width: tenths(right - left),
    height: tenths(top - bottom),
  }))
  return { width, height, png: new Uint8Array(await pngOf(picture)), hidden: boxes }
}
