import { deflateSync } from 'node:zlib'
import { linesOfText, type PdfObject, pdfFile, pdfOf } from '../sample-pdf.test-support.ts'

/** Files whose structure is false, cyclic or endless. */
export type Hostile = readonly [what: string, make: () => Buffer]

const hello = linesOfText('Hello')
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const contentOf = (text: string): PdfObject => ({ entries: '', bytes: Buffer.from(text, 'latin1') })

/** A catalog, a page tree and the given page, with Helvetica as 4 and a content stream as 5. */
function tree(pages: string, page: string, more: readonly PdfObject[] = [], catalog = ''): Buffer {
  const root = `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`
  return pdfFile([root, pages, page, font, contentOf(hello), ...more])
}

const pagesOf = (entries: string) => `<< /Type /Pages ${entries} >>`
const pageOf = (entries: string) =>
  `<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> ${entries} >>`
const usualPages = pagesOf('/Kids [3 0 R] /Count 1')
const usualPage = pageOf('/MediaBox [0 0 595 842]')
const usual = () => pdfOf([hello])

const trees: Hostile[] = [
  ['a page tree that is its own kid', () => tree(pagesOf('/Kids [2 0 R] /Count 1'), usualPage)],
  ['kids in a ring', () => tree(pagesOf('/Kids [3 0 R] /Count 9'), pagesOf('/Kids [2 0 R] /Count 9'))],
  ['a parent that is the page', () => tree(usualPages, pageOf('/Parent 3 0 R'))],
  ['a tree of 3000 levels', () => deepTree(3_000)],
  ['kids that are no array', () => tree(pagesOf('/Kids 3 0 R /Count 1'), usualPage)],
  [
    'kids of every kind',
    () => tree(pagesOf('/Kids [null 1 (a) /b [3 0 R] << >> 3 0 R] /Count 7'), usualPage),
  ],
  ['no kids', () => tree(pagesOf('/Count 5'), usualPage)],
  ['a page in place of the tree', () => tree(usualPage, usualPage)],
  ...['-1', '2147483647', '99999999999999', '(three)', '1.5', '2 0 R'].map(
    (count): Hostile => [
      `a count of ${count}`,
      () => tree(pagesOf(`/Kids [3 0 R] /Count ${count}`), usualPage),
    ],
  ),
  [
    'a million references to one page',
    () => tree(pagesOf(`/Kids [${'3 0 R '.repeat(1e6)}] /Count 1000000`), usualPage),
  ],
  ['ten thousand pages', () => tree(pagesOf(`/Kids [${'3 0 R '.repeat(1e4)}] /Count 10000`), usualPage)],
]

function deepTree(levels: number): Buffer {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>']
  for (let level = 0; level < levels; level++) objects.push(pagesOf(`/Kids [${level + 3} 0 R] /Count 1`))
  return pdfFile([...objects, `<< /Type /Page /Parent ${levels + 1} 0 R /MediaBox [0 0 9 9] >>`])
}

const boxes: Hostile[] = [
  ...[
    ...['[0 0 1e9 1e9]', '[0 0 1e-9 1e-9]', '[0 0 0 0]', '[595 842 0 0]', '[0 0 nan nan]', '[0 0 1e400 842]'],
    ...['[-1e30 -1e30 1e30 1e30]', '[0 0 595]', '[(a) /b null true]', '3 0 R', '[0 0 14400 14400]', '[]'],
  ].map((box): Hostile => [`a media box ${box}`, () => tree(usualPages, pageOf(`/MediaBox ${box}`))]),
  ...['/CropBox [9000 9000 9001 9001]', '/UserUnit 1e9', '/UserUnit -1', '/Rotate 45', '/Rotate 1e9'].map(
    (entry): Hostile => [
      `a page with ${entry}`,
      () => tree(usualPages, pageOf(`/MediaBox [0 0 595 842] ${entry}`)),
    ],
  ),
  [
    'contents that hold themselves',
    () => tree(usualPages, pageOf('/Contents [3 0 R 6 0 R]'), ['[6 0 R 6 0 R]']),
  ],
  ['contents of 100,000 streams', () => tree(usualPages, pageOf(`/Contents [${'5 0 R '.repeat(1e5)}]`))],
  ['resources in a ring', () => tree(usualPages, pageOf('/Resources 6 0 R'), ['7 0 R', '6 0 R'])],
]

