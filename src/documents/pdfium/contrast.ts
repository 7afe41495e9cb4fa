import type { Colour } from './page-objects.ts'

/** From 0 to 255: by lightness, or by hue to a lesser extent. */
export function contrastOf(a: Colour, b: Colour): number {
  const channels = Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))
  return Math.max(Math.abs(luminanceOf(a) - luminanceOf(b)), channels / 3)
}

/**
 * How much a colour, as far as it is opaque, stands out from a ground that lets through what is under it,
 * whatever that is: from 0 to 255.
 */
export function contrastAtLeast(colour: Colour, ground: Colour): number {
  const through = 255 - ground[3]
  const [red, green, blue, alpha] = ground
  const darkest: Colour = [(red * alpha) / 255, (green * alpha) / 255, (blue * alpha) / 255, 255]
  const gap = (value: number, least: number) => Math.max(0, value - least - through, least - value)
  const [r, g, b] = [gap(colour[0], darkest[0]), gap(colour[1], darkest[1]), gap(colour[2], darkest[2])]
  const light = gap(luminanceOf(colour), luminanceOf(darkest))
  return (Math.max(light, Math.max(r, g, b) / 3) * colour[3]) / 255
}

/** From 0 to 255. */
export function luminanceOf([red, green, blue]: Colour): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}
