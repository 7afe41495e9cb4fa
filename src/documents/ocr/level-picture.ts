import type { PagePicture } from '../pdfium/render.ts'
import { inked } from './even-ground.ts'

/** Less is left to Tesseract, which reads such pages well; turning a picture softens its letters. */
const degreesMin = 2.5
const degreesMax = 15
const stepDegrees = 0.5
/** How much sharper the rows of a page must become: what isn't lines of text has no angle. */
const gainMin = 1.3
/** Points are looked for on every so-manieth row and column. */
const shrink = 3
const pointsMax = 100_000
const white = 255

/**
 * The picture turned so that its lines of text lie level, where they don't by some degrees, as in photos that
 * are taken by hand: Tesseract finds no lines in them. Takes a picture whose ground is even. The angle is the
 * one at which the rows of the picture differ most from their neighbours, lines of text from the white
 * between them (Postl, 1986).
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
  /** The longest distance between two of them, in rows that are looked at. */
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

/** How much rows at an angle differ from the next ones, in points. */
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

/** Turned about its centre, so that what fell to the right by so many degrees lies level. */
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
