import type { Colour } from './page-objects.ts'

/**
 * The contrast of two colours, from 0 to 255: the difference in luminance, or a third of the largest
 * channel difference if that is larger.
 */
export function contrastOf(a: Colour, b: Colour): number {
  const channels = Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))
  return Math.max(Math.abs(luminanceOf(a) - luminanceOf(b)), channels / 3)
}

/**
 * The smallest contrast, from 0 to 255, between a colour and a ground, both weighted by opacity. Anything
 * may be under a translucent ground.
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
