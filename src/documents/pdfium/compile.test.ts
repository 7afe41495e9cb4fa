import { expect, test } from 'vitest'
import { compilePdfium, pdfiumMemoryBytesMax } from './compile.ts'
import { startPdfium } from './library.ts'

test('the memory of PDFium has a limit', async () => {
  const library = await startPdfium(await compilePdfium())
  expect(library.allocate(100 * 1024 * 1024)).not.toBe(0)
  expect(library.ranOutOfMemory()).toBe(false)
  expect(library.allocate(pdfiumMemoryBytesMax)).toBe(0)
  expect(library.ranOutOfMemory()).toBe(true)
  expect(library.memoryBytes()).toBeLessThanOrEqual(pdfiumMemoryBytesMax)
})
