import { Fault } from '../../contract/index.ts'
import type { Thread } from '../../kit/index.ts'
import { refuseDocument } from '../refusals.ts'
import { pdfiumMemoryBytesMax } from './compile.ts'
import { type PdfiumLibrary, startPdfium } from './library.ts'
import { type Pdf, withPdf } from './pdf.ts'

/** A thread's PDFium, kept warm between documents. */
export interface PdfEngine {
  /** Opens a document, hands it to `use`, and frees it. Throws the refusals of a document. */
  use<Result>(bytes: Uint8Array, thread: Thread, use: (pdf: Pdf) => Result): Promise<Result>
}

/**
 * So many documents are read by one instance, so that whatever leaks in it stays small. A new thread costs as
 * much as a hundred pages until its code is fast, so that a smaller number is felt.
 */
const documentsPerInstance = 10_000
/** The memory of an instance never shrinks, and only the end of its thread gives it back for sure. */
const keptMemoryBytes = 64 * 1024 * 1024

export function createPdfEngine(module: WebAssembly.Module): PdfEngine {
  const starting = startPdfium(module)
  let served = 0
  return {
    async use(bytes, thread, use) {
      const library = await starting
      served += 1
      if (served >= documentsPerInstance) thread.retire()
      try {
        return withPdf(library, bytes, use)
      } catch (error) {
        if (error instanceof Fault && !library.ranOutOfMemory()) throw error
        // After a trap the instance is in no known state.
        thread.retire()
        throw problemOf(error, library)
      } finally {
        if (library.memoryBytes() > keptMemoryBytes) thread.retire()
      }
    },
  }
}

/** What a document is refused for when PDFium stopped in the middle of it. */
function problemOf(error: unknown, library: PdfiumLibrary): unknown {
  const nearlyFull = library.memoryBytes() > pdfiumMemoryBytesMax / 2
  if (library.ranOutOfMemory() || nearlyFull || error instanceof RangeError) {
    return refuseDocument('pdf_too_complex')
  }
  return error instanceof WebAssembly.RuntimeError ? refuseDocument('pdf_damaged') : error
}
