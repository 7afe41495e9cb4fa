import { deflateSync } from 'node:zlib'
import { linesOfText, type PdfObject, pdfFile } from '../sample-pdf.test-support.ts'
import type { Hostile } from './structure.test-support.ts'

/** Files whose pages can't be drawn, or not in reasonable time. */

export const stream = (bytes: string | Buffer, entries = ''): PdfObject => ({
  entries,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
})

/** One page with these contents and resources. The given objects have the numbers 5, 6, 7 and so on. */
export function page(content: string | Buffer, resources = '', objects: readonly PdfObject[] = []): Buffer {
  const all = `/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> /F2 5 0 R >> ${resources}`
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${all} >> >>`,
    stream(content),
    ...objects,
  ])
}

const form = (content: string, more = '') =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${more}`)

const operators: Hostile[] = [
  ['a million saved states', 'q '.repeat(1e6)],
  ['a million restored states', 'Q '.repeat(1e6)],
  ['a hundred thousand open texts', 'BT '.repeat(1e5)],
  ['half a million shown letters', `BT /F1 9 Tf ${'(a) Tj '.repeat(5e5)} ET`],
  ['three million letters in one string', `BT /F1 9 Tf (${'a'.repeat(3e6)}) Tj ET`],
  ['arrays in arrays', `${'['.repeat(1e6)} TJ`],
  ['dictionaries in dictionaries', `/A ${'<< /B '.repeat(3e5)} BDC`],
  ['unknown operators', 'foo bar 1 2 3 baz '.repeat(2e5)],
  [
    'numbers beyond all bounds',
    '1e400 -1e400 99999999999999999999999 nan inf cm BT /F1 1e38 Tf 1e38 Tz (a) Tj ET',
  ],
  ['letters of no size', 'BT /F1 0 Tf 0 0 0 0 0 0 Tm (nothing) Tj 1e-30 0 0 1e-30 9 9 Tm (tiny) Tj ET'],
  ['a line of dots without length', '[0 0] 0 d 1e30 w 0 0 m 9e5 9e5 l S [1e-9 1e-9] 0 d 0 0 m 595 842 l S'],
  ['two hundred thousand curves', `0 0 m ${'9 900 500 -900 595 842 c '.repeat(2e5)} S`],
  ['clips in clips', '0 0 595 842 re W n '.repeat(1e5)],
  ['an inline image of great size', 'BI /W 60000 /H 60000 /BPC 8 /CS /RGB ID abc EI'],
  ['an inline image without an end', 'BI /W 9 /H 9 /BPC 8 /CS /G ID abc'],
  ['marked content without end', '/P << /MCID 0 >> BDC '.repeat(1e5)],
  [
    'bytes at random',
    Buffer.from(Array.from({ length: 2e5 }, (_, at) => (at * 7919 + (at >> 3)) & 255)).toString('latin1'),
  ],
].map(([what, content]): Hostile => [String(what), () => page(String(content))])

/** Ten forms, each of which draws the next one ten times. */
function billionForms(): Buffer {
  const forms = Array.from({ length: 10 }, (_, level) =>
    form('/Next Do '.repeat(10), `/Resources << /XObject << /Next ${level + 6} 0 R >> >>`),
  )
  return page('/X0 Do', '/XObject << /X0 5 0 R >>', [...forms, form(linesOfText('deep'))])
}

