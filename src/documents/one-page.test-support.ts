import { compilePdfium } from './pdfium/compile.ts'
import { startPdfium } from './pdfium/library.ts'
import { withPdf } from './pdfium/pdf.ts'
import { finishPage, joinPages, readPages } from './read-pages.ts'
import { type PdfObject, pdfFile } from './sample-pdf.test-support.ts'

/** A page of 300 by 200 points with Helvetica as F1, for tests of single pages. */
export interface OnePage {
  readonly content: string
  /** Additional entries of the page's resources. */
  readonly resources?: string
  /** Additional entries of the page's dictionary. */
  readonly page?: string
  readonly catalog?: string
  /** Objects from number 6 on. */
  readonly more?: readonly PdfObject[]
}

export function onePage({ content, resources = '', page = '', catalog = '', more = [] }: OnePage): Buffer {
  return pdfFile([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 300 200] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /Contents 5 0 R ${page} /Resources << /Font << /F1 3 0 R >> ${resources} >> >>`,
    { entries: '', bytes: Buffer.from(content, 'latin1') },
    ...more,
  ])
}

const library = await startPdfium(await compilePdfium())

export interface Read {
  readonly text: string
  readonly hidden: number
}

/** The text of a document without OCR, and the number of its invisible characters. */
export function readPdf(pdf: Uint8Array): Read {
  return withPdf(library, pdf, (opened) => {
    const pages = readPages(opened, opened.pageCount)
    const text = joinPages(pages.map((page) => finishPage(page, null, opened.software).text))
    const counts = pages.map((page) => (page.kind === 'text' ? page : page.reading).hiddenCharacters)
    return { text, hidden: counts.reduce((sum, count) => sum + count, 0) }
  })
}
