import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { linesOfText, type PdfObject, pdfFile, pdfOf } from '../sample-pdf.test-support.ts'
import { page, stream } from './contents.test-support.ts'
import type { Hostile } from './structure.test-support.ts'

/** Files with false declarations: other formats, wrong keys, nested compression, misleading fonts. */

const hello = linesOfText('Hello')
const usual = () => pdfOf([hello])
const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** Files that aren't PDFs, although some begin like one. */
export const foreign: readonly Hostile[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['one byte', () => Buffer.from('%')],
  ['a header', () => Buffer.from('%PDF-1.7')],
  ['a header and an end', () => Buffer.from('%PDF-1.7\n%%EOF')],
  ['a header behind 1024 bytes', () => Buffer.concat([Buffer.alloc(1_024, 0x0a), usual()])],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a ZIP', () => Buffer.concat([Buffer.from('PK\x03\x04\x14\x00\x06\x00'), Buffer.alloc(3_000, 7)])],
  ['a packed PDF', () => gzipSync(usual())],
  ['UTF-16', () => Buffer.from(usual().toString('latin1'), 'utf16le')],
  ['a page that speaks of PDF', () => Buffer.from('<html><body>%PDF-1.4</body></html>')],
  ['PostScript', () => Buffer.from('%!PS-Adobe-3.0\n(a) show showpage')],
  ['FDF', () => Buffer.from('%FDF-1.2\n1 0 obj << /FDF << >> >> endobj trailer << /Root 1 0 R >>')],
  ['a PDF backwards', () => usual().reverse()],
  ['two million objects without an end', () => Buffer.from(`%PDF-1.7\n${'1 0 obj '.repeat(2e6)}`)],
  ['five million opened strings', () => Buffer.from(`%PDF-1.7\n1 0 obj ${'('.repeat(5e6)}`)],
  ['five million digits', () => Buffer.from(`%PDF-1.7\n1 0 obj ${'9'.repeat(5e6)}`)],
  [
    'a hundred thousand trailers',
    () => Buffer.from(`%PDF-1.7\n${'trailer << /Root 1 0 R >>\n'.repeat(1e5)}`),
  ],
]

const zeros = (bytes: number) => `<${'00'.repeat(bytes)}>`
const keys: Hostile[] = [
  ['a handler of version 99', '/V 99 /R 99 /O (a) /U (b) /P -4'],
  ['a key of 7 bits', '/V 2 /R 3 /Length 7 /O (a) /U (b) /P -4'],
  [
    'AES with nothing but zeros',
    `/V 5 /R 6 /O ${zeros(48)} /U ${zeros(48)} /OE ${zeros(32)} /UE ${zeros(32)} /P -4`,
  ],
  ['crypt filters that are the handler', '/V 4 /R 4 /O (a) /U (b) /P -4 /CF 6 0 R /StmF /StdCF'],
  ['keys of a megabyte', `/V 4 /R 4 /Length 128 /O (${'a'.repeat(1e6)}) /U (${'b'.repeat(1e6)}) /P -4`],
  ['a version that is the handler', '/V 6 0 R /R 6 0 R'],
].map(([what, entries]): Hostile => {
  const more = [`<< /Filter /Standard ${entries} >>`]
  return [String(what), () => pdfOf([hello], { more, trailerEntries: '/Encrypt 6 0 R' })]
})

const content = (entries: string, bytes: Buffer | string): Buffer => {
  const file = pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    stream(bytes, entries),
  ])
  return file
}

function deflatedTimes(bytes: Buffer, times: number): Buffer {
  let packed = bytes
  for (let each = 0; each < times; each++) packed = deflateSync(packed)
  return packed
}

/**
 * A stream that unpacks to N megabytes of one letter. It repeats one compressed megabyte, so it is built
 * quickly.
 */
function unpacksTo(megabytes: number, letter: string): Buffer {
  const block = deflateRawSync(Buffer.alloc(1e6, letter), { finishFlush: constants.Z_FULL_FLUSH })
  const [head, end] = [Buffer.from('789c', 'hex'), Buffer.from('0300', 'hex')]
  return Buffer.concat([head, ...Array.from({ length: megabytes }, () => block), end])
}

const packings: Hostile[] = [
  ...['FlateDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode', 'LZWDecode', 'CCITTFaxDecode'].map(
    (filter): Hostile => [
      `${filter} a hundred times`,
      () => content(`/Filter [${`/${filter} `.repeat(100)}]`, deflatedTimes(Buffer.from(hello), 100)),
    ],
  ),
  [
    '300 MB deflated twice',
    () => content('/Filter [/FlateDecode /FlateDecode]', deflateSync(unpacksTo(300, ' '))),
  ],
  ['400 MB as z', () => content('/Filter [/FlateDecode /ASCII85Decode]', unpacksTo(100, 'z'))],
  [
    'runs of runs, deflated',
    () => content('/Filter [/FlateDecode /RunLengthDecode]', deflateSync(Buffer.alloc(2e6, 0x81))),
  ],
  [
    'a predictor of less than nothing',
    () =>
      content(
        '/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns -5 /Colors -1 /BitsPerComponent -8 >>',
        deflateSync(Buffer.alloc(1e6, 1)),
      ),
  ],
  ['contents in a file of the machine', () => content('/F (/etc/passwd) /FFilter /FlateDecode', '')],
  ['contents on a server', () => content('/F << /FS /URL /F (http://127.0.0.1:1/) >>', '')],
]

