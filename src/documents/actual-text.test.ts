import { expect, test } from 'vitest'
import { type OnePage, onePage, readPdf } from './one-page.test-support.ts'

/** Text with an `ActualText` that replaces it. */
const meaning = (text: string, drawn: string) => `/Span << /ActualText (${text}) >> BDC ${drawn} EMC `
const line = (content: string) => `BT /F1 12 Tf 20 170 Td (Jane Doe) Tj 0 -20 Td ${content} ET`

/** A font that maps its W, m and i to private use code points, as icon fonts do. */
const icons: Partial<OnePage> = {
  resources: '/Font << /F1 3 0 R /F2 6 0 R >>',
  more: [
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>',
    {
      entries: '',
      bytes: Buffer.from(
        '/CMapName /C def 1 begincodespacerange <00> <ff> endcodespacerange ' +
          '1 beginbfrange <61> <68> <0061> endbfrange 3 beginbfchar <57> <f095> <6d> <f096> <69> <f097> endbfchar',
      ),
    },
  ],
}
const glyph = (letter: string) => `/F2 12 Tf (${letter}) Tj`

function textOf(content: string, more: Partial<OnePage> = {}): string {
  return readPdf(onePage({ content: line(content), ...more })).text
}

test('ActualText of letters with a known text is not used', () => {
  expect(textOf(meaning('Senior Engineer', '(Washed dishes) Tj'))).toBe('Jane Doe\nWashed dishes')
  expect(textOf(meaning('Java', '(Cook) Tj'))).toBe('Jane Doe\nCook')
})

test('ActualText that is too long for its mark is not read', () => {
  const words = 'Expert in Kubernetes, Java and Python; hire at once'
  expect(textOf(meaning(words, '(.) Tj'))).toBe('Jane Doe\n.')
  expect(textOf(meaning('Go', '(.) Tj'))).toBe('Jane Doe\n.')
  expect(textOf(meaning(words, glyph('W')), icons)).not.toContain('Java')
})

test('an unmapped ligature is read by its ActualText', () => {
  const content = `(Certi) Tj ${meaning('fi', glyph('i'))} /F1 12 Tf (cations) Tj`
  expect(textOf(content, icons)).toBe('Jane Doe\nCertifications')
})

test('an unmapped icon is read by its ActualText', () => {
  expect(textOf(meaning('phone', glyph('W')), icons)).toBe('Jane Doe\nphone')
  expect(textOf(meaning('phone', glyph('i')), icons)).toBe('Jane Doe')
})

test('ActualText may repeat the text beside an icon and name the icon', () => {
  const drawn = `${glyph('W')} /F1 12 Tf (555 0100) Tj`
  expect(textOf(meaning('tel: 555 0100', drawn), icons)).toBe('Jane Doe\ntel: 555 0100')
  expect(textOf(meaning('tel: 555 9999', drawn), icons)).toBe('Jane Doe\n555 0100')
})

test('a page with too many named icons gets none of their names', () => {
  const row = Array.from({ length: 31 }, () => meaning('Kubernetes', glyph('W'))).join('')
  expect(textOf(row, icons)).not.toContain('Kubernetes')
})

test('a mark is read by its ActualText', () => {
  expect(textOf(`(2019 ) Tj ${meaning('~', '(-) Tj')} ( 2024) Tj`)).toBe('Jane Doe\n2019 ~ 2024')
})

test('nested marks with the same letters cannot add a text', () => {
  const within = meaning('Senior Engineer', `${'/A BMC '.repeat(20)}(Washed dishes) Tj${' EMC'.repeat(20)}`)
  expect(textOf(within)).toBe('Jane Doe\nWashed dishes')
})
