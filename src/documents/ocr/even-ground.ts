import type { PagePicture } from '../pdfium/render.ts'

/** The ground is looked for on a picture so many times smaller. */
const shrink = 4
/** Half the side of the square whose median is the ground: 0.3 inch in all, more than a letter covers. */
const reach = 7
/** Letters that differ from their ground by this much become black. */
const fullContrast = 130
/** On a ground that is darker than this, letters may be lighter than it. */
const darkGround = 140

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
  const ground = medians(smaller({ width, height, grey }))
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
      evened[y * width + x] = fromGround(grey[y * width + x] ?? 0, level)
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

function fromGround(value: number, ground: number): number {
  const darker = ground - value
  const difference = darker < 0 && ground < darkGround ? -darker : darker
  return Math.min(255, Math.max(0, 255 - (difference * 255) / fullContrast))
}

/** The two points of the small picture between which a point of the large one lies, and how far along. */
function between(at: number, size: number): { first: number; second: number; share: number } {
  const exact = Math.min(size - 1, Math.max(0, (at + 0.5) / shrink - 0.5))
  const first = Math.floor(exact)
  return { first, second: Math.min(size - 1, first + 1), share: exact - first }
}

interface Greys {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

function smaller({ width, height, grey }: Greys): Greys {
  const small = { width: Math.ceil(width / shrink), height: Math.ceil(height / shrink) }
  const means = new Uint8Array(small.width * small.height)
  for (let y = 0; y < small.height; y++) {
    const rows = Math.min(shrink, height - y * shrink)
    for (let x = 0; x < small.width; x++) {
      const columns = Math.min(shrink, width - x * shrink)
      let sum = 0
      for (let dy = 0; dy < rows; dy++) {
        const start = (y * shrink + dy) * width + x * shrink
        for (let dx = 0; dx < columns; dx++) sum += grey[start + dx] ?? 0
      }
      means[y * small.width + x] = sum / (rows * columns)
    }
  }
  return { ...small, grey: means }
}

/** The median of each point's square, by a histogram that slides along the row (Huang, 1979). */
function medians({ width, height, grey }: Greys): Greys {
  const found = new Uint8Array(width * height)
  const histogram = new Uint16Array(256)
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - reach)
    const bottom = Math.min(height - 1, y + reach)
    histogram.fill(0)
    let count = 0
    const add = (x: number, by: 1 | -1) => {
      if (x < 0 || x >= width) return
      for (let each = top; each <= bottom; each++) {
        const value = grey[each * width + x] ?? 0
        histogram[value] = (histogram[value] ?? 0) + by
      }
      count += by * (bottom - top + 1)
    }
    for (let x = 0; x < reach; x++) add(x, 1)
    for (let x = 0; x < width; x++) {
      add(x + reach, 1)
      add(x - reach - 1, -1)
      found[y * width + x] = medianOf(histogram, count)
    }
  }
  return { width, height, grey: found }
}

function medianOf(histogram: Uint16Array, count: number): number {
  let below = 0
  for (let value = 0; value < 255; value++) {
    below += histogram[value] ?? 0
    if (below >= count / 2) return value
  }
  return 255
}
