import type { PagePicture } from '../../pdfium/render.ts'
import type { Box } from '../tesseract/ink.ts'
import type { SeenCharacter } from './decode.ts'

/** A word whose line is to be read, in pixels of the picture. */
export interface LineWord extends Box {
  /** Words of one line have the same number. */
  readonly line: number
}

/** The request to the line process. */
export interface LinesAsk {
  readonly picture: PagePicture
  readonly words: readonly LineWord[]
}

/** The response: the indices of words that were read together, and their characters. */
export interface SeenLine {
  readonly places: readonly number[]
  readonly characters: readonly SeenCharacter[]
}

const lengthBytes = 4

/** Serialises the request: the length of the head, the head as JSON, and the pixels. */
export function bytesOfAsk({ picture: { grey, ...size }, words }: LinesAsk): Buffer[] {
  const plain = words.map(({ left, top, right, bottom, line }) => ({ left, top, right, bottom, line }))
  const head = Buffer.from(JSON.stringify({ size, words: plain }))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(head.length)
  return [length, head, Buffer.from(grey.buffer, grey.byteOffset, grey.byteLength)]
}

export function readAsk(bytes: Buffer): LinesAsk {
  const end = lengthBytes + bytes.readUInt32LE(0)
  const { size, words } = JSON.parse(bytes.toString('utf8', lengthBytes, end))
  return { picture: { ...size, grey: new Uint8Array(bytes.subarray(end)) }, words }
}

/** Null if it is not a valid response. */
export function readAnswer(bytes: Buffer): SeenLine[] | null {
  try {
    const lines: unknown = JSON.parse(bytes.toString('utf8'))
    return Array.isArray(lines) ? lines : null
  } catch {
    return null
  }
}
