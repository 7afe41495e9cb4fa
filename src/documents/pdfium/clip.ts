import type { PdfiumLibrary } from './library.ts'
import type { PageFrame } from './page-frame.ts'
import { showBoxes } from './page-frame.ts'
import { boundsOf } from './page-objects.ts'

/** A rectangle has as many segments; any other shape may cut anything away. */
const rectangleSegments = 5
const pathsMax = 20
/** In points: letters reach a little over the edges of their fields. */
const overhang = 1

/** Whether an object may be cut off by its clip: it reaches beyond, or the clip is no rectangle. */
export function clipsAway(library: PdfiumLibrary, object: number, frame: PageFrame): boolean {
  const { direct } = library
  const clip = direct.FPDFPageObj_GetClipPath(object)
  const paths = clip === 0 ? 0 : direct.FPDFClipPath_CountPaths(clip)
  if (paths <= 0) return false
  const bounds = boundsOf(library, object, frame)
  if (bounds === null || paths > pathsMax) return true
  for (let path = 0; path < paths; path++) {
    const around = boxAround(library, clip, path, frame)
    if (around === null) return true
    const [left = 0, bottom = 0, right = 0, top = 0] = around
    if (bounds.left < left - overhang || bounds.right > right + overhang) return true
    if (bounds.bottom < bottom - overhang || bounds.top > top + overhang) return true
  }
  return false
}

/** The box around a path of a clip, as the page is shown; null where it is no rectangle. */
function boxAround(
  library: PdfiumLibrary,
  clip: number,
  path: number,
  frame: PageFrame,
): Float32Array | null {
  const { direct, answer } = library
  const segments = direct.FPDFClipPath_CountPathSegments(clip, path)
  if (segments < rectangleSegments - 1 || segments > rectangleSegments) return null
  const xs: number[] = []
  const ys: number[] = []
  for (let index = 0; index < segments; index++) {
    const segment = direct.FPDFClipPath_GetPathSegment(clip, path, index)
    if (direct.FPDFPathSegment_GetPoint(segment, answer, answer + 4) !== 1) continue
    const [x = 0, y = 0] = library.answerFloats()
    xs.push(x)
    ys.push(y)
  }
  if (xs.length === 0) return null
  const box = Float32Array.of(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys))
  showBoxes(box, frame)
  return box
}