/** A file with a custom trailer after the objects. */
function withTrailer(trailer: string, start: number | string): Buffer {
  const file = usual()
  const end = file.lastIndexOf('trailer')
  return Buffer.concat([
    file.subarray(0, end),
    Buffer.from(`trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`),
  ])
}

const xrefAt = () => usual().lastIndexOf('xref\n0')
const files: Hostile[] = [
  [
    'a table that comes before itself',
    () => withTrailer(`<< /Size 9 /Root 1 0 R /Prev ${xrefAt()} >>`, xrefAt()),
  ],
  ['a table before the file', () => withTrailer('<< /Size 9 /Root 1 0 R /Prev -5 >>', xrefAt())],
  ['a table behind the file', () => withTrailer('<< /Size 9 /Root 1 0 R /Prev 99999999 >>', xrefAt())],
  [
    'a hybrid table that is the table',
    () => withTrailer(`<< /Size 9 /Root 1 0 R /XRefStm ${xrefAt()} >>`, xrefAt()),
  ],
  ['a start far away', () => withTrailer('<< /Size 9 /Root 1 0 R >>', '99999999999999999999')],
  ['a start in the header', () => withTrailer('<< /Size 9 /Root 1 0 R >>', 3)],
  ['no root', () => withTrailer('<< /Size 9 >>', xrefAt())],
  ['a root that is a number', () => withTrailer('<< /Size 9 /Root 7 >>', xrefAt())],
  ['a size of two thousand millions', () => withTrailer('<< /Size 2147483647 /Root 1 0 R >>', xrefAt())],
  ['a root that refers to itself', () => pdfFile(['1 0 R'])],
  ['references in a ring', () => pdfFile(['2 0 R', '3 0 R', '1 0 R'])],
  ['no table at all', () => usual().subarray(0, xrefAt())],
  ...[0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99].map(
    (share): Hostile => [`a file cut at ${share}`, () => usual().subarray(0, usual().length * share)],
  ),
  ...['PK\x03\x04', '\x89PNG\r\n\x1a\n', '<html><script>', 'GIF89a', '#!/bin/sh\n'].map(
    (head): Hostile => [
      `a file that is also ${JSON.stringify(head)}`,
      () => Buffer.concat([Buffer.from(head), usual()]),
    ],
  ),
  ['a hundred updates', () => Buffer.concat(Array.from({ length: 100 }, usual))],
  ['only zeros behind the header', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1e6)])],
  ['a million open dictionaries', () => pdfFile(['<< /A '.repeat(1e6)])],
  ['a million open arrays', () => pdfFile(['['.repeat(1e6)])],
  ['a string without an end', () => pdfFile([`(${'('.repeat(1e5)}`])],
  [
    '300,000 objects',
    () => pdfFile(['<< /Type /Catalog /Pages 2 0 R >>', ...Array.from({ length: 1e5 }, () => 'null')]),
  ],
]

/**
 * A document whose catalog and pages are in a compressed object stream, found through a cross-reference
 * stream.
 */
function objectStream(entries: string, body: Buffer, reference = ''): Buffer {
  const file = pdfFile([
    { entries: `/Type /ObjStm ${entries} /Filter /FlateDecode`, bytes: deflateSync(body, { level: 1 }) },
  ])
  const rows = Buffer.from([0, 0, 0, 1, 0, 9, 2, 0, 1, 2, 0, 1])
  const table = `/Type /XRef /Size 4 /W [1 1 1] /Root 2 0 R ${reference}`
  const start = file.lastIndexOf('xref\n0')
  const stream = `9 0 obj << ${table} /Length ${rows.length} >> stream\n`
  return Buffer.concat([
    file.subarray(0, start),
    Buffer.from(stream),
    rows,
    Buffer.from(`\nendstream endobj\nstartxref\n${start}\n%%EOF`),
  ])
}

