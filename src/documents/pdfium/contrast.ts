import type { Colour } from './page-objects.ts'

/** From 0 to 255: by lightness, or by hue to a lesser extent. */
export function contrastOf(a: Colour, b: Colour): number {
  const channels = Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))
  return Math.max(Math.abs(luminanceOf(a) - luminanceOf(b)), channels / 3)
}

/** From 0 to 255. */
export function luminanceOf([red, green, blue]: Colour): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}
