import { PDFDocument } from 'pdf-lib'
import { noCharacters, type PageCharacters } from './page-characters.ts'
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

/** A black pixel as PNG. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The page, with a small image in its corner, as a form that is placed scaled and moved on another page. */
export async function placedInForm(pdf: Uint8Array): Promise<Uint8Array> {
  const original = await PDFDocument.load(pdf)
  const image = await original.embedPng(pixel)
  original.getPage(0).drawImage(image, { x: 280, y: 180, width: 10, height: 10 })
  const placed = await PDFDocument.create()
  const [form] = await placed.embedPdf(await original.save())
  if (form === undefined) throw new Error('the document has a page')
  placed.addPage([300, 250]).drawPage(form, { x: 20, y: 40, xScale: 0.9, yScale: 0.9 })
  return placed.save()
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

/** The letters that are visible on a page, and those of an invisible layer over a scan. */
export function lettersOn(pdf: Uint8Array): { readonly visible: string; readonly layer: string } {
  const textOf = ({ codePoints }: PageCharacters) => String.fromCodePoint(...codePoints).trim()
  return withPdf(library, pdf, (opened) => {
    const reading = opened.reading(0, 1_000)
    return {
      visible: textOf(reading?.characters ?? noCharacters),
      layer: textOf(reading?.layer ?? noCharacters),
    }
  })
}
