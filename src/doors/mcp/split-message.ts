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

/** A JSON-RPC message, with the arguments of its tool call separated. */
export interface SplitMessage {
  /** Unchanged, except that `params.arguments` is empty if they were separated. */
  readonly message: JsonValue
  /** Null if the message has no arguments, or they are not an object. */
  readonly arguments: CallBody | null
}

/** A message up to this size is parsed as a whole, in about a millisecond. */
export const wholeBytesMax = 256 * 1024

/**
 * The limits of a message besides its arguments: characters of names and texts, and values. The protocol's
 * library checks these on the main thread and lists every error, at some hundred bytes and ten microseconds
 * per value. So it never sees more than a valid message needs.
 */
const besideArguments = { charactersMax: 32 * 1024, valuesMax: 500 }

/**
 * Parses a message of at most `wholeBytesMax`. Throws `invalid_input` like `parseJson`, or if the part
 * besides the arguments is too large.
 */
export function readWhole(bytes: Uint8Array): SplitMessage {
  const message = parseJson(bytes)
  const given = argumentsOf(message)
  if (!isObject(given)) return { message: bounded(message), arguments: null }
  return { message: bounded(withoutArguments(message)), arguments: { kind: 'value', value: given } }
}

/**
 * Cuts the arguments out of a message of any size, in its own buffer, and parses the rest. A document of 25
 * MB stays bytes, and is parsed in the same place as the body of a REST call. A large message without plain
 * arguments in their place, or with a large remainder, is refused: `invalid_input`.
 */
export function splitMessage(bytes: Uint8Array<ArrayBuffer>): {
  readonly message: JsonValue
  readonly arguments: Uint8Array<ArrayBuffer>
} {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = findArguments(json)
  const bytesBesideMax = besideArguments.charactersMax
  if (found === null || json.length - (found.end - found.start) > bytesBesideMax) throw tooComplex()
  const rest = Buffer.concat([json.subarray(0, found.start), placeholder, json.subarray(found.end)])
  const message = parseJson(rest)
  // Of duplicate members a parser uses the last, so the cut part would not be the meant one.
  if (argumentsOf(message) !== placeholderText) throw tooComplex()
  // In the same buffer: a second one of 75 MB would exist at the same time.
  const given = bytes.copyWithin(0, found.start, found.end)
  return { message: bounded(withoutArguments(message)), arguments: shortened(given, found.end - found.start) }
}

const placeholderText = '#arguments'
const placeholder = Buffer.from(JSON.stringify(placeholderText))

/** The message, or an error if it is too large. Without recursion, because the sender chooses the depth. */
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
