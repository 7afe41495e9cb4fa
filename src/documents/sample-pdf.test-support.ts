import { createHash } from 'node:crypto'

/** PDFs for the tests of this room, written byte by byte so that each can have exactly one defect. */

/** Objects by number, from 1. A stream consists of its dictionary's entries and its bytes. */
export type PdfObject = string | { readonly entries: string; readonly bytes: Buffer }

export function pdfFile(objects: readonly PdfObject[], trailerEntries = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  const push = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    push(Buffer.from(`${index + 1} 0 obj\n`))
    if (typeof object === 'string') push(Buffer.from(object))
    else {
      push(Buffer.from(`<< ${object.entries} /Length ${object.bytes.length} >>\nstream\n`))
      push(object.bytes)
      push(Buffer.from('\nendstream'))
    }
    push(Buffer.from('\nendobj\n'))
  }
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`))
  push(
    Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R ${trailerEntries} >>\nstartxref\n${start}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}

export interface SampleOptions {
  /** The page count that the page tree declares. */
  readonly count?: number
  /** The references in the page tree; by default each page once. */
  readonly kids?: string
  readonly trailerEntries?: string
  /** Changes the bytes of a content stream, given its object number. */
  readonly encode?: (bytes: Buffer, objectNumber: number) => Buffer
  /** Objects after the pages. The first one has the number `firstFreeObject(pages)`. */
  readonly more?: readonly PdfObject[]
  /** Additional entries in the dictionaries of the content streams. */
  readonly streamEntries?: string
}

/** A document whose pages have the given content streams, with Helvetica as F1. */
export function pdfOf(contents: readonly string[], options: SampleOptions = {}): Buffer {
  const { encode = (bytes) => bytes, trailerEntries = '', more = [], streamEntries = '' } = options
  const kids = options.kids ?? contents.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects: PdfObject[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${options.count ?? contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  const free = firstFreeObject(contents.length)
  for (const [index, content] of contents.entries()) {
    const number = 5 + index * 2
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number} 0 R` +
        ` /Resources << /Font << /F1 3 0 R >> /XObject << /X0 ${free} 0 R >> >> >>`,
      { entries: streamEntries, bytes: encode(Buffer.from(content, 'latin1'), number) },
    )
  }
  return pdfFile([...objects, ...more], trailerEntries)
}

export function firstFreeObject(pages: number): number {
  return 4 + pages * 2
}

/** A content stream that writes lines of ASCII text from the top of the page. */
export function linesOfText(...lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
  return `BT /F1 12 Tf 14 TL 72 770 Td ${shown.join(' ')} ET`
}

/** The same document encrypted with 40 bits (standard handler, revision 2); '' is an empty password. */
export function encryptedPdf(content: string, userPassword: string): Buffer {
  const id = Buffer.from('0123456789abcdef')
  const permissions = -4
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(userPassword))
  const permissionBytes = Buffer.alloc(4)
  permissionBytes.writeInt32LE(permissions)
  const key = md5(Buffer.concat([padded(userPassword), owner, permissionBytes, id])).subarray(0, 5)
  const user = rc4(key, padded(''))
  const encode = (bytes: Buffer, objectNumber: number) => {
    const salt = Buffer.from([objectNumber & 0xff, objectNumber >> 8, 0, 0, 0])
    return rc4(md5(Buffer.concat([key, salt])).subarray(0, 10), bytes)
  }
  const encryptNumber = firstFreeObject(1)
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  const dictionary = `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P ${permissions} >>`
  return pdfOf([content], {
    encode,
    more: [dictionary],
    trailerEntries: `/Encrypt ${encryptNumber} 0 R /ID [${hex(id)} ${hex(id)}]`,
  })
}

const passwordPadding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), passwordPadding]).subarray(0, 32)
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest()
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index & 0xff] ?? 0
  const swap = (a: number, b: number) => {
    const held = at(a)
    state[a & 0xff] = at(b)
    state[b & 0xff] = held
  }
  let j = 0
  for (let i = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 0xff
    swap(i, j)
  }
  j = 0
  return Buffer.from(
    bytes.map((byte, index) => {
      const i = (index + 1) & 0xff
      j = (j + at(i)) & 0xff
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}

/** The bytes of a parse call's JSON body. */
export function bodyOf(
  pdf: Buffer,
  members: Readonly<Record<string, unknown>> = {},
): Uint8Array<ArrayBuffer> {
  const fileDataUrl = `data:application/pdf;base64,${pdf.toString('base64')}`
  return new TextEncoder().encode(JSON.stringify({ ...members, fileDataUrl }))
}
