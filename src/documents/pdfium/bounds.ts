import { type Box, unionOf } from '../layout/box.ts'
import type { PdfiumLibrary } from './library.ts'
import { type Matrix, matrixOf } from './matrix.ts'
import { objectTypes } from './object-types.ts'
import { type PageFrame, shownBox } from './page-frame.ts'

/** If a form has more parts, it is treated as drawing in its whole box. */
const formPartsMax = 100
const clipsMax = 20
const clipSegmentsMax = 100

/** The box in which an object draws, in page coordinates; null if it has none. */
export function boundsOf(library: PdfiumLibrary, object: number, frame: PageFrame): Box | null {
  const isForm = library.direct.FPDFPageObj_GetType(object) === objectTypes.form
  const box = (isForm && clippedForm(library, object)) || boxAround(library, object)
  return box && shownBox(box, frame)
}

/** The box that PDFium reports, in the coordinates of the object's container. It ignores clips. */
function boxAround({ direct, answer, answerFloats }: PdfiumLibrary, object: number): Box | null {
  const known = direct.FPDFPageObj_GetBounds(object, answer, answer + 4, answer + 8, answer + 12)
  const [left = 0, bottom = 0, right = 0, top = 0] = answerFloats()
  return known === 1 && Number.isFinite(left + bottom + right + top) ? { left, bottom, right, top } : null
}

/** The clipped box of a form. Programs place an image as a form that shows a part of it. Null if unknown. */
function clippedForm(library: PdfiumLibrary, form: number): Box | null {
  const { direct } = library
  const count = direct.FPDFFormObj_CountObjects(form)
  let drawn: Box | null = null
  for (let index = 0; index < count; index++) {
    const part = direct.FPDFFormObj_GetObject(form, index)
    const box = index < formPartsMax ? boxAround(library, part) : null
    if (box === null) return null
    const seen = clipped(library, part, box)
    if (seen !== null) drawn = drawn === null ? seen : unionOf(drawn, seen)
  }
  return drawn && transformed(drawn, matrixOf(library, form))
}

/** The box in which an object inside a form draws, in page coordinates; null if it has none. */
export function boundsInForm(
  library: PdfiumLibrary,
  object: number,
  matrix: Matrix,
  frame: PageFrame,
): Box | null {
  const box = boxAround(library, object)
  return box && shownBox(transformed(box, matrix), frame)
}

/** The box of an object after its clips; null if nothing remains. */
function clipped(library: PdfiumLibrary, object: number, box: Box): Box | null {
  const clip = library.direct.FPDFPageObj_GetClipPath(object)
  const paths = clip === 0 ? 0 : library.direct.FPDFClipPath_CountPaths(clip)
  let { left, bottom, right, top } = box
  for (let path = 0; path < Math.min(paths, clipsMax); path++) {
    const around = clipBox(library, clip, path)
    if (around === null) continue
    left = Math.max(left, around.left)
    bottom = Math.max(bottom, around.bottom)
    right = Math.min(right, around.right)
    top = Math.min(top, around.top)
  }
  return left < right && bottom < top ? { left, bottom, right, top } : null
}

/** The bounding box of a clip path and its number of segments; null if it has too many. */
export function clipBox(
  { direct, answer, answerFloats }: PdfiumLibrary,
  clip: number,
  path: number,
): (Box & { segments: number }) | null {
  const segments = direct.FPDFClipPath_CountPathSegments(clip, path)
  if (segments <= 0 || segments > clipSegmentsMax) return null
  const xs: number[] = []
  const ys: number[] = []
  for (let index = 0; index < segments; index++) {
    const segment = direct.FPDFClipPath_GetPathSegment(clip, path, index)
    if (direct.FPDFPathSegment_GetPoint(segment, answer, answer + 4) !== 1) return null
    const [x = 0, y = 0] = answerFloats()
    xs.push(x)
    ys.push(y)
  }
  return { ...boxOfPoints(xs, ys), segments }
}

function boxOfPoints(xs: readonly number[], ys: readonly number[]): Box {
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

function transformed(box: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [box.left, box.right].flatMap((x) => [box.bottom, box.top].map((y) => [x, y] as const))
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  return boxOfPoints(xs, ys)
}
