import type { Box } from '../layout/box.ts'
import { contrastOf, luminanceOf } from './contrast.ts'
import type { Drawing, PixelBox } from './drawing.ts'
import type { Colour } from './page-objects.ts'

/** How far neighbours reach into a letter's box: shares of the line height and the letter width. */
const neighbourShare = { above: 0.15, beside: 0.1 }
const unevenMin = 40
/** Larger boxes are sampled. */
const pixelsLookedAt = 4_000

export interface Ground {
  /** The average of all sampled pixels. */
  readonly colour: Colour
  /** Whether something is drawn there: it has both light and dark pixels. */
  readonly uneven: boolean
  /** The smallest contrast between a colour and the pixels, from 0 to 255. */
  leastContrast(colour: Colour): number
}

/** Examines the pixels in a box. */
export function groundIn(drawing: Drawing, box: PixelBox): Ground {
  const sums = [0, 0, 0]
  let looked = 0
  let darkest = 255
  let lightest = 0
  eachPlace(box, (x, y) => {
    const colour = colourAt(drawing, x, y)
    const light = luminanceOf(colour)
    looked += 1
    darkest = Math.min(darkest, light)
    lightest = Math.max(lightest, light)
    for (let channel = 0; channel < 3; channel++)
      sums[channel] = (sums[channel] ?? 0) + (colour[channel] ?? 0)
  })
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => sum / Math.max(1, looked))
  return {
    colour: [red, green, blue, 255],
    uneven: lightest - darkest >= unevenMin,
    leastContrast: (colour) => {
      let least = 255
      eachPlace(box, (x, y) => {
        least = Math.min(least, contrastOf(colour, colourAt(drawing, x, y)))
      })
      return least
    },
  }
}

/** The largest difference between two drawings in a box, from 0 to 255. */
export function changeIn(a: Drawing, b: Drawing, box: PixelBox): number {
  let change = 0
  eachPlace(box, (x, y) => {
    change = Math.max(change, contrastOf(colourAt(a, x, y), colourAt(b, x, y)))
  })
  return change
}

/** The part of a letter's box that its neighbours don't reach into. */
export function coreOf({ left, bottom, right, top }: Box): Box {
  const x = (right - left) * neighbourShare.beside
  const y = (top - bottom) * neighbourShare.above
  return { left: left + x, bottom: bottom + y, right: right - x, top: top - y }
}

function eachPlace({ left, top, right, bottom }: PixelBox, look: (x: number, y: number) => void): void {
  const step = Math.ceil(Math.sqrt(((right - left) * (bottom - top)) / pixelsLookedAt))
  for (let y = top; y < bottom; y += step) for (let x = left; x < right; x += step) look(x, y)
}

function colourAt({ pixels, left, top, width }: Drawing, x: number, y: number): Colour {
  const at = ((y - top) * width + x - left) * 4
  return [pixels[at + 2] ?? 0, pixels[at + 1] ?? 0, pixels[at] ?? 0, 255]
}
