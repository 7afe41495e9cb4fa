import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { withMemoryMax } from '../wasm-memory.ts'

/**
 * What a document may use. Ordinary ones use 18 MiB; a bomb is stopped here instead of taking the service
 * along.
 */
export const pdfiumMemoryBytesMax = 256 * 1024 * 1024

/** Compiles PDFium once for all threads, with a lower ceiling for its memory than it was built with. */
export async function compilePdfium(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  return WebAssembly.compile(withMemoryMax(await readFile(path), pdfiumMemoryBytesMax))
}
