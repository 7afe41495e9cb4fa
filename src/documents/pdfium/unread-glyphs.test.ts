import { expect, test } from 'vitest'
import { onePage } from '../one-page.test-support.ts'
import type { PageReading } from '../page-reading.ts'
import { compilePdfium } from './compile.ts'
import { startPdfium } from './library.ts'
import { withPdf } from './pdf.ts'

const library = await startPdfium(await compilePdfium())

/** A second font as Cairo writes it: of the same family, and its map has only U+FFFD. */
function readingOf(content: string, name: string): PageReading {
  const range = `1 beginbfrange <41> <42> [<fffd> <fffd>] endbfrange`
  const pdf = onePage({
    content,
    resources: '/Font << /F1 3 0 R /F2 6 0 R >>',
    more: [
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding /ToUnicode 7 0 R >>`,
      { entries: '', bytes: Buffer.from(`1 begincodespacerange <00> <ff> endcodespacerange ${range}`) },
    ],
  })
  const reading = withPdf(library, pdf, (opened) => opened.reading(0, 10_000))
  if (reading === null) throw new Error('the page can be read')
  return reading
}

const shown = (...parts: readonly string[]) => `BT 20 100 Td ${parts.join(' ')} ET`
const text = (letters: string) => `/F1 12 Tf (${letters}) Tj`
const unnamed = (letters: string) => `/F2 12 Tf (${letters}) Tj`
const word = shown(text('Scientidklmnop'), unnamed('A'), text('c work'), unnamed('B'), text('ow'))

test('a font with only unnamed ligatures is part of its family', () => {
  const reading = readingOf(word, 'ABCDEF+Helvetica')
  expect(reading.picture).toBe('glyphs')
  expect(new Set(reading.unread).size).toBe(2)
})

test('an icon font is not part of the text beside it', () => {
  expect(readingOf(word, 'ABCDEF+Icons')).toMatchObject({ picture: 'none', unread: [] })
})
