import { isUtf8 } from 'node:buffer'
import {
  characterEnd,
  fault,
  invalidInput,
  issue,
  type JsonRange,
  JsonText,
  limits,
  parseInput,
  parseResumeFields,
  readDeclared,
} from '../../contract/index.ts'
import { assert, shortened } from '../../kit/index.ts'
import type { OpenedDocument } from '../documents.ts'
import { refuseDocument } from '../refusals.ts'
import { decodeBase64InPlace, unescapeInPlace } from './base64.ts'

export interface ReadBody {
  readonly input: OpenedDocument['input']
  /** The document, in the body's own buffer where possible. */
  readonly pdf: Uint8Array<ArrayBuffer>
}

/**
 * Parses the JSON body of a parse call and overwrites it. The document is decoded in place, and ignored
 * members allocate nothing, so memory holds the body only once. Throws as `Documents.open` does.
 */
export function readBody(body: Uint8Array<ArrayBuffer>): ReadBody {
  const bytes = asBuffer(body)
  const { value, ranges } = readDeclared(parseResumeFields, bytes, isUtf8)
  const literal = ranges.get(parseResumeFields.fileDataUrl.wire)
  const json = new JsonText(bytes)
  if (literal !== undefined) checkLength(json, literal)
  const { fileDataUrl, ...input } = parseInput({ fields: parseResumeFields }, value)
  assert(literal !== undefined, 'the literal that was read is in the body')
  const dataStart = startOfData(json, literal, fileDataUrl)
  return { input, pdf: decodeLiteral(bytes.subarray(0, literal.end - 1), dataStart) }
}

const backslash = 0x5c

/** The length limit of a data URL counts characters; an escape counts as one. */
function checkLength(json: JsonText, { start, end }: JsonRange): void {
  if (!json.isLiteralAt(start)) return
  let characters = end - start - 2
  let at = start
  while (characters > limits.fileDataUrlCharactersMax) {
    at = json.bytes.indexOf(backslash, at)
    if (at === -1 || at >= end) throw fault('payload_too_large')
    const next = characterEnd(json, at)
    characters -= next - at - 1
    at = next
  }
}

/** The index of the first character after the comma. `head` is the start of the literal, as text. */
function startOfData(json: JsonText, literal: JsonRange, head: string): number {
  let at = literal.start + 1
  for (let left = head.indexOf(',') + 1; left > 0; left--) at = characterEnd(json, at)
  return at
}

/** The part of a validated data URL after the comma, as UTF-8 in a buffer of its own. */
export function dataOf(dataUrl: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(dataUrl.slice(dataUrl.indexOf(',') + 1))
}

/** The same bytes as a Buffer, because searching a Buffer is ten times faster. */
function asBuffer(bytes: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Decodes the base64 of a data URL in place. */
export function decodeData(data: Uint8Array<ArrayBuffer>, start = 0): Uint8Array<ArrayBuffer> {
  const length = decodeBase64InPlace(asBuffer(data), start)
  if (length === null) throw refuseDocument('bad_data_url', '逗号之后应为标准 Base64，含末尾的 =')
  return shortened(data, length)
}

/** Decodes a literal that ends at the body's end, from the start of its data. */
function decodeLiteral(body: Buffer<ArrayBuffer>, dataStart: number): Uint8Array<ArrayBuffer> {
  const end = unescapeInPlace(body, dataStart)
  if (end === null) throw invalidInput([issue('', 'not_json')])
  return decodeData(body.subarray(0, end), dataStart)
}
