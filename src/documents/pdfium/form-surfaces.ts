import { boundsInForm } from './bounds.ts'
import type { PdfiumLibrary } from './library.ts'
import { identity, type Matrix, matrixOf, product } from './matrix.ts'
import { formDepthMax, objectTypes } from './object-types.ts'
import type { PageFrame } from './page-frame.ts'
import { objectsMax, type Surface, surfaceOf } from './page-objects.ts'
import { type FindSurface, surfaceFinder } from './surface-finder.ts'

/** Finders of the surfaces inside forms of a page, by form. */
export type FormSurfaces = ReadonlyMap<number, FindSurface>

/**
 * Indexes the surfaces inside some forms of a page, including those of forms within them. The forms share
 * one limit of objects.
 */
export function formSurfaces(
  library: PdfiumLibrary,
  frame: PageFrame,
  forms: ReadonlySet<number>,
): FormSurfaces {
  const finders = new Map<number, FindSurface>()
  let looksLeft = objectsMax
  for (const form of forms) {
    const { found, looks } = surfacesInside(library, form, frame, looksLeft)
    looksLeft -= looks
    finders.set(form, surfaceFinder(found))
  }
  return finders
}

function surfacesInside(library: PdfiumLibrary, form: number, frame: PageFrame, looksMax: number) {
  const { direct } = library
  const found: Surface[] = []
  let looks = 0
  const lookInto = (outer: number, around: Matrix, depth: number) => {
    const matrix = product(matrixOf(library, outer), around)
    const count = direct.FPDFFormObj_CountObjects(outer)
    for (let index = 0; index < count && looks < looksMax; index++) {
      looks += 1
      const object = direct.FPDFFormObj_GetObject(outer, index)
      const type = direct.FPDFPageObj_GetType(object)
      if (type === objectTypes.form && depth < formDepthMax) lookInto(object, matrix, depth + 1)
      if (type !== objectTypes.path && type !== objectTypes.image) continue
      const surface = surfaceOf(library, object, type, looks, () =>
        boundsInForm(library, object, matrix, frame),
      )
      if (surface !== null) found.push(surface)
    }
  }
  lookInto(form, identity, 0)
  return { found, looks }
}
