import { darkRectangles } from './dark-rectangles.ts'
import type { Greys } from './greys.ts'

/** The ground is computed on a picture reduced by this factor. */
export const groundShrink = 4
/** Half the side of the median's square. The full side is 0.3 inch, larger than a letter. */
const reach = 7
/** The median for the paper. In a low bar, light letters cover nearly half of the square. */
const levelShares = [0.5, 0.35] as const
/**
 * As a share of the paper's brightness. Darker ground is a panel, or a letter that fills the square. On a
 * page that is dark overall, `darkMax` applies: slightly more than half of white.
 */
const darkShare = 0.7
const darkMax = 140
/**
 * A dark area this long, or this high and wide, is a panel. Lengths are pixels of the small picture, 1/50
 * inch each.
 */
const panel = { longMin: 60, wideMin: 24, filledMin: 0.8, runMin: 24 }

/** The background of a page, for each pixel of the small picture. */
export interface Ground {
  readonly ground: Greys
  /** Darker ground is a panel, on which letters may be light. */
  readonly darkBelow: number
}

/**
 * The ground of a pixel is the median of its neighbourhood, because letters cover less than half of it.
 * Only dense characters of a bold title cover more. They get the ground of their surroundings. Pixels of a
 * dark rectangle, such as the bar behind a heading, have only that rectangle as neighbourhood, and pixels
 * beside it only the paper: a bar is often lower than the square of the median.
 */
export function groundOf(picture: Greys): Ground {
  const small = smaller(picture)
  const paper = paperOf(small)
  const darkBelow = Math.max(darkMax, darkShare * paper)
  const rectangles = darkRectangles(small, darkBelow)
  const ground = medians(small, rectangles)
  fillLetters(ground, small, rectangles, darkBelow)
  return { ground, darkBelow }
}

/** The paper's brightness: the 95th percentile of the page. */
function paperOf({ grey }: Greys): number {
  return grey.toSorted()[Math.floor(grey.length * 0.95)] ?? 255
}

/** Gives each dark area that isn't a panel the brightness of its brightest neighbour. */
function fillLetters({ width, grey }: Greys, small: Greys, panels: Uint8Array, darkBelow: number): void {
  const seen = panels.slice()
  for (let start = 0; start < grey.length; start++) {
    if (seen[start] === 1 || (grey[start] ?? 0) >= darkBelow) continue
    seen[start] = 1
    const place = [start]
    let [left, right, bottom, brightest] = [width, 0, 0, 0]
    for (const at of place) {
      const x = at % width
      left = Math.min(left, x)
      right = Math.max(right, x)
      bottom = Math.max(bottom, at)
      const beside = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width]
      for (const next of beside) {
        const value = grey[next]
        if (value === undefined || seen[next] === 1) continue
        if (value >= darkBelow) brightest = Math.max(brightest, value)
        else {
          seen[next] = 1
          place.push(next)
        }
      }
    }
    const wide = right - left + 1
    const high = Math.floor(bottom / width) - Math.floor(start / width) + 1
    if (isPanel(wide, high, place.length) && hasLongRun(place, small, darkBelow)) continue
    if (brightest === 0) continue
    for (const at of place) grey[at] = brightest
  }
}

function isPanel(wide: number, high: number, points: number): boolean {
  if (Math.max(wide, high) >= panel.longMin) return true
  return Math.min(wide, high) >= panel.wideMin && points >= panel.filledMin * wide * high
}

/** Whether the area has a dark row or column without a gap. The letters of a title have gaps. */
function hasLongRun(place: readonly number[], { width, grey }: Greys, darkBelow: number): boolean {
  const area = new Set(place)
  const isDark = (at: number) => area.has(at) && (grey[at] ?? 255) < darkBelow
  const isLong = (start: number, step: number) => {
    if (isDark(start - step)) return false
    let length = 0
    while (length < panel.runMin && isDark(start + length * step)) length += 1
    return length === panel.runMin
  }
  return place.some((at) => isLong(at, 1) || isLong(at, width))
}

function smaller({ width, height, grey }: Greys): Greys {
  const small = { width: Math.ceil(width / groundShrink), height: Math.ceil(height / groundShrink) }
  const means = new Uint8Array(small.width * small.height)
  for (let y = 0; y < small.height; y++) {
    const rows = Math.min(groundShrink, height - y * groundShrink)
    for (let x = 0; x < small.width; x++) {
      const columns = Math.min(groundShrink, width - x * groundShrink)
      let sum = 0
      for (let dy = 0; dy < rows; dy++) {
        const start = (y * groundShrink + dy) * width + x * groundShrink
        for (let dx = 0; dx < columns; dx++) sum += grey[start + dx] ?? 0
      }
      means[y * small.width + x] = sum / (rows * columns)
    }
  }
  return { ...small, grey: means }
}

/**
 * The median of the pixels of a pixel's square that are in the same region (0 or 1), with histograms that
 * slide along the row (Huang, 1979).
 */
function medians({ width, height, grey }: Greys, regions: Uint8Array): Greys {
  const found = new Uint8Array(width * height)
  const histograms = [new Uint16Array(256), new Uint16Array(256)] as const
  const counts = [0, 0]
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - reach)
    const bottom = Math.min(height - 1, y + reach)
    for (const region of [0, 1] as const) {
      histograms[region].fill(0)
      counts[region] = 0
    }
    const add = (x: number, by: 1 | -1) => {
      if (x < 0 || x >= width) return
      for (let at = top * width + x; at <= bottom * width + x; at += width) {
        const region = regions[at] === 1 ? 1 : 0
        const histogram = histograms[region]
        const value = grey[at] ?? 0
        histogram[value] = (histogram[value] ?? 0) + by
        counts[region] = (counts[region] ?? 0) + by
      }
    }
    for (let x = 0; x < reach; x++) add(x, 1)
    for (let x = 0; x < width; x++) {
      add(x + reach, 1)
      add(x - reach - 1, -1)
      const region = regions[y * width + x] === 1 ? 1 : 0
      found[y * width + x] = levelOf(histograms[region], (counts[region] ?? 0) * levelShares[region])
    }
  }
  return { width, height, grey: found }
}

function levelOf(histogram: Uint16Array, count: number): number {
  let below = 0
  for (let value = 0; value < 255; value++) {
    below += histogram[value] ?? 0
    if (below >= count) return value
  }
  return 255
}
