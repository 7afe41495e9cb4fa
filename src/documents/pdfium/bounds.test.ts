import { expect, test } from 'vitest'
import { onePage } from '../one-page.test-support.ts'
import { boundsOf } from './bounds.ts'
import { compilePdfium } from './compile.ts'
import { startPdfium } from './library.ts'
import { frameOf } from './page-frame.ts'

const library = await startPdfium(await compilePdfium())

/** The box of the only object on a page. */
function boundsIn(pdf: Uint8Array) {
  const { api, files } = library
  const document = api.FPDF_LoadCustomDocument(files.open(pdf), '')
  const page = api.FPDF_LoadPage(document, 0)
  return boundsOf(library, api.FPDFPage_GetObject(page, 0), frameOf(library, page))
}

const formOf = (content: string) =>
  onePage({
    content: 'q 2 0 0 2 20 10 cm /Fm Do Q',
    resources: '/XObject << /Fm 6 0 R >>',
    more: [{ entries: '/Type /XObject /Subtype /Form /BBox [0 0 50 40]', bytes: Buffer.from(content) }],
  })

test('the extent of a form is limited by its clips', () => {
  const whole = '-100 -100 400 400 re f'
  expect(boundsIn(formOf(whole))).toEqual({ left: 20, bottom: 10, right: 120, top: 90 })
  expect(boundsIn(formOf(`10 10 20 5 re W n ${whole}`))).toEqual({ left: 40, bottom: 30, right: 80, top: 40 })
  const two = `q 10 10 5 5 re W n ${whole} Q q 20 30 5 5 re W n ${whole} Q`
  expect(boundsIn(formOf(two))).toEqual({ left: 40, bottom: 30, right: 70, top: 80 })
})
