import type { PagePicture } from '../pdfium/render.ts'
import { type Greys, groundOf, groundShrink } from './ground.ts'

/** Letters that differ from their ground by this much become black. */
const fullContrast = 130
/** In a picture whose ground is even, what is darker than this is ink. */
export const inked = 128

/**
 * Dark letters on an even white ground: shadows and folds of a photo go, pale letters gain, and light letters
 * on a dark panel are turned round. The ground of a point is the median of its neighbourhood, as letters
 * cover less than half of it; what counts is how far the point is from it. Tesseract looks for one threshold
 * for the whole page (Otsu) and loses pale letters and dark panels without this; on a set of degraded scans
 * it found more characters and numbers than the page as it is, than local maxima of brightness, than median
 * filters, sharpening, despeckling and enlarging (figures: bench/README.md).
 */
export function evenGround(picture: PagePicture): PagePicture {
  const { width, height } = picture
  const grey = softened(picture)
  const { ground, darkBelow } = groundOf({ width, height, grey })
  const evened = new Uint8Array(width * height)
  const columns = Array.from({ length: width }, (_, x) => between(x, ground.width))
  const row = new Float32Array(ground.width)
  for (let y = 0; y < height; y++) {
    const { first, second, share } = between(y, ground.height)
    for (let x = 0; x < ground.width; x++) {
      const above = ground.grey[first * ground.width + x] ?? 0
      const below = ground.grey[second * ground.width + x] ?? 0
      row[x] = above + (below - above) * share
    }
    for (let x = 0; x < width; x++) {
      const column = columns[x] ?? between(x, ground.width)
      const left = row[column.first] ?? 0
      const level = left + ((row[column.second] ?? 0) - left) * column.share
      evened[y * width + x] = fromGround(grey[y * width + x] ?? 0, level, darkBelow)
    }
  }
  return { ...picture, grey: evened }
}

/**
 * Each point with a quarter of its neighbours on either side, across and then down (a Gaussian of 0.7
 * points): the grain of a scanner goes, the edges of letters stay. With less, grain is read as marks and
 * parts of letters; with more, small pale letters are lost.
 */
function softened({ width, height, grey }: Greys): Uint8Array {
  const across = new Uint8Array(grey.length)
  const both = new Uint8Array(grey.length)
  for (let at = 0; at < grey.length; at++) {
    const middle = grey[at] ?? 0
    const column = at % width
    const before = column === 0 ? middle : (grey[at - 1] ?? 0)
    const after = column === width - 1 ? middle : (grey[at + 1] ?? 0)
    across[at] = (before + 2 * middle + after) / 4
  }
  for (let at = 0; at < grey.length; at++) {
    const middle = across[at] ?? 0
    const above = at < width ? middle : (across[at - width] ?? 0)
    const below = at < width * (height - 1) ? (across[at + width] ?? 0) : middle
    both[at] = (above + 2 * middle + below) / 4
  }
  return both
}

/** Letters may be lighter than a ground that is dark. */
function fromGround(value: number, ground: number, darkBelow: number): number {
  const darker = ground - value
  const difference = darker < 0 && ground < darkBelow ? -darker : darker
  return Math.min(255, Math.max(0, 255 - (difference * 255) / fullContrast))
}

/** The two points of the small picture between which a point of the large one lies, and how far along. */
function between(at: number, size: number): { first: number; second: number; share: number } {
  const exact = Math.min(size - 1, Math.max(0, (at + 0.5) / groundShrink - 0.5))
  const first = Math.floor(exact)
  return { first, second: Math.min(size - 1, first + 1), share: exact - first }
}
