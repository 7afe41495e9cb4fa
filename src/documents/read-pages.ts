import { pageText } from './page-text.ts'
import type { Pdf } from './pdfium/pdf.ts'
import { refuseDocument } from './refusals.ts'

/** The most text that a document may give, in UTF-16 units: more than a thousand dense pages. */
export const textLengthMax = 2_000_000

/**
 * The text of the first pages of a document; pages are separated by a blank line, and a page without text
 * leaves nothing. Throws `pdf_too_complex` when there is more text than anybody could have meant.
 */
export function readPages(pdf: Pdf, pages: number, lengthMax = textLengthMax): string {
  let text = ''
  for (let pageIndex = 0; pageIndex < Math.min(pages, pdf.pageCount); pageIndex++) {
    const page = recognisePage(pdf, pageIndex, lengthMax - text.length)
    if (page === '') continue
    text += text === '' ? page : `\n\n${page}`
    if (text.length > lengthMax) throw refuseDocument('pdf_too_complex', '文字过多')
  }
  return text
}

/**
 * The one place where a page becomes text. Today its text layer is all that is read; what looks at the
 * picture of a page (whether a glyph can be seen, what an image says) belongs here, between the characters
 * and their text.
 */
function recognisePage(pdf: Pdf, pageIndex: number, charactersMax: number): string {
  const characters = pdf.characters(pageIndex, charactersMax)
  return characters === null ? '' : pageText(characters, pdf.software)
}
