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
  /** The document, in the buffer that the body came in wherever that is possible. */
  readonly pdf: Uint8Array<ArrayBuffer>
}

/**
 * Reads the JSON body of a parse call, and overwrites it. The document is decoded where it lies and nothing
 * is made of what is ignored, so that a body is held once however large it is. Throws as `Documents.open`
 * does.
 */
export function readBody(body: Uint8Array<ArrayBuffer>): ReadBody {
  const bytes = asBuffer(body)
  const { value, ranges } = readDeclared(parseResumeFields, bytes, isUtf8)
  const literal = ranges.get(parseResumeFields.fileDataUrl.wire)
  const json = new JsonText(bytes)
  if (literal !== undefined) checkLength(json, literal)
  const { fileDataUrl, ...input } = parseInput({ fields: parseResumeFields }, value)
  assert(literal !== undefined, 'what was read of a body is in it')
  const dataStart = startOfData(json, literal, fileDataUrl)
  return { input, pdf: decodeLiteral(bytes.subarray(0, literal.end - 1), dataStart) }
}

const backslash = 0x5c

/** A data URL is counted in characters, not with its escapes. */
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

/** Where the first character behind the comma is; `head` is the beginning of the literal, as text. */
function startOfData(json: JsonText, literal: JsonRange, head: string): number {
  let at = literal.start + 1
  for (let left = head.indexOf(',') + 1; left > 0; left--) at = characterEnd(json, at)
  return at
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

/** Decodes a literal that ends with the body, from its data on. */
function decodeLiteral(body: Buffer<ArrayBuffer>, dataStart: number): Uint8Array<ArrayBuffer> {
  const end = unescapeInPlace(body, dataStart)
  if (end === null) throw invalidInput([issue('', 'not_json')])
  return decodeData(body.subarray(0, end), dataStart)
}
