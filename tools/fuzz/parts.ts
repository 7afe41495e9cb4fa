import { deflateSync, inflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'

/** An object of a PDF as text, and the bytes of its stream, decompressed if the filter is plain deflate. */
export interface Part {
  readonly number: number
  /** The object; for a stream, its dictionary without brackets and length. */
  readonly text: string
  readonly stream: Buffer | null
  readonly deflated: boolean
}

/** A parsed PDF: its objects can be changed, and the written file has a matching cross-reference table. */
export interface Parts {
  readonly root: number
  readonly objects: readonly Part[]
}

/** Parses a valid PDF; returns null if that isn't possible. */
export async function takeApart(pdf: Uint8Array): Promise<Parts | null> {
  try {
    const { context } = await PDFDocument.load(pdf, { updateMetadata: false, ignoreEncryption: true })
    const { Root } = context.trailerInfo
    if (!(Root instanceof PDFRef)) return null
    const objects = context.enumerateIndirectObjects().map(([{ objectNumber }, object]): Part => {
      if (object instanceof PDFRawStream) return partOfStream(objectNumber, object)
      return { number: objectNumber, text: object.toString(), stream: null, deflated: false }
    })
    return { root: Root.objectNumber, objects }
  } catch {
    return null
  }
}

function partOfStream(number: number, { dict, contents }: PDFRawStream): Part {
  const isDeflate = dict.get(PDFName.of('Filter'))?.toString() === '/FlateDecode'
  const plain = isDeflate && !dict.has(PDFName.of('DecodeParms')) ? inflated(contents) : null
  const entries = dict.entries().filter(([name]) => {
    const text = name.toString()
    return text !== '/Length' && (plain === null || text !== '/Filter')
  })
  const text = entries.map(([name, value]) => `${name} ${value}`).join(' ')
  return { number, text, stream: plain ?? Buffer.from(contents), deflated: plain !== null }
}

function inflated(bytes: Uint8Array): Buffer | null {
  try {
    return inflateSync(bytes)
  } catch {
    return null
  }
}

export interface WriteOptions {
  /** Writes non-stream objects into object streams, and the cross-reference table as a stream. */
  readonly packed: boolean
  /** Maps an object's offset to the offset written in the cross-reference table. */
  offset(offset: number): number
  /** Transforms the bytes of a stream before they are written. */
  encode(bytes: Buffer): Buffer
  /** Additional trailer entries. */
  readonly trailer: string
}

/** Writes a PDF from its parts. */
export function putTogether({ root, objects }: Parts, options: WriteOptions): Buffer {
  const packed = options.packed ? objects.filter(({ stream }) => stream === null) : []
  const size = Math.max(0, ...objects.map(({ number }) => number)) + 3
  const written: Part[] = objects.filter((part) => !packed.includes(part))
  if (packed.length > 0) written.push(streamOfObjects(packed, size - 2))
  const rows = new Map<number, readonly [kind: number, where: number, index: number]>()
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let length = 9
  const push = (bytes: Buffer) => {
    chunks.push(bytes)
    length += bytes.length
  }
  for (const part of written) {
    rows.set(part.number, [1, options.offset(length), 0])
    push(bytesOf(part, options))
  }
  for (const [index, { number }] of packed.entries()) rows.set(number, [2, size - 2, index])
  const start = options.offset(length)
  const trailer = `/Size ${size} /Root ${root} 0 R ${options.trailer}`
  push(packed.length > 0 ? tableAsStream(rows, size, trailer) : tableOf(rows, size, trailer))
  return Buffer.concat([...chunks, Buffer.from(`\nstartxref\n${start}\n%%EOF\n`)])
}

function bytesOf({ number, text, stream, deflated }: Part, { encode }: WriteOptions): Buffer {
  const head = `${number} 0 obj\n`
  if (stream === null) return Buffer.from(`${head}${text}\nendobj\n`, 'latin1')
  const bytes = encode(deflated ? deflateSync(stream, { level: 1 }) : stream)
  const filter = deflated ? '/Filter /FlateDecode' : ''
  const dictionary = `<< ${text} ${filter} /Length ${bytes.length} >>\nstream\n`
  return Buffer.concat([
    Buffer.from(head + dictionary, 'latin1'),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

function streamOfObjects(parts: readonly Part[], number: number): Part {
  const offsets: string[] = []
  let body = ''
  for (const part of parts) {
    offsets.push(`${part.number} ${body.length}`)
    body += `${part.text}\n`
  }
  const head = `${offsets.join(' ')}\n`
  const text = `/Type /ObjStm /N ${parts.length} /First ${head.length}`
  return { number, text, stream: Buffer.from(head + body, 'latin1'), deflated: true }
}

type Rows = ReadonlyMap<number, readonly [kind: number, where: number, index: number]>

function tableOf(rows: Rows, size: number, trailer: string): Buffer {
  const lines = Array.from({ length: size }, (_, number) => {
    const row = rows.get(number)
    return row === undefined ? '0000000000 65535 f \n' : `${String(row[1]).padStart(10, '0')} 00000 n \n`
  })
  return Buffer.from(`xref\n0 ${size}\n${lines.join('')}trailer\n<< ${trailer} >>`)
}

function tableAsStream(rows: Rows, size: number, trailer: string): Buffer {
  const bytes = Buffer.alloc(size * 7)
  for (const [number, [kind, where, index]] of rows) {
    bytes[number * 7] = kind
    bytes.writeUInt32BE(where >>> 0, number * 7 + 1)
    bytes.writeUInt16BE(index & 0xffff, number * 7 + 5)
  }
  const head = `${size - 1} 0 obj\n<< /Type /XRef /W [1 4 2] ${trailer} /Length ${bytes.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream\nendobj')])
}
