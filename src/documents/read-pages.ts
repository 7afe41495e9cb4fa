import type { PageText, PlacedWord, ReadPage } from './page-reading.ts'
import { pageText } from './page-text.ts'
import type { Pdf } from './pdfium/pdf.ts'
import { refuseDocument } from './refusals.ts'

/** The longest text of a document, in UTF-16 units: more than a thousand dense pages. */
export const textLengthMax = 2_000_000

/**
 * Reads the text layers of the first pages. The result includes pages without text, and pages that can't be
 * loaded. Throws `pdf_too_complex` if there is more text than any real document has.
 */
export function readPages(pdf: Pdf, pages: number, lengthMax = textLengthMax): ReadPage[] {
  const read: ReadPage[] = []
  let length = 0
  for (let pageIndex = 0; pageIndex < Math.min(pages, pdf.pageCount); pageIndex++) {
    const page = recognisePage(pdf, pageIndex, lengthMax - length)
    length +=
      page.kind === 'text' ? page.page.text.length : page.reading.characters.count + page.reading.layer.count
    if (length > lengthMax) throw refuseDocument('pdf_too_complex', '文字过多')
    read.push(page)
  }
  return read
}

/** Reads a page, and converts it to text immediately unless its picture must be read too. */
function recognisePage(pdf: Pdf, pageIndex: number, charactersMax: number): ReadPage {
  const reading = pdf.reading(pageIndex, charactersMax)
  if (reading === null) return { kind: 'text', page: noText, hiddenCharacters: 0 }
  if (reading.picture !== 'none') return { kind: 'picture', reading }
  const { hiddenCharacters } = reading
  return { kind: 'text', page: pageText(reading, null, pdf.software), hiddenCharacters }
}

const noText: PageText = {
  text: '',
  confidence: null,
  readBy: 'text',
  doubtfulLines: [],
  unreadGlyphs: 0,
  unseenLetters: 0,
}

/**
 * Returns the text of a page, given the words recognised in its picture. Null means that no picture was
 * read, so only the text layer is used.
 */
export function finishPage(page: ReadPage, words: readonly PlacedWord[] | null, software: string): PageText {
  return page.kind === 'text' ? page.page : pageText(page.reading, words, software)
}

/** Joins pages with a blank line between them. Pages without text are left out. */
export function joinPages(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}
