import { expect, test } from 'vitest'
import type { Box } from '../layout/box.ts'
import { onePage, readPdf } from '../one-page.test-support.ts'
import { compilePdfium } from './compile.ts'
import { objectsFarFrom } from './far-objects.ts'
import { startPdfium } from './library.ts'
import { frameOf } from './page-frame.ts'

const library = await startPdfium(await compilePdfium())

/** The indices of a page's objects that are far from the boxes, in drawing order. */
function farIn(pdf: Uint8Array, boxes: readonly Box[]): number[] {
  const { api, files } = library
  const document = api.FPDF_LoadCustomDocument(files.open(pdf), '')
  const page = api.FPDF_LoadPage(document, 0)
  const far = new Set(objectsFarFrom(library, page, frameOf(library, page), boxes))
  const count = api.FPDFPage_CountObjects(page)
  return Array.from({ length: count }, (_, at) => at).filter((at) =>
    far.has(api.FPDFPage_GetObject(page, at)),
  )
}

const box = (left: number, bottom: number, width: number, height: number): Box => ({
  ...{ left, bottom, right: left + width, top: bottom + height },
})

test('objects that touch no box are far, however many there are', () => {
  const drawn = [box(100, 80, 20, 20), box(0, 0, 300, 200), box(40, 150, 10, 10), box(-90, 80, 20, 20)]
  const content = drawn
    .map(({ left, bottom, right, top }) => `${left} ${bottom} ${right - left} ${top - bottom} re f`)
    .join('\n')
  const pdf = onePage({ content })
  const around = [box(50, 30, 10, 120), box(160, 30, 10, 120), box(50, 30, 120, 10), box(50, 140, 120, 10)]
  expect(farIn(pdf, around)).toEqual([0, 3])
  expect(farIn(pdf, [...around, box(105, 85, 1, 1)])).toEqual([3])
  expect(farIn(pdf, [box(-500, 85, 1, 1), box(290, 10, 900, 5)])).toEqual([0, 2])
  expect(farIn(pdf, [])).toEqual([0, 1, 2, 3])
})

test('thousands of large shapes over little text are handled quickly', () => {
  const shapes = Array.from({ length: 15_000 }, (_, at) => `${900 + (at % 7)} 0 13000 14000 re f`)
  const content = `${shapes.join('\n')}\nBT /F1 12 Tf 1 g 20 20 Td (Secret) Tj ET`
  const started = performance.now()
  expect(readPdf(onePage({ content, page: '/MediaBox [0 0 14000 14000]' }))).toEqual({ text: '', hidden: 6 })
  expect(performance.now() - started).toBeLessThan(15_000)
})
