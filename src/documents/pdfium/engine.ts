import { Fault } from '../../contract/index.ts'
import type { Thread } from '../../kit/index.ts'
import { refuseDocument } from '../refusals.ts'
import { pdfiumMemoryBytesMax } from './compile.ts'
import { type PdfiumLibrary, startPdfium } from './library.ts'
import { type Pdf, withPdf } from './pdf.ts'

/** The PDFium instance of a thread, reused for several documents. */
export interface PdfEngine {
  /** Opens a document, passes it to `use`, and closes it. Throws refusals of the document. */
  use<Result>(bytes: Uint8Array, thread: Thread, use: (pdf: Pdf) => Result): Promise<Result>
}

/**
 * Limits the documents per instance, so that memory leaks stay small. Until its code is optimised, a new
 * thread costs as much as a hundred pages, so a smaller limit would be noticeable.
 */
const documentsPerInstance = 10_000
/**
 * An instance with more memory is replaced. Its memory never shrinks and is released only when its thread
 * ends.
 */
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
        // After a trap, the state of the instance is undefined.
        thread.retire()
        throw problemOf(error, library)
      } finally {
        if (library.memoryBytes() > keptMemoryBytes) thread.retire()
      }
    },
  }
}

/** The refusal for a document during which PDFium stopped. */
function problemOf(error: unknown, library: PdfiumLibrary): unknown {
  const nearlyFull = library.memoryBytes() > pdfiumMemoryBytesMax / 2
  if (library.ranOutOfMemory() || nearlyFull || error instanceof RangeError) {
    return refuseDocument('pdf_too_complex')
  }
  return error instanceof WebAssembly.RuntimeError ? refuseDocument('pdf_damaged') : error
}
