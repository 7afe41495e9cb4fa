import { expect, test } from 'vitest'
import { Fault } from '../contract/index.ts'
import { emptyCharacters, type PageCharacters } from './page-characters.ts'
import { readingOf } from './page-reading.test-support.ts'
import type { PageReading } from './page-reading.ts'
import type { Pdf } from './pdfium/pdf.ts'
import { finishPage, joinPages, readPages, textLengthMax } from './read-pages.ts'

function charactersOf(text: string): PageCharacters {
  const codePoints = Uint32Array.from(text, (letter) => letter.charCodeAt(0))
  return { ...emptyCharacters(text.length), codePoints }
}

function pdfOfReadings(
  ...readings: (PageReading | null)[]
): Pdf & { asked: (readonly [page: number, charactersMax: number])[] } {
  const asked: (readonly [number, number])[] = []
  return {
    asked,
    pageCount: readings.length,
    software: '',
    reading: (pageIndex, charactersMax) => {
      asked.push([pageIndex, charactersMax])
      return readings[pageIndex] ?? null
    },
    hidden: () => null,
    picture: () => null,
  }
}

const pdfOfTexts = (...texts: (string | null)[]) =>
  pdfOfReadings(...texts.map((text) => (text === null ? null : readingOf(charactersOf(text)))))

const textOf = (pdf: Pdf, pages: number, lengthMax?: number) =>
  joinPages(readPages(pdf, pages, lengthMax).map((page) => finishPage(page, null, '').text))

test('pages are read in order, separated by a blank line, up to the requested number', () => {
  const pdf = pdfOfTexts('one', null, '', 'four', 'five')
  expect(textOf(pdf, 4)).toBe('one\n\nfour')
  expect(pdf.asked.map(([page]) => page)).toEqual([0, 1, 2, 3])
  expect(textOf(pdf, 9_999)).toBe('one\n\nfour\n\nfive')
})

test('a document with too much text is refused', () => {
  const most = 'x'.repeat(50)
  expect(textOf(pdfOfTexts(most, most), 2, 100)).toHaveLength(102)
  expect(() => textOf(pdfOfTexts(most, `${most}x`), 2, 100)).toThrow(Fault)
})

test('invisible text over scans counts too', () => {
  const layer = charactersOf('x'.repeat(60))
  const scan = readingOf(charactersOf(''), { picture: 'image', layer })
  expect(readPages(pdfOfReadings(scan), 1, 100)).toHaveLength(1)
  expect(() => readPages(pdfOfReadings(scan, scan), 2, 100)).toThrow(Fault)
})

test('each page gets the remaining text budget', () => {
  const pdf = pdfOfTexts('x'.repeat(1_000), '')
  readPages(pdf, 2)
  expect(pdf.asked.map(([, left]) => left)).toEqual([textLengthMax, textLengthMax - 1_000])
})

test('a page whose picture must be read is left open, and its neighbours are finished', () => {
  const scan = readingOf(charactersOf('7'), { picture: 'image' })
  const pages = readPages(pdfOfReadings(readingOf(charactersOf('a')), scan), 2)
  expect(pages).toMatchObject([
    { kind: 'text', page: { text: 'a', readBy: 'text' }, hiddenCharacters: 0 },
    { kind: 'picture', reading: scan },
  ])
})
