import type { Box } from '../layout/box.ts'
import { boundsOf } from './bounds.ts'
import type { PdfiumLibrary } from './library.ts'
import { formDepthMax, objectTypes } from './object-types.ts'
import type { PageFrame } from './page-frame.ts'

/** Red, green, blue and opacity, each from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** An object that hides what it is drawn over, or that is the ground of text. */
export interface Surface {
  readonly object: number
  readonly kind: 'fill' | 'image' | 'mixed'
  /** Its index in the drawing order. */
  readonly order: number
  /** In the coordinates of `PageReading`. */
  readonly box: Box
  /** Null if it has more than one colour, as an image, a shading or a form does. */
  readonly colour: Colour | null
}

export interface TextPlace {
  readonly order: number
  /** The form of the page that contains it, whose own clips and switches are not examined; null if none. */
  readonly form: number | null
}

export interface PageObjects {
  readonly texts: ReadonlyMap<number, TextPlace>
  readonly surfaces: readonly Surface[]
  /** Whether all objects of the page were examined. */
  readonly complete: boolean
}

/** Limit on the objects examined per page. */
export const objectsMax = 20_000
/** Thinner surfaces are rules, which hide no text. */
const ruleThickness = 1.5

/** The text objects and surfaces of a loaded page in drawing order. */
export function objectsOf(library: PdfiumLibrary, page: number, frame: PageFrame): PageObjects {
  const { api, direct } = library
  const texts = new Map<number, TextPlace>()
  const surfaces: Surface[] = []
  let looks = 0
  const count = api.FPDFPage_CountObjects(page)
  for (let order = 0; order < count && looks <= objectsMax; order++) {
    looks += 1
    const object = direct.FPDFPage_GetObject(page, order)
    const type = direct.FPDFPageObj_GetType(object)
    if (type === objectTypes.text) {
      texts.set(object, { order, form: null })
      continue
    }
    if (type === objectTypes.form) {
      const inside = contentOf(library, object, objectsMax - looks)
      const place = { order, form: object }
      for (const text of inside.texts) texts.set(text, place)
      looks += inside.looks
    }
    const surface = surfaceOf(library, object, type, order, () => boundsOf(library, object, frame))
    if (surface !== null) surfaces.push(surface)
  }
  return { texts, surfaces, complete: looks <= objectsMax }
}

interface FormContent {
  readonly texts: readonly number[]
  readonly looks: number
}

function contentOf({ direct }: PdfiumLibrary, form: number, looksMax: number): FormContent {
  const texts: number[] = []
  let looks = 0
  const lookInto = (outer: number, depth: number) => {
    const count = direct.FPDFFormObj_CountObjects(outer)
    for (let index = 0; index < count && looks <= looksMax; index++) {
      looks += 1
      const object = direct.FPDFFormObj_GetObject(outer, index)
      const type = direct.FPDFPageObj_GetType(object)
      if (type === objectTypes.text) texts.push(object)
      else if (type === objectTypes.form && depth < formDepthMax) lookInto(object, depth + 1)
    }
  }
  lookInto(form, 0)
  return { texts, looks }
}

/** The surface of an object with its place in the drawing order; null if it hides nothing. */
export function surfaceOf(
  library: PdfiumLibrary,
  object: number,
  type: number,
  order: number,
  boundsOfIt: () => Box | null,
): Surface | null {
  if (type === objectTypes.path && !isFilled(library, object)) return null
  const colour = type === objectTypes.path ? colourOf(library, object, 'Fill') : null
  if (colour?.[3] === 0) return null
  const box = boundsOfIt()
  if (box === null || Math.min(box.right - box.left, box.top - box.bottom) < ruleThickness) return null
  const kind = type === objectTypes.path ? 'fill' : type === objectTypes.image ? 'image' : 'mixed'
  return { object, kind, order, box, colour }
}

function isFilled({ direct, answer, answerBytes }: PdfiumLibrary, path: number): boolean {
  return direct.FPDFPath_GetDrawMode(path, answer, answer + 4) === 1 && answerBytes()[0] !== 0
}

/** Null if unknown, as for a pattern. */
export function colourOf(library: PdfiumLibrary, object: number, of: 'Fill' | 'Stroke'): Colour | null {
  const { direct, answer } = library
  const known = direct[`FPDFPageObj_Get${of}Color`](object, answer, answer + 4, answer + 8, answer + 12)
  if (known !== 1) return null
  const bytes = library.answerBytes()
  return [bytes[0] ?? 0, bytes[4] ?? 0, bytes[8] ?? 0, bytes[12] ?? 0]
}