const shows = (object: number) => `/XObject << /X0 ${object} 0 R >>`
const group = '/Group << /S /Transparency >>'
const recursions: Hostile[] = [
  [
    'a form that shows itself',
    () => page('/X0 Do', shows(5), [form('/X0 Do', `/Resources << ${shows(5)} >>`)]),
  ],
  [
    'forms that show each other',
    () =>
      page('/X0 Do', shows(5), [
        form('/X0 Do', `/Resources << ${shows(6)} >>`),
        form('/X0 Do /X0 Do', `/Resources << ${shows(5)} >>`),
      ]),
  ],
  ['ten thousand million forms', billionForms],
  [
    'a pattern made of itself',
    () =>
      page('/Pattern cs /P0 scn 0 0 595 842 re f', '/Pattern << /P0 5 0 R >>', [
        stream(
          '/Pattern cs /P0 scn 0 0 9 9 re f',
          '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /Pattern << /P0 5 0 R >> >>',
        ),
      ]),
  ],
  ...['1e-6', '0', '-1', '1e30'].map(
    (step): Hostile => [
      `a pattern with steps of ${step}`,
      () =>
        page('/Pattern cs /P0 scn 0 0 595 842 re f', '/Pattern << /P0 5 0 R >>', [
          stream(
            '0 0 1 1 re f',
            `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep ${step} /YStep ${step} /Resources << >>`,
          ),
        ]),
    ],
  ),
  [
    'a mask that masks itself',
    () =>
      page('/G0 gs /X0 Do', `/ExtGState << /G0 6 0 R >> ${shows(5)}`, [
        form('/G0 gs 0 0 99 99 re f', `${group} /Resources << /ExtGState << /G0 6 0 R >> >>`),
        '<< /SMask << /S /Luminosity /G 5 0 R >> >>',
      ]),
  ],
  [
    'a glyph that writes itself',
    () =>
      page('BT /F2 9 Tf (a) Tj ET', '', [
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97' +
          ' /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /F2 5 0 R >> >> >>',
        stream('9 0 d0 BT /F2 9 Tf (aaaaaaaaaa) Tj ET'),
      ]),
  ],
  [
    'a colour space made of itself',
    () => page('/C0 cs 1 scn 0 0 9 9 re f', '/ColorSpace << /C0 5 0 R >>', ['[/Indexed 5 0 R 255 (abc)]']),
  ],
  [
    'a separation into itself',
    () =>
      page('/C0 cs 1 scn 0 0 9 9 re f', '/ColorSpace << /C0 5 0 R >>', [
        '[/Separation /A 5 0 R 6 0 R]',
        '<< /FunctionType 3 /Functions [6 0 R 6 0 R] /Domain [0 1] /Bounds [0.5] /Encode [0 1 0 1] >>',
      ]),
  ],
]

const shading = (entries: string, more: readonly PdfObject[] = []): Buffer =>
  page('/S0 sh', '/Shading << /S0 5 0 R >>', [`<< /ColorSpace /DeviceRGB ${entries} >>`, ...more])

const shadings: Hostile[] = [
  [
    'a shading whose function is itself',
    () =>
      shading('/ShadingType 2 /Coords [0 0 1 1] /Function 6 0 R', [
        '<< /FunctionType 3 /Functions [6 0 R] /Domain [0 1] /Bounds [] /Encode [0 1] >>',
      ]),
  ],
  [
    'a shading of endless extent',
    () =>
      shading('/ShadingType 3 /Coords [0 0 0 1e30 1e30 1e30] /Extend [true true] /Function 6 0 R', [
        '<< /FunctionType 2 /Domain [0 1] /N 1e30 /C0 [0 0 0] /C1 [1 1 1] >>',
      ]),
  ],
  [
    'a PostScript function of a million braces',
    () =>
      shading('/ShadingType 1 /Function 6 0 R', [
        stream(`${'{'.repeat(1e6)}`, '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]'),
      ]),
  ],
  [
    'a PostScript function that copies',
    () =>
      shading('/ShadingType 1 /Function 6 0 R', [
        stream(
          `{ ${'99999999 copy 2147483647 1 roll '.repeat(1e4)} }`,
          '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
        ),
      ]),
  ],
  [
    'a sampled function of great size',
    () =>
      shading('/ShadingType 1 /Function 6 0 R', [
        stream(
          'abc',
          '/FunctionType 0 /Domain [0 1 0 1] /Range [0 1 0 1 0 1] /Size [65535 65535] /BitsPerSample 32',
        ),
      ]),
  ],
  ...[4, 5, 6, 7].map(
    (type): Hostile => [
      `a mesh of type ${type}`,
      () =>
        page('/S0 sh', '/Shading << /S0 5 0 R >>', [
          stream(
            Buffer.alloc(200_000, 0x5a),
            `/ShadingType ${type} /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8` +
              ' /VerticesPerRow 2 /Decode [0 595 0 842 0 1 0 1 0 1]',
          ),
        ]),
    ],
  ),
]

const image = (entries: string, bytes: Buffer | string, more: readonly PdfObject[] = []): Buffer =>
  page('q 595 0 0 842 0 0 cm /X0 Do Q', shows(5), [
    stream(bytes, `/Type /XObject /Subtype /Image ${entries}`),
    ...more,
  ])

const huge = '/Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8'
const small = '/Width 99 /Height 99 /ColorSpace /DeviceGray /BitsPerComponent 8'
const jpegHead = Buffer.from('ffd8ffc0001108ffffffff03012200021101031101ffda000c03010002110311003f00', 'hex')
const jpxHead = Buffer.from(
  'ff4fff51002f0000ffffffffffffffff0000000000000000ffffffffffffffff00000000000000000003070101070101070101',
  'hex',
)
const jbig2Page = Buffer.from('0000000030000100000013fffffffffffffffe000000000000000000ffff', 'hex')

