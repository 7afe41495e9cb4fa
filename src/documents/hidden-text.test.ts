import { expect, test } from 'vitest'
import { lettersOn, type OnePage, onePage, placedInForm, readPdf } from './one-page.test-support.ts'

/** Visible black text, and text whose visibility is tested. */
const seen = 'BT /F1 12 Tf 20 170 Td (Jane Doe) Tj ET\n'
const asked = '(Secret) Tj ET\n'
const at = (size: number, x = 20, y = 100) => `BT /F1 ${size} Tf ${x} ${y} Td `

const white = '1 g '
const panel = (grey: number) => `${grey} g 10 90 200 40 re f\n`
const pixels = (hex: string, width: number, height: number) => ({
  entries:
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray` +
    ' /BitsPerComponent 8 /Filter /ASCIIHexDecode',
  bytes: Buffer.from(`${hex}>`),
})
const image = (hex = '00', width = 1, height = 1): Partial<OnePage> => ({
  resources: '/XObject << /X0 6 0 R >>',
  more: [pixels(hex, width, height)],
})
const form = (content: string, entries = ''): Partial<OnePage> => ({
  resources: '/XObject << /X0 6 0 R >>',
  more: [
    {
      entries:
        `/Type /XObject /Subtype /Form /BBox [0 0 300 200] ${entries}` +
        ' /Resources << /Font << /F1 3 0 R >> >>',
      bytes: Buffer.from(content),
    },
  ],
})
const alpha = (opacity: number) => `/ExtGState << /G0 << /ca ${opacity} /CA ${opacity} >> >>`
const mask = (grey: number): Partial<OnePage> => ({
  ...form(`${grey} g 0 0 300 200 re f`, '/Group << /S /Transparency /CS /DeviceGray >>'),
  resources: '/ExtGState << /G0 << /SMask << /S /Luminosity /G 6 0 R >> >> >>',
})
const optional = (state: 'ON' | 'OFF'): Partial<OnePage> => ({
  resources: '/Properties << /M0 6 0 R >>',
  catalog: `/OCProperties << /OCGs [6 0 R] /D << /${state} [6 0 R] >> >>`,
  more: ['<< /Type /OCG /Name (Layer) >>'],
})

const hidden: Readonly<Record<string, OnePage>> = {
  'white on white': { content: white + at(12) + asked },
  'nearly white on white': { content: `0.95 g ${at(12)}${asked}` },
  'nearly white, small': { content: `0.9 g ${at(6)}${asked}` },
  'of low contrast in a form, small': { content: '/X0 Do', ...form(`0.87 g ${at(6)}${asked}`) },
  'small, under a white box of nine tenths opacity': {
    content: `${at(6)}${asked}/G0 gs 1 g 10 90 200 40 re f`,
    resources: alpha(0.9),
  },
  'white on a light panel': { content: `${panel(0.93)}${white}${at(12)}${asked}` },
  'black on a black panel': { content: `${panel(0)}0.05 g ${at(12)}${asked}` },
  'coloured like its panel': {
    content: `0.2 0.3 0.6 rg 10 90 200 40 re f 0.21 0.3 0.6 rg ${at(12)}${asked}`,
  },
  'of one point': { content: at(1) + asked },
  'of one point by its matrix': { content: `BT /F1 20 Tf 0.05 0 0 0.05 20 100 Tm ${asked}` },
  'squeezed to nothing': { content: `BT /F1 12 Tf 1 Tz 20 100 Td ${asked}` },
  'invisible over nothing': { content: `BT /F1 12 Tf 3 Tr 20 100 Td ${asked}` },
  'left of the page': { content: at(12, -80) + asked },
  'outside the crop box': { content: at(12, 20, 20) + asked, page: '/CropBox [0 50 300 200]' },
  'under a white box': { content: `${at(12)}${asked}1 g 10 90 200 40 re f` },
  'under an image': { content: `${at(12)}${asked}q 200 0 0 40 10 90 cm /X0 Do Q`, ...image() },
  'of no opacity': { content: `/G0 gs ${at(12)}${asked}`, resources: alpha(0) },
  'of hardly any opacity': { content: `/G0 gs ${at(12)}${asked}`, resources: alpha(0.04) },
  'masked away': { content: `/G0 gs ${at(12)}${asked}`, ...mask(0) },
  'clipped away': { content: `q 200 0 50 50 re W n ${at(12)}${asked}Q` },
  'in a layer that is switched off': { content: `/OC /M0 BDC ${at(12)}${asked}EMC`, ...optional('OFF') },
  'white on a dark panel that its clip cuts away': {
    content: `q 10 150 5 5 re W n ${panel(0.1)}Q ${white}${at(12)}${asked}`,
  },
  'white in the box of a panel that encloses nothing': {
    content: `0.1 g 10 90 m 210 90 l 210 130 l 210 90 l 10 90 l f ${white}${at(12)}${asked}`,
  },
  'white in the box of a slanted panel': {
    content: `q 0.707 0.707 -0.707 0.707 200 20 cm 0.1 g 0 0 4 200 re f Q ${white}${at(12, 70)}${asked}`,
  },
  'white on a dark panel of hardly any opacity': {
    content: `q /G0 gs ${panel(0.1)}Q ${white}${at(12)}${asked}`,
    resources: alpha(0.02),
  },
  'white on a dark panel in a layer that is switched off': {
    content: `/OC /M0 BDC ${panel(0.1)}EMC ${white}${at(12)}${asked}`,
    ...optional('OFF'),
  },
  'white on a dark panel under a light one': {
    content: `${panel(0.1)}${panel(0.97)}${white}${at(12)}${asked}`,
  },
  'white over what it multiplies': {
    content: `${panel(0.1)}/G0 gs ${white}${at(12)}${asked}`,
    resources: '/ExtGState << /G0 << /BM /Multiply >> >>',
  },
  'of no opacity over visible text in a form without an image': {
    content: '/X0 Do',
    ...form(`${at(12)}(Visible) Tj ET 3 Tr ${at(12)}${asked}`),
  },
  'white in a form': { content: '/X0 Do', ...form(white + at(12) + asked) },
  'black over a black photo': { content: `q 200 0 0 40 10 90 cm /X0 Do Q ${at(12)}${asked}`, ...image() },
  'of no opacity over visible text': {
    content: `${at(12)}(Visible) Tj ET /G0 gs ${at(12)}${asked}`,
    resources: alpha(0),
  },
}
for (const [what, page] of Object.entries(hidden)) {
  test(`text ${what} is invisible`, () => {
    const { text, hidden: count } = readPdf(onePage({ ...page, content: seen + page.content }))
    expect(text.replace('\nVisible', '')).toBe('Jane Doe')
    expect(count).toBe(6)
  })
}

/** A filled shape for each letter, as Chromium draws bold text that the font lacks. */
const outlines = [0, 8, 15, 22, 26, 33].map((x) => `${20 + x} 100 2 9 re ${22 + x} 107 4 2 re`).join(' ')

const visible: Readonly<Record<string, OnePage>> = {
  'white on a dark panel': { content: `${panel(0.1)}${white}${at(12)}${asked}` },
  'white on a dark photo': {
    content: `q 200 0 0 40 10 90 cm /X0 Do Q ${white}${at(12)}${asked}`,
    ...image(),
  },
  'small and grey': { content: `0.6 g ${at(6)}${asked}` },
  'small and light grey': { content: `0.82 g ${at(5)}${asked}` },
  'small and light grey, in a form': { content: '/X0 Do', ...form(`0.82 g ${at(5)}${asked}`) },
  'light grey': { content: `0.78 g ${at(9)}${asked}` },
  yellow: { content: `1 0.85 0 rg ${at(12)}${asked}` },
  'of one point in the font and twelve on the page': { content: `BT /F1 1 Tf 12 0 0 12 20 100 Tm ${asked}` },
  'beside a white box drawn later': { content: `${at(12)}${asked}1 g 100 90 100 40 re f` },
  'under a rule drawn later': { content: `${at(12)}${asked}20 99 60 0.8 re f` },
  'on a panel that is drawn before': { content: `${panel(0.9)}0 g ${at(12)}${asked}` },
  'half transparent': { content: `/G0 gs ${at(12)}${asked}`, resources: alpha(0.5) },
  'with its outlines drawn as shapes': {
    content: `${outlines} f /G0 gs ${at(12)}${asked}`,
    resources: alpha(0),
  },
  'with its outlines drawn as shapes, in a form': {
    content: '/X0 Do',
    ...form(`${outlines} f 3 Tr ${at(12)}${asked}`),
  },
  'outlined only': { content: `BT /F1 12 Tf 1 Tr 20 100 Td ${asked}` },
  'under a mask that lets it through': { content: `/G0 gs ${at(12)}${asked}`, ...mask(1) },
  'dark, multiplied': {
    content: `/G0 gs ${at(12)}${asked}`,
    resources: '/ExtGState << /G0 << /BM /Multiply >> >>',
  },
  'inside its clip': { content: `q 10 90 200 40 re W n ${at(12)}${asked}Q` },
  'in a layer that is switched on': { content: `/OC /M0 BDC ${at(12)}${asked}EMC`, ...optional('ON') },
  'in a form': { content: '/X0 Do', ...form(at(12) + asked) },
  'on a page that is turned': { content: at(12) + asked, page: '/Rotate 90' },
}
for (const [what, page] of Object.entries(visible)) {
  test(`text ${what} is visible`, () => {
    const { text, hidden: count } = readPdf(onePage({ ...page, content: `${seen}${page.content}` }))
    expect(text).toContain('Secret')
    expect(text).toContain('Jane Doe')
    expect(count).toBe(0)
  })
}

/** The page's own entries and the document's layers are not part of a form. */
const canBePlaced = ({ page, catalog }: OnePage) => page === undefined && catalog === undefined

for (const [what, page] of Object.entries(hidden).filter(([, each]) => canBePlaced(each))) {
  test(`text ${what} is invisible in a form beside an image too`, async () => {
    const pdf = await placedInForm(onePage({ ...page, content: seen + page.content }))
    const { text, hidden: count } = readPdf(pdf)
    expect(text.replace('\nVisible', '')).toBe('Jane Doe')
    expect(count).toBe(6)
  })
}
for (const [what, page] of Object.entries(visible).filter(([, each]) => canBePlaced(each))) {
  test(`text ${what} is visible in a form beside an image too`, async () => {
    const pdf = await placedInForm(onePage({ ...page, content: seen + page.content }))
    const { text, hidden: count } = readPdf(pdf)
    expect(text).toContain('Secret')
    expect(text).toContain('Jane Doe')
    expect(count).toBe(0)
  })
}

test('invisible text is kept only over a scan', () => {
  const layer = `BT /F1 12 Tf 3 Tr 20 100 Td ${asked}`
  const checks = '00ff'.repeat(3_000)
  const scan = { content: `q 300 0 0 200 0 0 cm /X0 Do Q ${layer}`, ...image(checks, 100, 60) }
  expect(readPdf(onePage(scan))).toEqual({ text: 'Secret', hidden: 0 })
  expect(readPdf(onePage({ content: layer }))).toEqual({ text: '', hidden: 6 })
})

test('an invisible layer in a form of its own is a layer of the scan on the page', () => {
  const page = {
    ...form(`BT /F1 12 Tf 3 Tr 20 100 Td ${asked}`),
    content: `q 300 0 0 200 0 0 cm /X1 Do Q /X0 Do ${seen}`,
  }
  const scan = pixels('00ff'.repeat(3_000), 100, 60)
  const both = {
    ...page,
    resources: '/XObject << /X0 6 0 R /X1 7 0 R >>',
    more: [...(page.more ?? []), scan],
  }
  expect(lettersOn(onePage(both))).toEqual({ visible: 'Jane Doe', layer: 'Secret' })
})

test('Chinese in a font that is not embedded is visible, although PDFium draws nothing', () => {
  const chinese = (paint: string, more = '') => ({
    content: `${paint} BT /F2 12 Tf 20 100 Td <53174EAC> Tj ET ${more}`,
    resources: '/Font << /F1 3 0 R /F2 6 0 R >>',
    more: [
      '<< /Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /UniGB-UCS2-H /DescendantFonts [7 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SimSun /CIDSystemInfo << /Registry (Adobe)' +
        ' /Ordering (GB1) /Supplement 2 >> /FontDescriptor 8 0 R /DW 1000 >>',
      '<< /Type /FontDescriptor /FontName /SimSun /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0' +
        ' /Ascent 859 /Descent -141 /CapHeight 700 /StemV 80 >>',
    ],
  })
  expect(readPdf(onePage(chinese('0 g'))).text).toBe('北京')
  expect(readPdf(onePage(chinese(`${panel(0)} 1 g`))).text).toBe('北京')
  expect(readPdf(onePage(chinese('1 g')))).toEqual({ text: '', hidden: 2 })
  expect(readPdf(onePage(chinese('0 g', '1 g 10 90 200 40 re f')))).toEqual({ text: '', hidden: 2 })
})
