import type { PageText, PlacedWord, ReadPage } from './page-reading.ts'
import { pageText } from './page-text.ts'
import type { Pdf } from './pdfium/pdf.ts'
import { refuseDocument } from './refusals.ts'

/** The most text that a document may give, in UTF-16 units: more than a thousand dense pages. */
export const textLengthMax = 2_000_000

/**
 * The first pages of a document, as far as their text layer tells. A page without text is among them, one
 * that can't be loaded too. Throws `pdf_too_complex` when there is more text than anybody could have meant.
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

/** Reads a page, and turns it into text at once unless its picture has to be read too. */
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
 * The text of a page, given the words that were recognised in its picture; null where nobody looked at it,
 * so that only the text layer is believed.
 */
export function finishPage(page: ReadPage, words: readonly PlacedWord[] | null, software: string): PageText {
  return page.kind === 'text' ? page.page : pageText(page.reading, words, software)
}

/** The text of a document: pages are separated by a blank line, and one without text leaves nothing. */
export function joinPages(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}
