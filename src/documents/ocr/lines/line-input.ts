import type { PagePicture } from '../../pdfium/render.ts'
import type { Box } from '../tesseract/ink.ts'

/** The height of the model's input, in pixels. */
export const lineHeight = 48
/** The width of a step of the model; an input is a multiple of it. */
export const stepWidth = 8
/** Wider lines are cut before. A line that is still wider is compressed. */
export const lineWidthMax = 2_560
const widthMin = 48
const channels = 3

/** The input width of a box. */
export function inputWidthOf({ left, top, right, bottom }: Box): number {
  const scaled = ((right - left) * lineHeight) / Math.max(1, bottom - top)
  const steps = Math.ceil(Math.min(lineWidthMax, Math.max(widthMin, scaled)) / stepWidth)
  return steps * stepWidth
}

/**
 * Converts a box of a picture to the model's input. It is scaled to the input height, with values from -1
 * (black) to 1 (white), identical in three channels. Pixels outside of the picture are white.
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

/** The weights of the picture's pixels, from `first` on, that make up one input pixel. */
interface Span {
  readonly first: number
  readonly shares: readonly number[]
}

/** Interpolates between two pixels when enlarging; averages several pixels when reducing. */
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
