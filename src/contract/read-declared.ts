import { invalidInput, issue } from './errors.ts'
import { type Field, type Fields, spellings } from './fields.ts'
import type { JsonObject, JsonValue } from './json.ts'
import {
  characterEnd,
  eachItem,
  eachMember,
  type JsonRange,
  JsonText,
  NotJson,
  skipSpace,
  TooManyValues,
  valueEnd,
} from './json-scan.ts'
import { jsonValuesMax } from './limits.ts'
import { notUtf8 } from './parse-input.ts'

/** The declared fields found in a JSON text. */
export interface Declared {
  /** For `parseInput`, with the same result as for the whole body. */
  readonly value: JsonValue
  /** Where each member's value is in the text, by its name. */
  readonly ranges: ReadonlyMap<string, JsonRange>
}

/**
 * Reads the declared fields of a large JSON body without parsing the rest: 75 MB of ignored members
 * allocate nothing. The whole text is still validated. Of a text or list above its limit only enough is
 * kept to exceed the limit. Throws the same errors as `parseJson`. `isUtf8` is the one of `node:buffer`; it
 * is a parameter because the contract also loads in browsers.
 */
export function readDeclared(
  fields: Fields,
  json: Uint8Array,
  isUtf8: (bytes: Uint8Array) => boolean,
): Declared {
  if (!isUtf8(json)) throw notUtf8()
  try {
    return readText(fields, json)
  } catch (error) {
    if (error instanceof TooManyValues) throw invalidInput([issue('', 'json_too_complex')])
    if (!(error instanceof NotJson)) throw error
    throw json.includes(0) ? notUtf8() : invalidInput([issue('', 'not_json')])
  }
}

function readText(fields: Fields, json: Uint8Array): Declared {
  const text = new JsonText(json, jsonValuesMax)
  const start = skipSpace(text, hasByteOrderMark(json) ? 3 : 0)
  const members = text.isObjectAt(start) ? membersOf(text, start, fields) : null
  const end = members?.end ?? valueEnd(text, start)
  if (skipSpace(text, end) !== json.length) throw new NotJson()
  if (members === null) return { value: [], ranges: new Map() }
  // The whole text was validated, and its values were counted.
  return { value: objectOf(new JsonText(json), members.found, fields), ranges: members.found }
}

function hasByteOrderMark(json: Uint8Array): boolean {
  return json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf
}

/** No field has a longer name, however it is escaped. */
const nameBytesMax = 400

/** Where the declared members of an object are. If a name occurs several times, the last one counts. */
function membersOf(json: JsonText, start: number, fields: Fields) {
  const names = new Set(Object.values(fields).flatMap(spellings))
  const found = new Map<string, JsonRange>()
  const end = eachMember(json, start, (nameRange, value) => {
    if (nameRange.end - nameRange.start > nameBytesMax) return
    const name = parsed(json, nameRange) as string
    if (names.has(name)) found.set(name, value)
  })
  return { found, end }
}

function objectOf(json: JsonText, found: ReadonlyMap<string, JsonRange>, fields: Fields): JsonObject {
  const members: [string, JsonValue][] = []
  for (const field of Object.values(fields)) {
    for (const name of spellings(field)) {
      const range = found.get(name)
      if (range !== undefined) members.push([name, readValue(json, range, field)])
    }
  }
  return Object.fromEntries(members)
}

/** Only the head of a data URL is needed. */
const headCharactersMax = 400
/** An escaped emoji. */
const bytesPerCharacterMax = 12
/** For any value that is neither text nor list. */
const otherBytesMax = 1_024

function readValue(json: JsonText, range: JsonRange, field: Field): JsonValue {
  const { start } = range
  if (field.type === 'choices' && json.isArrayAt(start)) {
    const items: JsonValue[] = []
    eachItem(json, start, (itemStart) => {
      const item = { start: itemStart, end: valueEnd(json, itemStart) }
      if (items.length <= field.max) items.push(readAlone(json, item, otherBytesMax))
      return item.end
    })
    return items
  }
  if (field.type === 'list' && json.isArrayAt(start)) {
    const items: JsonValue[] = []
    eachItem(json, start, (itemStart) => {
      // One item more than allowed is the same error as a million more.
      if (items.length > field.max) return valueEnd(json, itemStart)
      if (!json.isObjectAt(itemStart)) {
        items.push([])
        return valueEnd(json, itemStart)
      }
      const item = membersOf(json, itemStart, field.of)
      items.push(objectOf(json, item.found, field.of))
      return item.end
    })
    return items
  }
  return readAlone(json, range, bytesMaxOf(field))
}

/** A value, or if it is longer than any that is allowed, one of its type that isn't allowed either. */
function readAlone(json: JsonText, range: JsonRange, bytesMax: number): JsonValue {
  const { start, end } = range
  if (end - start <= bytesMax) return parsed(json, range)
  if (json.isLiteralAt(start)) return firstOf(json, range, bytesMax)
  // No field has this type.
  if (json.isObjectAt(start)) return {}
  return json.isArrayAt(start) ? [] : Number.NaN
}

function bytesMaxOf(field: Field): number {
  if (field.type === 'text') return (field.max + 1) * bytesPerCharacterMax
  return field.type === 'dataUrl' ? headCharactersMax * bytesPerCharacterMax : otherBytesMax
}

/** The first characters of a literal. */
function firstOf(json: JsonText, { start }: JsonRange, bytesMax: number): string {
  let end = start + 1
  while (end < start + bytesMax) end = characterEnd(json, end)
  // In the middle of a multi-byte character.
  while ((json.byte(end) & 0xc0) === 0x80) end += 1
  return JSON.parse(`${utf8Of(json, { start, end })}"`) as string
}

function parsed(json: JsonText, range: JsonRange): JsonValue {
  return JSON.parse(utf8Of(json, range)) as JsonValue
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function utf8Of({ bytes }: JsonText, { start, end }: JsonRange): string {
  // A copy, because a decoder doesn't accept a view of a resizable buffer.
  return decoder.decode(new Uint8Array(bytes.subarray(start, end)))
}
