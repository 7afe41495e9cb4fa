import {
  closingQuote,
  fault,
  invalidInput,
  issue,
  limits,
  parseInput,
  parseJson,
  parseResumeFields,
} from '../../contract/index.ts'
import { shortened } from '../../kit/index.ts'
import type { OpenedDocument } from '../documents.ts'
import { refuseDocument } from '../refusals.ts'
import { decodeBase64InPlace, unescapeInPlace } from './base64.ts'

export interface ReadBody {
  readonly input: OpenedDocument['input']
  /** The document, in the buffer that the body came in wherever that is possible. */
  readonly pdf: Uint8Array<ArrayBuffer>
}

/**
 * Reads the JSON body of a parse call, and overwrites it. The literal that holds the document, a hundred
 * times longer than all the rest, is cut out before the rest is parsed and is decoded where it lies, so
 * that a body of 25 MB is held once and not four times. Throws as `Documents.open` does.
 */
export function readBody(body: Uint8Array<ArrayBuffer>): ReadBody {
  const bytes = asBuffer(body)
  const cut = cutLongLiteral(bytes)
  if (cut !== null) {
    const value = parseJson(cut.rest)
    if (isObjectWith(value, cut.standIn)) {
      const { fileDataUrl: _, ...input } = parseInput({ fields: parseResumeFields }, value)
      return { input, pdf: decodeLiteral(bytes.subarray(0, cut.literalEnd), cut) }
    }
  }
  const { fileDataUrl, ...input } = parseInput({ fields: parseResumeFields }, parseJson(bytes))
  return { input, pdf: decodeData(dataOf(fileDataUrl)) }
}

/** What stands behind the comma of a data URL whose form was checked, as UTF-8 in a buffer of its own. */
export function dataOf(dataUrl: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(dataUrl.slice(dataUrl.indexOf(',') + 1))
}

/** The same bytes as a Buffer, which is searched ten times faster. */
function asBuffer(bytes: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Decodes the base64 of a data URL in its own buffer, and overwrites it. */
export function decodeData(data: Uint8Array<ArrayBuffer>, start = 0): Uint8Array<ArrayBuffer> {
  const length = decodeBase64InPlace(asBuffer(data), start)
  if (length === null) throw refuseDocument('bad_data_url', '逗号之后应为标准 Base64，含末尾的 =')
  return shortened(data, length)
}

interface Cut {
  /** The body with a short stand-in where the long literal was. */
  readonly rest: Buffer
  /** What the stand-in says when it is parsed: the head of the literal, up to its comma, and a mark. */
  readonly standIn: string
  /** The number of characters that the head had before it was parsed, which is what it had after, or more. */
  readonly headCharacters: number
  readonly dataStart: number
  readonly literalEnd: number
}

const quote = 0x22
const comma = 0x2c
/** Shorter documents are parsed with the rest. */
const longLiteralBytes = 64 * 1024
const headBytesMax = 400
/** A body with more literals than this before its document is parsed as a whole. */
const literalsMax = 1_000

/** Finds the first long literal of a body; null when there is none whose beginning looks like a data URL. */
function cutLongLiteral(bytes: Buffer): Cut | null {
  let open = bytes.indexOf(quote)
  for (let count = 0; open !== -1 && count < literalsMax; count++) {
    const close = closingQuote(bytes, open + 1)
    if (close === -1) return null
    if (close - open > longLiteralBytes) return cutAt(bytes, open + 1, close)
    open = bytes.indexOf(quote, close + 1)
  }
  return null
}

function cutAt(bytes: Buffer, start: number, end: number): Cut | null {
  const commaAt = bytes.subarray(start, start + headBytesMax).indexOf(comma)
  if (commaAt === -1) return null
  const dataStart = start + commaAt + 1
  const head = bytes.toString('latin1', start, dataStart)
  // Only an ASCII head means the same as text and as bytes.
  if (!/^[ -~]*$/.test(head)) return null
  const mark = '#document'
  const rest = Buffer.concat([bytes.subarray(0, dataStart), Buffer.from(mark), bytes.subarray(end)])
  const parsed: unknown = parseHead(head)
  if (typeof parsed !== 'string') return null
  return { rest, standIn: parsed + mark, headCharacters: parsed.length, dataStart, literalEnd: end }
}

function parseHead(head: string): unknown {
  try {
    return JSON.parse(`"${head}"`)
  } catch {
    return null
  }
}

function isObjectWith(value: unknown, standIn: string): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Record<string, unknown>)[parseResumeFields.fileDataUrl.wire] === standIn
  )
}

/** Line breaks and tabs, which may not stand in a JSON literal unless they are escaped. */
const bareControls = [0x09, 0x0a, 0x0c, 0x0d]

function decodeLiteral(body: Buffer<ArrayBuffer>, cut: Cut): Uint8Array<ArrayBuffer> {
  if (bareControls.some((each) => body.indexOf(each, cut.dataStart) !== -1)) {
    throw invalidInput([issue('', 'not_json')])
  }
  const end = unescapeInPlace(body, cut.dataStart)
  if (end === null) throw invalidInput([issue('', 'not_json')])
  if (cut.headCharacters + end - cut.dataStart > limits.fileDataUrlCharactersMax)
    throw fault('payload_too_large')
  return decodeData(body.subarray(0, end), cut.dataStart)
}
