import { boundsOf, clipBox } from './bounds.ts'
import type { PdfiumLibrary } from './library.ts'
import { type PageFrame, shownBox } from './page-frame.ts'

/** A rectangle has this many segments. Any other shape may clip anything. */
const rectangleSegments = 5
const pathsMax = 20
/** In points. Letters extend slightly over the edges of their fields. */
const overhang = 1

/** Whether a clip may cut off an object: the object extends beyond it, or the clip is not a rectangle. */
export function clipsAway(library: PdfiumLibrary, object: number, frame: PageFrame): boolean {
  const { direct } = library
  const clip = direct.FPDFPageObj_GetClipPath(object)
  const paths = clip === 0 ? 0 : direct.FPDFClipPath_CountPaths(clip)
  if (paths <= 0) return false
  const bounds = boundsOf(library, object, frame)
  if (bounds === null || paths > pathsMax) return true
  for (let path = 0; path < paths; path++) {
    const around = clipBox(library, clip, path)
    if (around === null || around.segments < rectangleSegments - 1) return true
    if (around.segments > rectangleSegments) return true
    const { left, bottom, right, top } = shownBox(around, frame)
    if (bounds.left < left - overhang || bounds.right > right + overhang) return true
    if (bounds.bottom < bottom - overhang || bounds.top > top + overhang) return true
  }
  return false
}
