import { type Box, overlapX, overlapY } from '../layout/box.ts'
import { clipsAway } from './clip.ts'
import { contrastAtLeast } from './contrast.ts'
import type { PdfiumLibrary } from './library.ts'
import type { PageFrame } from './page-frame.ts'
import { colourOf, type Surface, type TextPlace } from './page-objects.ts'
import { isOptional, type Paint } from './text-runs.ts'

/** Colours with this contrast are distinguishable without drawing. */
const plainContrast = 60
const opaque = 255

/**
 * Returns a function that reports whether a surface paints its whole box evenly in one colour. Results are
 * cached.
 */
export function plainGrounds(library: PdfiumLibrary, frame: PageFrame): (surface: Surface) => boolean {
  const known = new Map<Surface, boolean>()
  return (surface) => {
    const before = known.get(surface)
    if (before !== undefined) return before
    const plain =
      surface.colour !== null &&
      !isBlended(library, surface.object) &&
      !isOptional(library, surface.object) &&
      isRectangle(library, surface.object) &&
      !clipsAway(library, surface.object, frame)
    known.set(surface, plain)
    return plain
  }
}

/**
 * Whether text in a box is certainly visible, such as light text on a side bar. Its ground is the last
 * surface drawn there. The ground must be drawn before the text, cover the box, be plain, and contrast with
 * the text.
 */
export function standsOut(
  box: Box,
  { colour }: Paint,
  place: TextPlace | undefined,
  ground: Surface | undefined,
  isPlain: (surface: Surface) => boolean,
): boolean {
  if (colour === null || place === undefined || !ground?.colour || ground.order > place.order) return false
  return contrastAtLeast(colour, ground.colour) >= plainContrast && holds(ground.box, box) && isPlain(ground)
}

/** Whether an object is blended with its ground by other means than opacity, or drawn through a mask. */
export function isBlended(library: PdfiumLibrary, object: number): boolean {
  const { direct } = library
  const isTransparent = () => direct.FPDFPageObj_HasTransparency(object) !== 0
  if (!isTransparent()) return false
  const [fill, stroke] = [colourOf(library, object, 'Fill'), colourOf(library, object, 'Stroke')]
  if (fill === null || stroke === null) return true
  // PDFium doesn't report the reason. If the object is still transparent when made opaque, there is another
  // reason.
  const [[r, g, b, alpha], [sr, sg, sb, strokeAlpha]] = [fill, stroke]
  direct.FPDFPageObj_SetFillColor(object, r, g, b, opaque)
  direct.FPDFPageObj_SetStrokeColor(object, sr, sg, sb, opaque)
  const blended = isTransparent()
  direct.FPDFPageObj_SetFillColor(object, r, g, b, alpha)
  direct.FPDFPageObj_SetStrokeColor(object, sr, sg, sb, strokeAlpha)
  return blended
}

export function touches(a: Box, b: Box): boolean {
  return overlapX(a, b) > 0 && overlapY(a, b) > 0
}

function holds(outer: Box, { left, bottom, right, top }: Box): boolean {
  return outer.left <= left && right <= outer.right && outer.bottom <= bottom && top <= outer.top
}

const moveTo = 2
const lineTo = 0
const closedSegments = 5

/** Whether a path is a single axis-aligned rectangle. */
function isRectangle(library: PdfiumLibrary, path: number): boolean {
  const { direct, answer, answerFloats } = library
  if (direct.FPDFPath_CountSegments(path) !== closedSegments) return false
  const corners: Corner[] = []
  for (let index = 0; index < closedSegments; index++) {
    const segment = direct.FPDFPath_GetPathSegment(path, index)
    if (direct.FPDFPathSegment_GetType(segment) !== (index === 0 ? moveTo : lineTo)) return false
    if (direct.FPDFPathSegment_GetPoint(segment, answer, answer + 4) !== 1) return false
    const [x = 0, y = 0] = answerFloats()
    corners.push([x, y])
  }
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3], [x4, y4]] = corners as [
    Corner,
    Corner,
    Corner,
    Corner,
    Corner,
  ]
  const around = x4 === x0 && y4 === y0
  const across = y1 === y0 && x1 === x2 && y3 === y2 && x3 === x0
  const up = x1 === x0 && y1 === y2 && x3 === x2 && y3 === y0
  return around && (across || up) && isUpright(library, path)
}

type Corner = readonly [x: number, y: number]

function isUpright({ direct, answer, answerFloats }: PdfiumLibrary, path: number): boolean {
  if (direct.FPDFPageObj_GetMatrix(path, answer) !== 1) return false
  const [a = 0, b = 0, c = 0, d = 0] = answerFloats()
  return (b === 0 && c === 0) || (a === 0 && d === 0)
}
