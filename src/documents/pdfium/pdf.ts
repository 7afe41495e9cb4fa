import { limits } from '../../contract/index.ts'
import type { Box } from '../layout/box.ts'
import type { PageReading } from '../page-reading.ts'
import { refuseDocument } from '../refusals.ts'
import { dropSurplusAnnotations, flattenAnnotations } from './annotations.ts'
import { type FontEncoding, fontEncodingsOf } from './glyphs/font-encodings.ts'
import { type PdfiumLibrary, workThenFree } from './library.ts'
import { hiddenOn, readPage } from './read-page.ts'
import { type PagePicture, renderPage } from './render.ts'

/** An open document. Pages are opened one at a time and closed again. */
export interface Pdf {
  /** The number of pages that exist, from 1 to 10,000. */
  readonly pageCount: number
  /** The programs that made the file, according to its metadata; white space if unknown. */
  readonly software: string
  /** Reads the text layer of a page; null if the page can't be loaded. */
  reading(pageIndex: number, charactersMax: number): PageReading | null
  /** The boxes of hidden characters of a page; null if the page can't be loaded. */
  hidden(pageIndex: number, charactersMax: number): readonly Box[] | null
  /** Draws a page with at most `pixelsMax` pixels; null if it can't be drawn. */
  picture(pageIndex: number, pixelsPerPoint: number, pixelsMax: number): PagePicture | null
}

/** Opens a document, passes it to `use`, and always closes it. Throws refusals of the document. */
export function withPdf<Result>(
  library: PdfiumLibrary,
  bytes: Uint8Array,
  use: (pdf: Pdf) => Result,
): Result {
  const { api } = library
  if (!hasHeader(bytes)) throw refuseDocument('not_pdf')
  const file = library.files.open(bytes)
  if (file === 0) throw refuseDocument('pdf_too_complex')
  const open = () => {
    const document = api.FPDF_LoadCustomDocument(file, '')
    if (document === 0) throw refuseDocument(loadProblem(api.FPDF_GetLastError()))
    return workThenFree(
      () => use(openedPdf(library, document, bytes)),
      () => api.FPDF_CloseDocument(document),
    )
  }
  return workThenFree(open, () => library.files.close(file))
}

/** Viewers accept a PDF whose header is within its first 1024 bytes. */
const headerWithinBytes = 1024

function hasHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, headerWithinBytes)).includes('%PDF-')
}

const passwordError = 4
const securityError = 5

function loadProblem(error: number): 'pdf_encrypted' | 'pdf_damaged' {
  return error === passwordError || error === securityError ? 'pdf_encrypted' : 'pdf_damaged'
}

function openedPdf(library: PdfiumLibrary, document: number, bytes: Uint8Array): Pdf {
  let known: readonly FontEncoding[] | null = null
  const encodings = () => (known ??= fontEncodingsOf(bytes))
  const pages = existingPages(library, document)
  const indexOf = (pageIndex: number) => pages[pageIndex] ?? noPage
  const flattened = <Result>(pageIndex: number, read: (page: number, objects: number | null) => Result) => {
    const first = withPage(
      library,
      document,
      indexOf(pageIndex),
      (page) => flattenAnnotations(library, page) ?? { result: read(page, null) },
    )
    if (typeof first !== 'number') return first?.result ?? null
    return withPage(library, document, indexOf(pageIndex), (page) => read(page, first))
  }
  return {
    pageCount: pages.length,
    software: `${readMeta(library, document, 'Creator')} ${readMeta(library, document, 'Producer')}`,
    reading: (pageIndex, charactersMax) =>
      flattened(pageIndex, (page, objects) =>
        readPage(library, document, page, pageIndex, charactersMax, objects, encodings),
      ),
    hidden: (pageIndex, charactersMax) =>
      flattened(pageIndex, (page, objects) =>
        hiddenOn(library, document, page, charactersMax, objects, encodings),
      ),
    picture: (pageIndex, pixelsPerPoint, pixelsMax) =>
      withPage(library, document, indexOf(pageIndex), (page) =>
        renderPage(library, page, pixelsPerPoint, pixelsMax),
      ),
  }
}

function withPage<Result>(
  library: PdfiumLibrary,
  document: number,
  pageIndex: number,
  use: (page: number) => Result,
): Result | null {
  const { api } = library
  const page = api.FPDF_LoadPage(document, pageIndex)
  if (page === 0) return null
  const work = () => {
    dropSurplusAnnotations(library, page)
    return use(page)
  }
  return workThenFree(work, () => api.FPDF_ClosePage(page))
}

/** No document has a page with this index. */
const noPage = -1

/**
 * The indices of the pages that can be loaded. PDFium trusts the page count in the page tree. A file that
 * claims more pages than it has would be charged for them, so missing pages are neither counted nor
 * numbered.
 */
function existingPages(library: PdfiumLibrary, document: number): readonly number[] {
  const { api } = library
  const claimed = api.FPDF_GetPageCount(document)
  if (claimed > limits.pagesMax) throw refuseDocument('pdf_too_complex', `最多 ${limits.pagesMax} 页`)
  const size = library.allocate(8)
  const pages: number[] = []
  for (let index = 0; index < claimed; index++) {
    if (api.FPDF_GetPageSizeByIndexF(document, index, size)) pages.push(index)
  }
  library.free(size)
  if (pages.length === 0) throw refuseDocument('pdf_empty')
  return pages
}

const metaBytesMax = 512

function readMeta(library: PdfiumLibrary, document: number, name: 'Creator' | 'Producer'): string {
  const pointer = library.allocate(metaBytesMax)
  const length = library.api.FPDF_GetMetaText(document, name, pointer, metaBytesMax)
  const known = length >= 2 && length <= metaBytesMax
  const value = known ? Buffer.from(library.bytesAt(pointer, length - 2)).toString('utf16le') : ''
  library.free(pointer)
  return value
}
