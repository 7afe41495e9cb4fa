import { Fault } from '../../contract/index.ts'
import { refuseDocument } from '../refusals.ts'
import { pdfiumMemoryBytesMax } from './compile.ts'
import { type PdfiumLibrary, startPdfium } from './library.ts'
import { type Pdf, withPdf } from './pdf.ts'

/** A thread's PDFium: kept warm between documents, thrown away when it can't be trusted or grew too large. */
export interface PdfEngine {
  /** Opens a document, hands it to `use`, and frees it. Throws the refusals of a document. */
  use<Result>(bytes: Uint8Array, use: (pdf: Pdf) => Result): Promise<Result>
}

/** So many documents are read by one instance, so that whatever leaks in it stays small. */
const documentsPerInstance = 200
/** The memory of an instance never shrinks; one that a large document blew up isn't kept. */
const keptMemoryBytes = 64 * 1024 * 1024

export function createPdfEngine(module: WebAssembly.Module): PdfEngine {
  let library: PdfiumLibrary | undefined
  let served = 0
  return {
    async use(bytes, use) {
      if (library === undefined) {
        library = await startPdfium(module)
        served = 0
      }
      const current = library
      try {
        const result = withPdf(current, bytes, use)
        served += 1
        if (served >= documentsPerInstance || current.memoryBytes() > keptMemoryBytes) library = undefined
        return result
      } catch (error) {
        if (error instanceof Fault && !current.ranOutOfMemory()) throw error
        // After a trap the instance is in no known state.
        library = undefined
        throw problemOf(error, current)
      }
    },
  }
}

/** What a document is refused for when PDFium stopped in the middle of it. */
function problemOf(error: unknown, library: PdfiumLibrary): unknown {
  const nearlyFull = library.memoryBytes() > pdfiumMemoryBytesMax / 2
  if (library.ranOutOfMemory() || nearlyFull || error instanceof RangeError)
    return refuseDocument('pdf_too_complex')
  if (error instanceof Fault) return error
  return error instanceof WebAssembly.RuntimeError ? refuseDocument('pdf_damaged') : error
}
