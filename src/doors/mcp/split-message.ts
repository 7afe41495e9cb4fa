import {
  type CallBody,
  invalidInput,
  issue,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../contract/index.ts'
import { findArguments } from './find-arguments.ts'

/** A message of JSON-RPC and, apart from it, the arguments of the tool that it calls. */
export interface SplitMessage {
  /** As it came, but for `params.arguments`, which are empty where they stand apart. */
  readonly message: JsonValue
  /** Null where the message has no arguments, or none that are an object. */
  readonly arguments: CallBody | null
}

/**
 * A message up to this size is parsed as a whole, in about a millisecond. Beside its arguments none is
 * larger.
 */
export const wholeBytesMax = 256 * 1024

/** Parses a message of at most `wholeBytesMax`. Throws `invalid_input` as `parseJson` does. */
export function readWhole(bytes: Uint8Array): SplitMessage {
  const message = parseJson(bytes)
  const given = argumentsOf(message)
  if (!isObject(given)) return { message, arguments: null }
  return { message: withoutArguments(message), arguments: { kind: 'value', value: given } }
}

/**
 * Cuts the arguments out of a message of any size and parses the rest: a document of 25 MB stays bytes, and
 * is read where the body of the same REST call is read. A message of this size that doesn't have its
 * arguments plainly in their place, or is large beside them, is no honest one: `invalid_input`.
 */
export function splitMessage(bytes: Uint8Array<ArrayBuffer>): {
  readonly message: JsonValue
  readonly arguments: Uint8Array<ArrayBuffer>
} {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = findArguments(json)
  if (found === null || json.length - (found.end - found.start) > wholeBytesMax) throw tooComplex()
  const rest = Buffer.concat([json.subarray(0, found.start), standIn, json.subarray(found.end)])
  const message = parseJson(rest)
  // Of members of one name a parser takes the last: then what was cut out isn't what is meant.
  if (argumentsOf(message) !== standInText) throw tooComplex()
  return { message: withoutArguments(message), arguments: bytes.slice(found.start, found.end) }
}

const standInText = '#arguments'
const standIn = Buffer.from(JSON.stringify(standInText))

const tooComplex = () => invalidInput([issue('', 'json_too_complex')])

function argumentsOf(message: JsonValue): JsonValue | undefined {
  const params = isObject(message) ? message.params : undefined
  return isObject(params) ? params.arguments : undefined
}

function withoutArguments(message: JsonValue): JsonValue {
  const { params, ...rest } = message as { params: JsonObject }
  return { ...rest, params: { ...params, arguments: {} } }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
