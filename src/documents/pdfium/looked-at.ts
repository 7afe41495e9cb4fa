import type { Box } from '../layout/box.ts'
import { contrastOf, luminanceOf } from './contrast.ts'
import type { DrawnTwice } from './drawn-difference.ts'
import type { Colour } from './page-objects.ts'

/** Of the height of a line and the width of a letter: so far its neighbours reach into its box. */
const neighbourShare = { above: 0.15, beside: 0.1 }
const unevenMin = 40
/** Letters that fill the page are looked at from further away. */
const pixelsLookedAt = 4_000

/** How much a box changes, its average colour without the text, and whether something else is drawn in it. */
export function pixelsIn(drawn: DrawnTwice, box: Box): { change: number; ground: Colour; uneven: boolean } {
  const { left, top, right, bottom } = drawn.pixelsOf(box)
  const step = Math.ceil(Math.sqrt(((right - left) * (bottom - top)) / pixelsLookedAt))
  let looked = 0
  let change = 0
  let darkest = 255
  let lightest = 0
  const sums = [0, 0, 0]
  for (let y = top; y < bottom; y += step) {
    for (let x = left; x < right; x += step) {
      looked += 1
      const at = (y * drawn.width + x) * 4
      const ground = colourAt(drawn.without, at)
      change = Math.max(change, contrastOf(ground, colourAt(drawn.with, at)))
      const light = luminanceOf(ground)
      darkest = Math.min(darkest, light)
      lightest = Math.max(lightest, light)
      for (let channel = 0; channel < 3; channel++)
        sums[channel] = (sums[channel] ?? 0) + (ground[channel] ?? 0)
    }
  }
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => sum / Math.max(1, looked))
  return { change, ground: [red, green, blue, 255], uneven: lightest - darkest >= unevenMin }
}

/** The part of a letter's box in which its neighbours draw nothing. */
export function coreOf({ left, bottom, right, top }: Box): Box {
  const x = (right - left) * neighbourShare.beside
  const y = (top - bottom) * neighbourShare.above
  return { left: left + x, bottom: bottom + y, right: right - x, top: top - y }
}

function colourAt(pixels: Uint8Array, at: number): Colour {
  return [pixels[at + 2] ?? 0, pixels[at + 1] ?? 0, pixels[at] ?? 0, 255]
}
