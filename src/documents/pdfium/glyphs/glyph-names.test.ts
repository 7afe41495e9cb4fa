import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPdf } from '../../one-page.test-support.ts'
import { type PdfObject, pdfFile } from '../../sample-pdf.test-support.ts'
import { textOfGlyphName } from './glyph-names.ts'

test.each([
  ['f_i', 'fi'],
  ['f_f_i.liga', 'ffi'],
  ['T_h', 'Th'],
  ['t_t.alt', 'tt'],
  ['ffj', 'ffj'],
  ['uni00660069', 'fi'],
  ['uniFB01', 'ﬁ'],
  ['slash_slash.liga', '//'],
  ['u0066_u0069', 'fi'],
])('the glyph %s is %s', (name, text) => expect(textOfGlyphName(name)).toBe(text))

test.each([
  'code_fork',
  'mobile_phone',
  '_407',
  'f1fc',
  'star',
  '.notdef',
  '',
  'uni000A',
  'uniD83D',
  'f_',
  'g27',
])('the glyph %s has no letters', (name) => expect(textOfGlyphName(name)).toBeNull())

interface Font {
  readonly entries: string
  readonly more?: readonly PdfObject[]
}

/** A page with one text per font; the objects of the fonts are numbered from 5. */
function pageOf(fonts: readonly (Font & { text: string })[]): Buffer {
  const objects: PdfObject[] = []
  const names: string[] = []
  const content: string[] = []
  for (const [at, { entries, more = [], text }] of fonts.entries()) {
    names.push(`/F${at} ${5 + objects.length} 0 R`)
    content.push(`BT /F${at} 20 Tf 20 ${160 - at * 30} Td ${text} ET`)
    objects.push(`<< /Type /Font ${entries} >>`, ...more)
  }
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 200] >>',
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << ${names.join(' ')} >> >> >>`,
    { entries: '', bytes: Buffer.from(content.join('\n'), 'latin1') },
    ...objects,
  ])
}

const helvetica = '/Subtype /Type1 /BaseFont /AAAAAA+Helvetica'
function widthsWith(code: number, width: number): string {
  const widths = Array.from({ length: 256 }, (_, at) => (at === code ? width : 500))
  return `/FirstChar 0 /LastChar 255 /Widths [${widths.join(' ')}]`
}

test('ligatures are read by the names that the file gives to codes', () => {
  const entries = `${helvetica} /Encoding << /Type /Encoding /Differences [1 /f_i /f#5fl 40 /f_f] >>`
  const pdf = pageOf([{ entries, text: '(Scienti\\001c \\002ow o\\050er) Tj' }])
  expect(readPdf(pdf).text).toBe('Scientific flow offer')
})

test('the name, the encoding and its names may be separate objects', () => {
  const entries = '/Subtype /Type1 /BaseFont 6 0 R /Encoding 7 0 R'
  const more = ['/BBBBBB+Helvetica', '<< /Type /Encoding /Differences 8 0 R >>', '[ 27 /f_f_i ]']
  expect(readPdf(pageOf([{ entries, more, text: '(O\\033ce) Tj' }])).text).toBe('Office')
})

test('of fonts with the same name the one with the same glyph width is used', () => {
  const fontWith = (name: string, width: number) => ({
    entries: `${helvetica} ${widthsWith(27, width)} /Encoding << /Differences [27 /${name}] >>`,
    text: '(o\\033o) Tj',
  })
  const pdf = pageOf([fontWith('f_i', 700), fontWith('f_f_l', 1000)])
  expect(readPdf(pdf).text.split('\n')).toEqual(['ofio', 'offlo'])
})

test('the font may be in an object stream', () => {
  const font = `<< /Type /Font ${helvetica} /Encoding << /Differences [27 /f_l] >> >>`
  const stream = {
    entries: '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
    bytes: deflateSync(`9 0 ${font}`),
  }
  const plain = `${helvetica} /Encoding << /Differences [27 /unknown] >>`
  expect(readPdf(pageOf([{ entries: plain, text: '(\\033ow) Tj' }])).text).not.toContain('flow')
  expect(readPdf(pageOf([{ entries: plain, text: '(re\\033ect) Tj', more: [stream] }])).text).toBe('reect')
  const named = plain.replace('Differences [27 /unknown]', 'Differences []')
  expect(readPdf(pageOf([{ entries: named, text: '(re\\033ect) Tj', more: [stream] }])).text).toBe('reflect')
})

test('icons are left out, with any glyph name', () => {
  const icon = `${helvetica} /Encoding << /Differences [1 /code_fork /f_i] >>`
  const pdf = pageOf([
    { entries: icon, text: '(\\001) Tj' },
    { entries: `${helvetica} /Encoding /WinAnsiEncoding`, text: '(Kim) Tj' },
  ])
  expect(readPdf(pdf).text).toBe('Kim')
})

/** Ten boxes, as letters of a bitmap font. */
function bitmapFont(codes: readonly number[]): Font {
  const names = codes.map((code) => `${code} /a${code}`).join(' ')
  const glyphs = codes.map((code) => `/a${code} 6 0 R`).join(' ')
  return {
    entries: [
      '/Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0]',
      `/Encoding << /Differences [${names}] >> /CharProcs << ${glyphs} >>`,
      widthsWith(0, 0).replaceAll('500', '0.5'),
    ].join(' '),
    more: [{ entries: '', bytes: Buffer.from('0.5 0 0 0 0.4 0.7 d1 0 0 0.4 0.7 re f') }],
  }
}

test.each([
  ['(O\\036ce sta\\033 work\\0351ow Stra\\377e)', 'Office staff workfl1ow Straße'],
  ['(O\\016ce sta\\013 work\\015ow Stra\\031e)', 'Office staff workflow Straße'],
])('bitmap fonts of TeX are read in the encoding whose ligatures they use: %s', (text, expected) => {
  const codes = Array.from({ length: 255 }, (_, at) => at + 1)
  expect(readPdf(pageOf([{ ...bitmapFont(codes), text: `${text} Tj` }])).text).toBe(expected)
})

test('separately drawn accents are joined to their letters', () => {
  const entries = '/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding'
  const text = '(M) Tj [(\\250) 333 (uller caf) (\\264) 400 (e candidate\\264s)] TJ'
  expect(readPdf(pageOf([{ entries, text }])).text).toBe('Müller café candidate´s')
})
