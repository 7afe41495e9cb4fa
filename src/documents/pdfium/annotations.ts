import type { PdfiumLibrary } from './library.ts'

const subtypes = { freeText: 3, stamp: 13, widget: 20 } as const
/**
 * Annotations whose text belongs to the page. The others, such as links, notes and pop-ups, show text on a
 * click.
 */
const written: ReadonlySet<number> = new Set(Object.values(subtypes))
const hidden = 0x02
const hiddenOrNoView = hidden | 0x20
/** No page made for people has more; further ones are dropped. */
const annotationsMax = 2_000
const normalAppearance = 0
const flattenedAsDisplayed = 0
const flattened = 1

/**
 * Removes the annotations beyond the limit from a page, from the last. The time PDFium takes to flatten
 * them grows with the square of their number.
 */
export function dropSurplusAnnotations({ api }: PdfiumLibrary, page: number): void {
  for (let count = api.FPDFPage_GetAnnotCount(page); count > annotationsMax; count--) {
    if (!api.FPDFPage_RemoveAnnot(page, count - 1)) return
  }
}

/**
 * Flattens form fields, notes written on the page and stamps into the page content, so that they are read
 * as text. Annotations in a layer are excluded. Returns the number of objects before flattening; later
 * objects come from annotations, and the page must be loaded again. Null if nothing changed.
 */
export function flattenAnnotations({ api }: PdfiumLibrary, page: number): number | null {
  const objects = api.FPDFPage_CountObjects(page)
  const count = api.FPDFPage_GetAnnotCount(page)
  let shown = 0
  for (let index = 0; index < count; index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = api.FPDFAnnot_GetSubtype(annotation)
    // PDFium doesn't report whether a layer is switched on, and would flatten its annotations in either
    // case.
    if (api.FPDFAnnot_HasKey(annotation, 'OC'))
      api.FPDFAnnot_SetFlags(annotation, api.FPDFAnnot_GetFlags(annotation) | hidden)
    if (written.has(subtype) && (api.FPDFAnnot_GetFlags(annotation) & hiddenOrNoView) === 0) {
      shown += 1
      if (!api.EPDFAnnot_HasAppearanceStream(annotation, normalAppearance)) {
        if (subtype === subtypes.widget) api.EPDFAnnot_GenerateFormFieldAP(annotation)
        else api.EPDFAnnot_GenerateAppearance(annotation)
      }
    }
    api.FPDFPage_CloseAnnot(annotation)
  }
  return shown > 0 && api.FPDFPage_Flatten(page, flattenedAsDisplayed) === flattened ? objects : null
}
