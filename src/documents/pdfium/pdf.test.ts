import { expect, test } from 'vitest'
import { Fault } from '../../contract/index.ts'
import { linesOfText, pdfOf } from '../sample-pdf.test-support.ts'
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

test('a page that is not there has no characters, and one with too many refuses its document', () => {
  expect(withPdf(library, pdfOf([hello]), (pdf) => pdf.reading(7, 100))).toBeNull()
  expect(() => withPdf(library, pdfOf([hello]), (pdf) => pdf.reading(0, 4))).toThrow(Fault)
})

test('a page of more texts than anybody wrote is refused before its lines are looked for', () => {
  const shown = `BT /F1 9 Tf ${'(a) Tj '.repeat(50_001)} ET`
  expect(() => withPdf(library, pdfOf([shown]), (pdf) => pdf.reading(0, 1_000_000))).toThrow(Fault)
  const drawn = `${'0 0 9 9 re f '.repeat(50_001)} ${hello}`
  expect(withPdf(library, pdfOf([drawn]), (pdf) => pdf.reading(0, 100))?.characters.count).toBeGreaterThan(4)
})

test('texts that all lie in one line and backwards are refused, and as many in lines are read', () => {
  const shown = (line: (index: number) => number) => {
    const texts = Array.from({ length: 16_000 }, (_, index) => {
      return `1 0 0 1 ${500 - (index % 100) * 5} ${line(index)} Tm (a) Tj`
    })
    return pdfOf([`BT /F1 4 Tf ${texts.join(' ')} ET`])
  }
  expect(() =>
    withPdf(
      library,
      shown(() => 400),
      (pdf) => pdf.reading(0, 1_000_000),
    ),
  ).toThrow(Fault)
  const lines = shown((index) => 800 - Math.floor(index / 100) * 5)
  expect(withPdf(library, lines, (pdf) => pdf.reading(0, 1_000_000))?.characters.count).toBeGreaterThan(9_000)
})

test('whatever becomes of a document, its memory is given back', () => {
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
