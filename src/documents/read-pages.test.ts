import { expect, test } from 'vitest'
import { Fault } from '../contract/index.ts'
import type { PageCharacters } from './pdfium/characters.ts'
import type { Pdf } from './pdfium/pdf.ts'
import { readPages, textLengthMax } from './read-pages.ts'

function charactersOf(text: string): PageCharacters {
  return {
    count: text.length,
    codePoints: Uint32Array.from(text, (letter) => letter.charCodeAt(0)),
    boxes: new Float32Array(text.length * 4),
    flags: new Uint8Array(text.length),
  }
}

function pdfOfTexts(...texts: (string | null)[]): Pdf & { asked: number[] } {
  const asked: number[] = []
  return {
    asked,
    pageCount: texts.length,
    software: '',
    characters: (pageIndex) => {
      asked.push(pageIndex)
      const text = texts[pageIndex]
      return text === null || text === undefined ? null : charactersOf(text)
    },
  }
}

test('pages are read in order, separated by a blank line, and no further than asked', () => {
  const pdf = pdfOfTexts('one', null, '', 'four', 'five')
  expect(readPages(pdf, 4)).toBe('one\n\nfour')
  expect(pdf.asked).toEqual([0, 1, 2, 3])
  expect(readPages(pdf, 9_999)).toBe('one\n\nfour\n\nfive')
})

test('a document with more text than anybody could have meant is refused', () => {
  const most = 'x'.repeat(49)
  expect(readPages(pdfOfTexts(most, most), 2, 100)).toHaveLength(100)
  expect(() => readPages(pdfOfTexts(most, `${most}x`), 2, 100)).toThrow(Fault)
})

test('each page is told how much text is left', () => {
  const left: number[] = []
  const pdf: Pdf = {
    pageCount: 2,
    software: '',
    characters: (_, charactersMax) => {
      left.push(charactersMax)
      return charactersOf('x'.repeat(1_000))
    },
  }
  readPages(pdf, 2)
  expect(left).toEqual([textLengthMax, textLengthMax - 1_000])
})