const images: Hostile[] = [
  ['an image of 60000 by 60000 in three bytes', () => image(huge, 'abc')],
  [
    'an image of 60000 by 60000, packed',
    () => image(`${huge} /Filter /FlateDecode`, deflateSync(Buffer.alloc(1e8), { level: 1 })),
  ],
  ['a JPEG of 65535 by 65535', () => image(`${huge} /Filter /DCTDecode`, jpegHead)],
  ['a JPEG 2000 of 4294967295 by 4294967295', () => image(`${huge} /Filter /JPXDecode`, jpxHead)],
  ['a JBIG2 page of 4294967295 by 4294967295', () => image(`${huge} /Filter /JBIG2Decode`, jbig2Page)],
  [
    'JBIG2 with globals that are itself',
    () => image(`${small} /Filter /JBIG2Decode /DecodeParms << /JBIG2Globals 5 0 R >>`, jbig2Page),
  ],
  [
    'a fax of a million columns',
    () =>
      image(
        `${huge} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 1000000 /Rows 1000000 >>`,
        Buffer.alloc(1e5, 0x26),
      ),
  ],
  ['a run of runs', () => image(`${huge} /Filter /RunLengthDecode`, Buffer.alloc(1e6, 0x81))],
  ['LZW at random', () => image(`${small} /Filter /LZWDecode`, Buffer.alloc(1e5, 0x80))],
  [
    'a thousand filters',
    () => image(`${small} /Filter [${'/FlateDecode '.repeat(1_000)}]`, deflateSync(Buffer.alloc(99))),
  ],
  [
    'a predictor of great width',
    () =>
      image(
        `${small} /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 255 >>`,
        deflateSync(Buffer.alloc(9_999)),
      ),
  ],
  [
    'bits that there are not',
    () => image('/Width 99 /Height 99 /ColorSpace /DeviceGray /BitsPerComponent 7', Buffer.alloc(9_999)),
  ],
  ['an image that masks itself', () => image(`${small} /SMask 5 0 R`, Buffer.alloc(9_801))],
  [
    'an image of negative size',
    () => image('/Width -9 /Height -9 /ColorSpace /DeviceGray /BitsPerComponent 8', 'abc'),
  ],
  [
    'a palette that is too short',
    () =>
      image(
        '/Width 99 /Height 99 /BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 255 (a)]',
        Buffer.alloc(9_801, 255),
      ),
  ],
  [
    'a profile made of itself',
    () =>
      image('/Width 99 /Height 99 /BitsPerComponent 8 /ColorSpace [/ICCBased 5 0 R]', Buffer.alloc(9_801)),
  ],
  [
    'a page of noise',
    () =>
      image(
        '/Width 990 /Height 990 /ColorSpace /DeviceGray /BitsPerComponent 8',
        Buffer.from(Array.from({ length: 980_100 }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 24) & 255)),
      ),
  ],
  [
    'a text that unpacks to 300 MB',
    () =>
      pdfFile([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
        stream(deflateSync(Buffer.alloc(3e8, 0x20), { level: 1 }), '/Filter /FlateDecode'),
      ]),
  ],
]

const written = 'BT /F2 12 Tf 50 700 Td (Hello) Tj ET'
const fonts: Hostile[] = [
  [
    'a font program of rubbish',
    [
      '<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 6 0 R >>',
      '<< /Type /FontDescriptor /FontFile2 7 0 R >>',
      stream(Buffer.alloc(50_000, 0x5a)),
    ],
  ],
  [
    'a descriptor that is the font',
    ['<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 5 0 R >>'],
  ],
  [
    'a font that descends from itself',
    ['<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [5 0 R] >>'],
  ],
  [
    'a map that uses itself',
    [
      '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding 6 0 R /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A >>] >>',
      stream('/A usecmap', '/Type /CMap /CMapName /A /UseCMap 6 0 R'),
    ],
  ],
  [
    'a map of all ranges',
    [
      '<< /Type /Font /Subtype /TrueType /BaseFont /A /ToUnicode 6 0 R >>',
      stream(
        `1 begincodespacerange <00> <ffffffff> endcodespacerange ${'1 beginbfrange <00000000> <ffffffff> <0000> endbfrange '.repeat(999)}`,
      ),
    ],
  ],
  [
    'widths without end',
    [
      `<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /W [0 ${'[1 2 3] '.repeat(1e5)}] >>] >>`,
    ],
  ],
  [
    'an encoding of a million names',
    [`<< /Type /Font /Subtype /Type1 /BaseFont /A /Encoding << /Differences [0 ${'/a '.repeat(1e6)}] >> >>`],
  ],
  ['a font that is a number', ['42']],
].map(([what, objects]): Hostile => [String(what), () => page(written, '', objects as PdfObject[])])

export const hostileContents: readonly Hostile[] = [
  ...operators,
  ...recursions,
  ...shadings,
  ...images,
  ...fonts,
]
