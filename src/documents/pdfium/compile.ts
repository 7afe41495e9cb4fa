import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { withMemoryMax } from '../wasm-memory.ts'

/**
 * Memory limit per instance. Ordinary documents use 18 MiB; a decompression bomb fails here and leaves the
 * service running.
 */
export const pdfiumMemoryBytesMax = 256 * 1024 * 1024

/** Compiles PDFium once for all threads, with a lower memory limit than it was built with. */
export async function compilePdfium(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  return WebAssembly.compile(withMemoryMax(await readFile(path), pdfiumMemoryBytesMax))
}
