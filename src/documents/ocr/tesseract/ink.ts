import type { PagePicture } from '../../pdfium/render.ts'
import { inked } from '../even-ground.ts'
import type { SeenWord } from './reader.ts'

/** A rectangle of a picture, in pixels from its top left corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The smallest box that contains all words. */
export function boxOf(words: readonly SeenWord[]): Box {
  return {
    left: Math.min(...words.map((word) => word.left)),
    top: Math.min(...words.map((word) => word.top)),
    right: Math.max(...words.map((word) => word.right)),
    bottom: Math.max(...words.map((word) => word.bottom)),
  }
}

/** The extent of the ink in a box, and the share of that extent that it fills. */
export interface Ink {
  readonly top: number
  readonly width: number
  readonly height: number
  readonly filled: number
}

export function inkIn(box: Box, { width, height, grey }: PagePicture): Ink {
  let [left, top, right, bottom, points] = [width, height, -1, -1, 0]
  for (let y = Math.max(0, box.top); y < Math.min(height, box.bottom); y++) {
    for (let x = Math.max(0, box.left); x < Math.min(width, box.right); x++) {
      if ((grey[y * width + x] ?? 255) >= inked) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      points += 1
    }
  }
  if (points === 0) return { top: 0, width: 0, height: 0, filled: 0 }
  const size = { top, width: right - left + 1, height: bottom - top + 1 }
  return { ...size, filled: points / (size.width * size.height) }
}
