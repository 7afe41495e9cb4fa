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
  const plane = scaled(picture, spansOf(box.left, box.right, width), spansOf(box.top, box.bottom, lineHeight))
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

/** Scales across first, each row of the picture once, and then down. */
function scaled(picture: PagePicture, columns: readonly Span[], rows: readonly Span[]): Float32Array {
  const plane = new Float32Array(columns.length * rows.length)
  const across = new Map<number, Float32Array>()
  for (const [y, { first, shares }] of rows.entries()) {
    const target = plane.subarray(y * columns.length, (y + 1) * columns.length).fill(-1)
    for (const [below, share] of shares.entries()) {
      const at = first + below
      const row = across.get(at) ?? scaledRow(picture, at, columns)
      across.set(at, row)
      for (let x = 0; x < row.length; x++) target[x] = (target[x] ?? 0) + ((row[x] ?? 0) * share) / 127.5
    }
  }
  return plane
}

function scaledRow({ width, height, grey }: PagePicture, y: number, columns: readonly Span[]): Float32Array {
  const row = new Float32Array(columns.length)
  if (y < 0 || y >= height) return row.fill(255)
  const start = y * width
  for (let x = 0; x < columns.length; x++) {
    const { first, shares } = columns[x] as Span
    let sum = 0
    for (let at = 0; at < shares.length; at++) {
      const place = first + at
      sum += (shares[at] ?? 0) * (place >= 0 && place < width ? (grey[start + place] ?? 255) : 255)
    }
    row[x] = sum
  }
  return row
}
