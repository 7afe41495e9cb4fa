import { expect, test } from 'vitest'
import { Fault } from '../../contract/index.ts'
import { onePage } from '../one-page.test-support.ts'
import { linesOfText, type PdfObject, pdfOf } from '../sample-pdf.test-support.ts'
import { compilePdfium } from './compile.ts'
import { startPdfium } from './library.ts'
import { withPdf } from './pdf.ts'

const library = await startPdfium(await compilePdfium())
const hello = linesOfText('Hello')

test('the characters of a page come with boxes, from left to right', () => {
  const { count, codePoints, boxes } = withPdf(library, pdfOf([hello]), (pdf) => {
    const reading = pdf.reading(0, 100)
    if (reading === null) throw new Error('the page is there')
    return reading.characters
  })
  expect(String.fromCodePoint(...codePoints.subarray(0, 5))).toBe('Hello')
  for (let index = 1; index < Math.min(count, 5); index++) {
    const [left = 0, bottom = 0, right = 0, top = 0] = boxes.subarray(index * 4, index * 4 + 4)
    expect(left).toBeGreaterThan(boxes[index * 4 - 4] ?? 0)
    expect(right - left).toBeGreaterThan(1)
    expect(top - bottom).toBeGreaterThan(8)
  }
})

test('a missing page has no characters, and one with too many refuses its document', () => {
  expect(withPdf(library, pdfOf([hello]), (pdf) => pdf.reading(7, 100))).toBeNull()
  expect(() => withPdf(library, pdfOf([hello]), (pdf) => pdf.reading(0, 4))).toThrow(Fault)
})

test('a page with too many texts is refused before lines are searched', () => {
  const shown = `BT /F1 9 Tf ${'(a) Tj '.repeat(50_001)} ET`
  expect(() => withPdf(library, pdfOf([shown]), (pdf) => pdf.reading(0, 1_000_000))).toThrow(Fault)
  const drawn = `${'0 0 9 9 re f '.repeat(50_001)} ${hello}`
  expect(withPdf(library, pdfOf([drawn]), (pdf) => pdf.reading(0, 100))?.characters.count).toBeGreaterThan(4)
})

/** Sixteen thousand texts from right to left, in lines at these heights. */
const textsAt = (line: (index: number) => number): string => {
  const texts = Array.from({ length: 16_000 }, (_, index) => {
    return `1 0 0 1 ${500 - (index % 100) * 5} ${line(index)} Tm (a) Tj`
  })
  return `BT /F1 4 Tf ${texts.join(' ')} ET`
}
const oneLine = textsAt(() => 40)
const readOne = (pdf: Buffer) => withPdf(library, pdf, (opened) => opened.reading(0, 1_000_000))

test('texts on one line from right to left are refused; as many on several lines are read', () => {
  expect(() => readOne(pdfOf([oneLine]))).toThrow(Fault)
  const lines = textsAt((index) => 800 - Math.floor(index / 100) * 5)
  expect(readOne(pdfOf([lines]))?.characters.count).toBeGreaterThan(9_000)
})

test('the same in one form, or one by one in many placed forms', () => {
  const form = (content: string, more = ''): PdfObject => ({
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> ${more}`,
    bytes: Buffer.from(content),
  })
  const resources = '/XObject << /X0 6 0 R >>'
  const inside = onePage({ content: '/X0 Do', resources, more: [form(oneLine)] })
  expect(() => readOne(inside)).toThrow(Fault)
  const moved = Array.from(
    { length: 16_000 },
    (_, index) => `q 1 0 0 1 ${500 - (index % 100) * 5} 40 cm /X0 Do Q`,
  )
  const letter = form('BT /F1 4 Tf (a) Tj ET')
  expect(() => readOne(onePage({ content: moved.join(' '), resources, more: [letter] }))).toThrow(Fault)
})

test('memory is released after any outcome', () => {
  const large = Buffer.concat([pdfOf([hello]), Buffer.alloc(2_000_000)])
  const broken = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000)])
  const round = () => {
    withPdf(library, large, (pdf) => pdf.reading(0, 100))
    expect(() => withPdf(library, broken, () => 0)).toThrow(Fault)
    expect(() => withPdf(library, large, (pdf) => pdf.reading(0, 1))).toThrow(Fault)
  }
  round()
  const before = library.memoryBytes()
  for (let again = 0; again < 30; again++) round()
  expect(library.memoryBytes()).toBe(before)
})
