import type { PdfiumLibrary } from './library.ts'

const subtypes = { freeText: 3, stamp: 13, widget: 20 } as const
/** Those whose text belongs to the page; what others say is behind a click: links, notes, pop-ups. */
const written: ReadonlySet<number> = new Set(Object.values(subtypes))
const hidden = 0x02
const hiddenOrNoView = hidden | 0x20
/** More than any page of people has: the rest isn't shown. */
const annotationsMax = 2_000
const normalAppearance = 0
const flattenedAsDisplayed = 0
const flattened = 1

/**
 * Takes the annotations beyond the most out of a page, the last first. PDFium makes them content in a time
 * that grows with the square of their number.
 */
export function dropSurplusAnnotations({ api }: PdfiumLibrary, page: number): void {
  for (let count = api.FPDFPage_GetAnnotCount(page); count > annotationsMax; count--) {
    if (!api.FPDFPage_RemoveAnnot(page, count - 1)) return
  }
}

/**
 * Makes what a viewer shows in form fields, notes written on the page and stamps part of the page's content,
 * so that it is read like any text; but for those of a layer. The page has to be loaded again then: the
 * number of objects that it had before, behind which those of annotations come. Null where nothing changed.
 */
export function flattenAnnotations({ api }: PdfiumLibrary, page: number): number | null {
  const objects = api.FPDFPage_CountObjects(page)
  const count = api.FPDFPage_GetAnnotCount(page)
  let shown = 0
  for (let index = 0; index < count; index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = api.FPDFAnnot_GetSubtype(annotation)
    // PDFium doesn't tell whether its layer is switched on, and would make it content in either case.
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
