import type { PagePicture } from '../pdfium/render.ts'
import type { QuarterTurns } from './recogniser.ts'

/** Rotates the picture clockwise by quarter turns. */
export function turnPicture(picture: PagePicture, turns: QuarterTurns): PagePicture {
  if (turns === 0) return picture
  const { width, height, grey } = picture
  const sideways = turns !== 2
  const turned = { width: sideways ? height : width, height: sideways ? width : height }
  const result = new Uint8Array(width * height)
  // The new index of the first pixel, and the index steps along and down the old rows.
  const start = [0, turned.width - 1, width * height - 1, turned.width * (turned.height - 1)][turns] ?? 0
  const along = [1, turned.width, -1, -turned.width][turns] ?? 1
  const down = [width, -1, -width, 1][turns] ?? width
  for (let y = 0; y < height; y++) {
    let to = start + y * down
    for (let x = 0; x < width; x++, to += along) result[to] = grey[y * width + x] ?? 0
  }
  return { ...picture, ...turned, grey: result }
}