const font0 = (more: string) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H ${more} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDToGIDMap 7 0 R >>] >>`
const mapped = (map: string | Buffer, entries = '', times = 50) =>
  page(`BT /F2 12 Tf 50 700 Td ${'<0001> Tj '.repeat(times)} ET`, '', [
    font0('/ToUnicode 6 0 R'),
    stream(map, entries),
  ])
const char = (units: number) => `1 beginbfchar <0001> <${'0041'.repeat(units)}> endbfchar`

const fonts: Hostile[] = [
  ['a letter that means a megabyte', () => mapped(char(5e5))],
  ['a letter that means 250 letters, 20,000 times', () => mapped(char(250), '', 20_000)],
  [
    'a letter that means half a letter',
    () => mapped('2 beginbfchar <0001> <d800> <0002> <dfff0000fffe> endbfchar'),
  ],
  [
    'two million letters with a meaning',
    () =>
      mapped(
        deflateSync(Buffer.from('100 beginbfchar <0001> <0041> endbfchar '.repeat(2e5))),
        '/Filter /FlateDecode',
      ),
  ],
  [
    'a table of glyphs of 300 MB',
    () =>
      page('BT /F2 9 Tf <0001> Tj ET', '', [
        font0(''),
        'null',
        stream(unpacksTo(300, '\0'), '/Filter /FlateDecode'),
      ]),
  ],
  [
    'sixty fonts whose glyphs are text in the next',
    () => page('BT /F2 9 Tf (a) Tj ET', '', fontsInFonts(60)),
  ],
]

function fontsInFonts(count: number): PdfObject[] {
  return Array.from({ length: count }, (_, index): PdfObject[] => {
    const [glyph, next] = [6 + index * 2, 7 + index * 2]
    const entries = `/FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >>`
    return [
      `<< /Type /Font /Subtype /Type3 ${entries} /CharProcs << /a ${glyph} 0 R >> /Resources << /Font << /F2 ${next} 0 R >> >> >>`,
      stream('9 0 d0 BT /F2 9 Tf (aaaaaaaaaa) Tj ET'),
    ]
  }).flat()
}

/** Each node references the next one twice, so the number of paths to a page is exponential. */
function twiceOver(levels: number, last: string): Buffer {
  const nodes = Array.from(
    { length: levels },
    (_, level) => `<< /Type /Pages /Kids [${level + 3} 0 R ${level + 3} 0 R] /Count 9000 >>`,
  )
  return pdfFile(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, last])
}

/** Cross-reference tables in a chain; each names the previous one. */
function chained(tables: number): Buffer {
  const parts = [usual()]
  let length = parts[0]?.length ?? 0
  let before = usual().lastIndexOf('xref\n0')
  for (let each = 0; each < tables; each++) {
    const table = `xref\n0 0\ntrailer\n<< /Size 7 /Root 1 0 R /Prev ${before} >>\nstartxref\n${length}\n%%EOF\n`
    before = length
    parts.push(Buffer.from(table))
    length += table.length
  }
  return Buffer.concat(parts)
}

const annotated = (annotation: string, times: number, more: readonly PdfObject[] = []): Buffer =>
  pdfFile([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${'5 0 R '.repeat(times)}] /DR << /Font << /Helv 6 0 R >> >> /DA (/Helv 9 Tf) >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [${'5 0 R '.repeat(times)}] >>`,
    stream(hello),
    `<< /Type /Annot /Rect [0 0 300 300] ${annotation} >>`,
    helvetica,
    ...more,
  ])

const trees: Hostile[] = [
  [
    'a tree that is twice itself, thirty levels deep, with a page',
    () => twiceOver(30, '<< /Type /Page /MediaBox [0 0 9 9] >>'),
  ],
  [
    'a tree that is twice itself, thirty levels deep, of nothing',
    () => twiceOver(30, '<< /Type /Pages /Kids [] /Count 0 >>'),
  ],
  ['ten thousand tables', () => chained(10_000)],
  [
    'a hundred thousand stamps',
    () =>
      annotated('/Subtype /Stamp /AP << /N 7 0 R >>', 1e5, [
        stream('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
      ]),
  ],
  [
    'a field of a megabyte',
    () => annotated(`/Subtype /Widget /FT /Tx /T (a) /Ff 4096 /V (${'long text '.repeat(1e5)})`, 1),
  ],
  [
    'a list of a hundred thousand choices',
    () => annotated(`/Subtype /Widget /FT /Ch /T (a) /V (b) /Opt [${'(b) '.repeat(1e5)}]`, 1),
  ],
  [
    'a layer that is shown when it is shown',
    () =>
      page(`/OC /O0 BDC ${hello} EMC`, '/Properties << /O0 5 0 R >>', [
        '<< /Type /OCMD /VE 6 0 R >>',
        '[/And 6 0 R 6 0 R 6 0 R]',
      ]),
  ],
]

export const hostileDisguises: readonly Hostile[] = [...foreign, ...keys, ...packings, ...fonts, ...trees]
