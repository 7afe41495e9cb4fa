import type { Band } from './glyph-votes.ts'
import type { PagePicture } from './pdfium/render.ts'

const white = 255

/** Copies a page picture with everything outside the given bands white. */
export function onlyBands(picture: PagePicture, bands: readonly Band[]): PagePicture {
  const { width, height, grey, scale } = picture
  const kept = new Uint8Array(grey.length).fill(white)
  for (const { bottom, top } of bands) {
    const from = Math.max(0, Math.floor(height - top * scale)) * width
    const to = Math.min(height, Math.ceil(height - bottom * scale)) * width
    if (to > from) kept.set(grey.subarray(from, to), from)
  }
  return { ...picture, grey: kept }
}
