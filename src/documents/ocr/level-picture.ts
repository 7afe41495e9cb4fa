import type { PagePicture } from '../pdfium/render.ts'
import { inked } from './even-ground.ts'

/**
 * Smaller angles are left to Tesseract, which reads such pages well. Rotating a picture blurs its letters.
 */
const degreesMin = 2.5
const degreesMax = 15
const stepDegrees = 0.5
/** The required gain in sharpness of the rows. A page without lines of text has no clear angle. */
const gainMin = 1.3
/** Only every N-th row and column is sampled. */
const shrink = 3
const pointsMax = 100_000
const white = 255

/**
 * Rotates a picture so that its lines of text are level. Handheld photos are often tilted by a few degrees,
 * and Tesseract finds no lines in them. The picture must have even ground. The best angle is the one at
 * which neighbouring rows differ most, because text lines alternate with white (Postl, 1986).
 */
export function levelPicture(picture: PagePicture): PagePicture {
  const points = inkedPoints(picture)
  const level = sharpness(points, 0)
  let best = { degrees: 0, sharpness: level }
  for (let degrees = -degreesMax; degrees <= degreesMax; degrees += stepDegrees) {
    const found = sharpness(points, degrees)
    if (found > best.sharpness) best = { degrees, sharpness: found }
  }
  if (Math.abs(best.degrees) < degreesMin || best.sharpness < level * gainMin) return picture
  return turnedBy(picture, best.degrees)
}

interface Points {
  readonly count: number
  readonly x: Float32Array
  readonly y: Float32Array
  /** The longest distance between two points, in sampled rows. */
  readonly reach: number
}

function inkedPoints({ width, height, grey }: PagePicture): Points {
  const x = new Float32Array(pointsMax)
  const y = new Float32Array(pointsMax)
  let count = 0
  for (let row = 0; row < height; row += shrink) {
    for (let column = 0; column < width && count < pointsMax; column += shrink) {
      if ((grey[row * width + column] ?? white) >= inked) continue
      x[count] = column / shrink
      y[count] = row / shrink
      count += 1
    }
  }
  return { count, x, y, reach: Math.ceil((width + height) / shrink) }
}

/** The sum of squared differences between neighbouring rows, at an angle. */
function sharpness({ count, x, y, reach }: Points, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180)
  const rows = new Int32Array(2 * reach)
  for (let index = 0; index < count; index++) {
    const row = Math.round((y[index] ?? 0) - (x[index] ?? 0) * slope) + reach
    rows[row] = (rows[row] ?? 0) + 1
  }
  let sum = 0
  for (let row = 1; row < rows.length; row++) sum += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2
  return sum
}

/** Rotates the picture about its centre, so that lines that fell to the right by this angle become level. */
function turnedBy({ width, height, grey, scale }: PagePicture, degrees: number): PagePicture {
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const turned = new Uint8Array(width * height).fill(white)
  for (let y = 0; y < height; y++) {
    const down = y - height / 2
    for (let x = 0; x < width; x++) {
      const along = x - width / 2
      const fromX = along * cos - down * sin + width / 2
      const fromY = along * sin + down * cos + height / 2
      const left = Math.floor(fromX)
      const top = Math.floor(fromY)
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue
      const at = top * width + left
      const above = mix(grey[at] ?? white, grey[at + 1] ?? white, fromX - left)
      const below = mix(grey[at + width] ?? white, grey[at + width + 1] ?? white, fromX - left)
      turned[y * width + x] = mix(above, below, fromY - top)
    }
  }
  return { width, height, grey: turned, scale }
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share
}
