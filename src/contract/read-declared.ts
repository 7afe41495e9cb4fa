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

/** What a JSON text holds of declared fields. */
export interface Declared {
  /** To be read by `parseInput`, which finds in it what it would find in the whole. */
  readonly value: JsonValue
  /** Where the value of each member is in the text, by its spelling. */
  readonly ranges: ReadonlyMap<string, JsonRange>
}

/**
 * Reads a large JSON body without parsing it as a whole: of 75 MB of members that are ignored, nothing is
 * allocated. All of the text is checked. Of a text and of a list that are longer than any that is allowed,
 * only so much is taken that they still are. Throws as `parseJson` does. A `Buffer` is searched faster.
 */
export function readDeclared(fields: Fields, json: Uint8Array): Declared {
  checkUtf8(json)
  try {
    return readText(fields, json)
  } catch (error) {
    if (error instanceof TooManyValues) throw invalidInput([issue('', 'json_too_complex')])
    if (!(error instanceof NotJson)) throw error
    throw json.includes(0) ? notUtf8() : invalidInput([issue('', 'not_json')])
  }
}

const pieceBytes = 64 * 1024

/** In pieces: the text of the whole would be as long again, or twice as long. */
function checkUtf8(json: Uint8Array): void {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < json.length; at += pieceBytes) {
      decoder.decode(json.subarray(at, at + pieceBytes), { stream: true })
    }
    decoder.decode()
  } catch {
    throw notUtf8()
  }
}

function readText(fields: Fields, json: Uint8Array): Declared {
  const text = new JsonText(json, jsonValuesMax)
  const start = skipSpace(text, hasByteOrderMark(json) ? 3 : 0)
  const members = text.isObjectAt(start) ? membersOf(text, start, fields) : null
  const end = members?.end ?? valueEnd(text, start)
  if (skipSpace(text, end) !== json.length) throw new NotJson()
  if (members === null) return { value: [], ranges: new Map() }
  // All of it was checked, and its values were counted.
  return { value: objectOf(new JsonText(json), members.found, fields), ranges: members.found }
}

function hasByteOrderMark(json: Uint8Array): boolean {
  return json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf
}

/** No name of a field is longer, however it is escaped. */
const nameBytesMax = 400

/** Where the declared members of an object are. Of several of one name the last one counts. */
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

/** Of a data URL its head is enough. */
const headCharactersMax = 400
/** An emoji, escaped. */
const bytesPerCharacterMax = 12
/** For any value that is neither text nor list. */
const otherBytesMax = 1_024

function readValue(json: JsonText, range: JsonRange, field: Field): JsonValue {
  const { start, end } = range
  if (field.type === 'list' && json.isArrayAt(start)) {
    const items: JsonValue[] = []
    eachItem(json, start, (itemStart) => {
      // One more than is allowed is as wrong as a million.
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
  const bytesMax = bytesMaxOf(field)
  if (end - start <= bytesMax) return parsed(json, range)
  if (json.isLiteralAt(start)) return firstOf(json, range, bytesMax)
  // Of no field's type, whatever it holds.
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
  // In the middle of a character of several bytes.
  while ((json.byte(end) & 0xc0) === 0x80) end += 1
  return JSON.parse(`${utf8Of(json, { start, end })}"`) as string
}

function parsed(json: JsonText, range: JsonRange): JsonValue {
  return JSON.parse(utf8Of(json, range)) as JsonValue
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function utf8Of({ bytes }: JsonText, { start, end }: JsonRange): string {
  return decoder.decode(bytes.subarray(start, end))
}
