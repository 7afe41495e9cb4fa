import type { PagePicture } from '../../pdfium/render.ts'
import type { Box } from '../tesseract/ink.ts'

/** What the model takes: lines of this height, in pixels. */
export const lineHeight = 48
/** Its steps to the right are so wide; a line is as wide as a number of steps. */
export const stepWidth = 8
/** Wider lines are cut before; what is wider all the same is squeezed. */
export const lineWidthMax = 2_560
const widthMin = 48
const channels = 3

/** How wide a box is for the model. */
export function inputWidthOf({ left, top, right, bottom }: Box): number {
  const scaled = ((right - left) * lineHeight) / Math.max(1, bottom - top)
  const steps = Math.ceil(Math.min(lineWidthMax, Math.max(widthMin, scaled)) / stepWidth)
  return steps * stepWidth
}

/**
 * A box of a picture as the model takes it: scaled to its height, from -1 (black) to 1 (white), the same in
 * each of three channels. What is outside of the picture is white.
 */
export function lineInput(picture: PagePicture, box: Box): { data: Float32Array; width: number } {
  const width = inputWidthOf(box)
  const plane = new Float32Array(width * lineHeight)
  const columns = spansOf(box.left, box.right, width)
  const rows = spansOf(box.top, box.bottom, lineHeight)
  for (const [y, row] of rows.entries()) {
    for (const [x, column] of columns.entries()) plane[y * width + x] = levelOf(picture, column, row)
  }
  const data = new Float32Array(channels * plane.length)
  for (let channel = 0; channel < channels; channel++) data.set(plane, channel * plane.length)
  return { data, width }
}

/** Points of the picture from `first` on and their shares, which make one point of the line. */
interface Span {
  readonly first: number
  readonly shares: readonly number[]
}

/** Between two points where the line is larger than the picture; the mean of several where it is smaller. */
function spansOf(from: number, to: number, count: number): Span[] {
  const step = (to - from) / count
  const reach = Math.max(1, step)
  return Array.from({ length: count }, (_, index) => {
    const middle = from + (index + 0.5) * step - 0.5
    const first = Math.ceil(middle - reach)
    const shares: number[] = []
    for (let at = first; at < middle + reach; at++) shares.push(1 - Math.abs(at - middle) / reach)
    const sum = shares.reduce((total, share) => total + share, 0)
    return { first, shares: shares.map((share) => share / sum) }
  })
}

function levelOf({ width, height, grey }: PagePicture, column: Span, row: Span): number {
  let sum = 0
  for (const [below, rowShare] of row.shares.entries()) {
    const y = row.first + below
    for (const [across, share] of column.shares.entries()) {
      const x = column.first + across
      const inside = x >= 0 && x < width && y >= 0 && y < height
      sum += rowShare * share * (inside ? (grey[y * width + x] ?? 255) : 255)
    }
  }
  return sum / 127.5 - 1
}
