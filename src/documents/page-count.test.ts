import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { compilePdfium } from './pdfium/compile.ts'
import { startPdfium } from './pdfium/library.ts'
import { withPdf } from './pdfium/pdf.ts'
import { readPages } from './read-pages.ts'
import { linesOfText, pdfOf } from './sample-pdf.test-support.ts'

const library = await startPdfium(await compilePdfium())
const hello = linesOfText('Jane Doe')

/** The number of pages held for, of pages read, and of pages with text. */
function countsOf(pdf: Uint8Array): readonly [held: number, read: number, written: number] {
  return withPdf(library, pdf, (opened) => {
    const pages = readPages(opened, opened.pageCount)
    const written = pages.filter((page) => page.kind === 'text' && page.page.text !== '')
    return [opened.pageCount, pages.length, written.length]
  })
}

async function ofLibrary(pages: number, useObjectStreams: boolean): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let page = 1; page <= pages; page++) document.addPage().drawText(`page ${page}`, { x: 50, y: 700 })
  return Buffer.from(await document.save({ useObjectStreams }))
}

test('pages in object streams and cross-reference streams are counted', async () => {
  expect(countsOf(await ofLibrary(7, true))).toEqual([7, 7, 7])
  expect(countsOf(await ofLibrary(7, false))).toEqual([7, 7, 7])
})

test('pages are counted if the cross-reference table is wrong or missing', async () => {
  const whole = (await ofLibrary(5, false)).toString('latin1')
  const shifted = whole.replace(/^(\d{10}) (\d{5} n)/gm, (_, offset: string, rest: string) => {
    return `${String(Number(offset) + 7).padStart(10, '0')} ${rest}`
  })
  const gone = whole.replace(/\nxref\n[\d\D]*?trailer/, '\ntrailer')
  const lost = whole.replace(/startxref\n\d+/, 'startxref\n999999')
  for (const broken of [shifted, gone, lost]) {
    expect(broken).not.toBe(whole)
    expect(countsOf(Buffer.from(broken, 'latin1'))).toEqual([5, 5, 5])
  }
})

test('cyclic page trees and missing pages count only existing pages', () => {
  expect(countsOf(pdfOf([hello, hello], { kids: '4 0 R 2 0 R 6 0 R', count: 3 }))).toEqual([2, 2, 2])
  expect(countsOf(pdfOf([hello, hello], { kids: '4 0 R 99 0 R 6 0 R', count: 3 }))).toEqual([2, 2, 2])
  expect(countsOf(pdfOf([hello], { kids: '4 0 R', count: 9_000 }))).toEqual([1, 1, 1])
})

test('ten thousand pages are counted without delay', () => {
  const pdf = pdfOf([hello], { count: 10_000, kids: '4 0 R '.repeat(10_000) })
  const started = performance.now()
  expect(withPdf(library, pdf, ({ pageCount }) => pageCount)).toBe(10_000)
  expect(performance.now() - started).toBeLessThan(5_000)
})