const twoObjects = Buffer.from(
  '2 0 3 40 << /Type /Catalog /Pages 3 0 R >>       << /Type /Pages /Kids [] /Count 0 >>',
)
const streams: Hostile[] = [
  ['a stream of objects', () => objectStream('/N 2 /First 9', twoObjects)],
  ['a stream of objects that extends itself', () => objectStream('/N 2 /First 9 /Extends 1 0 R', twoObjects)],
  ['a stream of 2147483647 objects', () => objectStream('/N 2147483647 /First 9', twoObjects)],
  ['a stream of objects that begins before itself', () => objectStream('/N 2 /First -9', twoObjects)],
  ['a stream of objects that unpacks to 300 MB', () => objectStream('/N 2 /First 9', Buffer.alloc(3e8))],
  ['references of no width', () => objectStream('/N 2 /First 9', twoObjects, '/W [0 0 0]')],
  ['references of great width', () => objectStream('/N 2 /First 9', twoObjects, '/W [1 9999999 1]')],
  ['references from before zero', () => objectStream('/N 2 /First 9', twoObjects, '/Index [-5 2147483647]')],
  ...['-1', '2147483647', '5 0 R', '(9)'].map(
    (length): Hostile => [
      `a stream as long as ${length}`,
      () =>
        Buffer.from(
          usual()
            .toString('latin1')
            .replace(/\/Length \d+/, `/Length ${length}`),
          'latin1',
        ),
    ],
  ),
]

const catalogs: Hostile[] = [
  [
    'outlines in a ring',
    '/Outlines 6 0 R',
    ['<< /First 7 0 R /Count 9 >>', '<< /Next 7 0 R /Prev 7 0 R /First 6 0 R >>'],
  ],
  ['names in a ring', '/Names << /Dests 6 0 R /JavaScript 6 0 R >>', ['<< /Kids [6 0 R 6 0 R] >>']],
  [
    'form fields in a ring',
    '/AcroForm << /Fields [6 0 R] >>',
    ['<< /T (a) /FT /Tx /Kids [6 0 R] /Parent 6 0 R >>'],
  ],
  ['JavaScript', '/OpenAction << /S /JavaScript /JS (for(;;\\);) >>', []],
  ['a program to launch', '/OpenAction << /S /Launch /F (/bin/sh) >>', []],
  [
    'XFA',
    '/AcroForm << /XFA 6 0 R /Fields [] >>',
    [contentOf('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">'.repeat(999))],
  ],
  [
    'a structure in a ring',
    '/StructTreeRoot 6 0 R /MarkInfo << /Marked true >>',
    ['<< /Type /StructTreeRoot /K 6 0 R >>'],
  ],
  [
    'layers in a ring',
    '/OCProperties << /OCGs [6 0 R] /D 6 0 R >>',
    ['<< /Type /OCG /Order [6 0 R [6 0 R]] /OCGs 6 0 R >>'],
  ],
  ['page labels in a ring', '/PageLabels 6 0 R', ['<< /Kids [6 0 R] /Limits [0 9] >>']],
].map(([what, catalog, more]): Hostile => {
  return [String(what), () => tree(usualPages, usualPage, more as PdfObject[], String(catalog))]
})

const annotations: Hostile[] = [
  ['an annotation that is its own popup', '<< /Subtype /Text /Popup 6 0 R /Parent 6 0 R /Rect [0 0 9 9] >>'],
  ['an annotation that looks like itself', '<< /Subtype /Stamp /AP << /N 6 0 R >> /Rect [0 0 9 9] >>'],
  ['an annotation as large as 1e30', '<< /Subtype /FreeText /Contents (hi) /Rect [-1e30 -1e30 1e30 1e30] >>'],
].map(([what, annotation]): Hostile => {
  const page = pageOf(`/MediaBox [0 0 595 842] /Annots [${'6 0 R '.repeat(2_000)}]`)
  return [String(what), () => tree(usualPages, page, [String(annotation)])]
})

export const hostileStructures: readonly Hostile[] = [
  ...trees,
  ...boxes,
  ...files,
  ...streams,
  ...catalogs,
  ...annotations,
]
