import {
  type CallBody,
  invalidInput,
  issue,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../contract/index.ts'
import { shortened } from '../../kit/index.ts'
import { findArguments } from './find-arguments.ts'

/** A message of JSON-RPC and, apart from it, the arguments of the tool that it calls. */
export interface SplitMessage {
  /** As it came, but for `params.arguments`, which are empty where they stand apart. */
  readonly message: JsonValue
  /** Null where the message has no arguments, or none that are an object. */
  readonly arguments: CallBody | null
}

/** A message up to this size is parsed as a whole, in about a millisecond. */
export const wholeBytesMax = 256 * 1024

/**
 * What a message may have beside its arguments: characters of its names and texts, and values. The protocol's
 * library checks all of that on the main thread and makes a list of whatever is wrong, some hundred bytes and
 * some ten microseconds for each value, so it sees no more of it than any honest message has.
 */
const besideArguments = { charactersMax: 32 * 1024, valuesMax: 500 }

/**
 * Parses a message of at most `wholeBytesMax`. Throws `invalid_input` as `parseJson` does, and where too much
 * stands beside the arguments.
 */
export function readWhole(bytes: Uint8Array): SplitMessage {
  const message = parseJson(bytes)
  const given = argumentsOf(message)
  if (!isObject(given)) return { message: bounded(message), arguments: null }
  return { message: bounded(withoutArguments(message)), arguments: { kind: 'value', value: given } }
}

/**
 * Cuts the arguments out of a message of any size, in its own buffer, and parses the rest: a document of
 * 25 MB stays bytes, and is read where the body of the same REST call is read. A message of this size that
 * doesn't have its arguments plainly in their place, or is large beside them, is no honest one:
 * `invalid_input`.
 */
export function splitMessage(bytes: Uint8Array<ArrayBuffer>): {
  readonly message: JsonValue
  readonly arguments: Uint8Array<ArrayBuffer>
} {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = findArguments(json)
  const bytesBesideMax = besideArguments.charactersMax
  if (found === null || json.length - (found.end - found.start) > bytesBesideMax) throw tooComplex()
  const rest = Buffer.concat([json.subarray(0, found.start), standIn, json.subarray(found.end)])
  const message = parseJson(rest)
  // Of members of one name a parser takes the last: then what was cut out isn't what is meant.
  if (argumentsOf(message) !== standInText) throw tooComplex()
  // In its own buffer: a second one of 75 MB would be there for as long.
  const given = bytes.copyWithin(0, found.start, found.end)
  return { message: bounded(withoutArguments(message)), arguments: shortened(given, found.end - found.start) }
}

const standInText = '#arguments'
const standIn = Buffer.from(JSON.stringify(standInText))

/** The message, unless there is too much of it. Walks without recursion: its depth is its sender's choice. */
function bounded(message: JsonValue): JsonValue {
  let { charactersMax: characters, valuesMax: values } = besideArguments
  const left: JsonValue[] = [message]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string') characters -= value.length
    else if (typeof value === 'object' && value !== null) {
      const members = Object.values(value) as JsonValue[]
      values -= members.length
      if (values < 0) throw tooComplex()
      if (!Array.isArray(value)) characters -= Object.keys(value).join('').length
      left.push(...members)
    }
    if (characters < 0) throw tooComplex()
  }
  return message
}

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
