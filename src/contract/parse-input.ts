import { type Fault, fault, type Issue, invalidInput, issue } from './errors.ts'
import {
  type Field,
  type Fields,
  fieldNamed,
  type InputDeclaration,
  type InputOf,
  spellings,
} from './fields.ts'
import type { JsonObject, JsonValue } from './json.ts'
import { hasMoreValuesThan } from './json-shape.ts'
import { jsonValuesMax } from './limits.ts'

/**
 * Reads an input by its declaration. Unknown members are ignored, null is the same as omitted, both names
 * are one field, nothing is coerced. Throws `payload_too_large` for a data URL that is too long, otherwise
 * `invalid_input` with all issues.
 */
export function parseInput<F extends Fields>(declaration: InputDeclaration<F>, value: JsonValue): InputOf<F> {
  if (!isObject(value)) throw invalidInput([issue('', 'not_an_object')])
  const issues: Issue[] = []
  const input = readFields(declaration.fields, value, '', issues)
  const names = declaration.atLeastOneOf
  if (names !== undefined && issues.length === 0 && names.every((name) => input[name] === undefined)) {
    const wires = names.map((name) => fieldNamed(declaration.fields, name).wire)
    issues.push(issue('', 'at_least_one', wires.join('、')))
  }
  if (issues.length > 0) throw invalidInput(issues)
  return input as InputOf<F>
}

/**
 * The value of a body: JSON in UTF-8, with at most as many values as a valid call has. Throws
 * `invalid_input` with `not_json` or `json_too_complex`. The JSON parser's message is dropped, because it
 * quotes the text.
 */
export function parseJson(bytes: Uint8Array): JsonValue {
  if (hasMoreValuesThan(bytes, jsonValuesMax)) throw invalidInput([issue('', 'json_too_complex')])
  const text = utf8(bytes)
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    // UTF-16 of Latin letters is also valid UTF-8, with a NUL beside each letter.
    throw text.includes('\0') ? notUtf8() : invalidInput([issue('', 'not_json')])
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notUtf8()
  }
}

/** Windows consoles send GBK or UTF-16; their users see valid JSON, so the error must name the encoding. */
export function notUtf8(): Fault {
  return invalidInput([issue('', 'not_json', '应使用 UTF-8 编码')])
}

/** The largest number of issues in one answer. */
const issuesMax = 50

function readFields(
  fields: Fields,
  value: JsonObject,
  prefix: string,
  issues: Issue[],
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (issues.length >= issuesMax) break
    const path = prefix === '' ? field.wire : `${prefix}.${field.wire}`
    const given = spellings(field)
      .map((spelling) => (Object.hasOwn(value, spelling) ? value[spelling] : undefined))
      .filter((each) => each !== undefined && each !== null)
    const first = given[0]
    if (first === undefined || first === null) {
      if (field.required) issues.push(issue(path, 'required'))
      else if (field.type === 'number') input[name] = field.default
      continue
    }
    if (given.length > 1 && first !== given[1]) {
      issues.push(issue(path, 'conflicting_spellings'))
      continue
    }
    const read = readValue(field, first, path, issues)
    if (read !== undefined) input[name] = read
  }
  return input
}

function readValue(field: Field, value: JsonValue, path: string, issues: Issue[]): unknown {
  switch (field.type) {
    case 'text':
      return readText(field, value, path, issues)
    case 'integer': {
      if (typeof value !== 'number' || !Number.isInteger(value))
        issues.push(issue(path, 'wrong_type', '应为整数'))
      else if (value < field.min) issues.push(issue(path, 'too_small', `最小 ${field.min}`))
      else if (value > field.max) issues.push(issue(path, 'too_large', `最大 ${field.max}`))
      else return value
      return undefined
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value))
        issues.push(issue(path, 'wrong_type', '应为数字'))
      else if (value <= field.above) issues.push(issue(path, 'too_small', `应大于 ${field.above}`))
      else if (value > field.max) issues.push(issue(path, 'too_large', `最大 ${field.max}`))
      else return value
      return undefined
    }
    case 'choice': {
      if (typeof value !== 'string') issues.push(issue(path, 'wrong_type', '应为字符串'))
      else if (!field.of.includes(value)) issues.push(issue(path, 'unknown_value', field.of.join('、')))
      else return value
      return undefined
    }
    case 'choices':
      return readChoices(field, value, path, issues)
    case 'dataUrl': {
      if (typeof value !== 'string') issues.push(issue(path, 'wrong_type', '应为字符串'))
      // A data URL is ASCII, so its UTF-16 length is its length in characters.
      else if (value.length > field.max) throw fault('payload_too_large')
      else if (!startsDataUrl(value, field.mediaType)) issues.push(issue(path, 'bad_data_url'))
      else return value
      return undefined
    }
    case 'id': {
      if (typeof value !== 'string') issues.push(issue(path, 'wrong_type', '应为字符串'))
      else return value
      return undefined
    }
    case 'list': {
      if (!Array.isArray(value)) issues.push(issue(path, 'wrong_type', '应为数组'))
      else if (value.length < field.min) issues.push(issue(path, 'too_few_items', `至少 ${field.min} 项`))
      else if (value.length > field.max) issues.push(issue(path, 'too_many_items', `最多 ${field.max} 项`))
      else return value.map((item: JsonValue, index) => readItem(field.of, item, `${path}[${index}]`, issues))
      return undefined
    }
  }
}

/** In the order of the declaration, so that the same words are the same input. */
function readChoices(
  { of, max }: Extract<Field, { type: 'choices' }>,
  value: JsonValue,
  path: string,
  issues: Issue[],
): readonly string[] | undefined {
  if (!Array.isArray(value)) issues.push(issue(path, 'wrong_type', '应为数组'))
  else if (value.length > max) issues.push(issue(path, 'too_many_items', `最多 ${max} 项`))
  else {
    value.forEach((each: JsonValue, index) => {
      if (issues.length >= issuesMax) return
      if (typeof each !== 'string') issues.push(issue(`${path}[${index}]`, 'wrong_type', '应为字符串'))
      else if (!of.includes(each)) issues.push(issue(`${path}[${index}]`, 'unknown_value', of.join('、')))
    })
    const chosen = of.filter((each) => value.includes(each))
    return chosen.length > 0 ? chosen : undefined
  }
  return undefined
}

function readItem(fields: Fields, item: JsonValue, path: string, issues: Issue[]): unknown {
  if (isObject(item)) return readFields(fields, item, path, issues)
  if (issues.length < issuesMax) issues.push(issue(path, 'not_an_object'))
  return undefined
}

function readText(
  field: Extract<Field, { type: 'text' }>,
  value: JsonValue,
  path: string,
  issues: Issue[],
): string | undefined {
  if (typeof value !== 'string') {
    issues.push(issue(path, 'wrong_type', '应为字符串'))
    return undefined
  }
  // An empty optional text is the same as an omitted one.
  if (value === '' && !field.required) return undefined
  const text = value.trim()
  if (text === '') issues.push(issue(path, 'blank'))
  else if (field.min !== undefined && isShorterThan(text, field.min)) {
    issues.push(issue(path, 'too_short', `至少 ${field.min} 个字符`))
  } else if (isLongerThan(value, field.max)) issues.push(issue(path, 'too_long', `最多 ${field.max} 个字符`))
  else return text
  return undefined
}

/** A base64 data URL (RFC 2397): case-insensitive, with optional parameters. */
function startsDataUrl(value: string, mediaType: string): boolean {
  const comma = value.indexOf(',')
  if (comma < 0 || comma > 200) return false
  const [type, ...parameters] = value.slice(0, comma).toLowerCase().split(';')
  return type === `data:${mediaType}` && parameters.at(-1)?.trim() === 'base64'
}

/** Whether a text has more than `limit` code points; reads no further than necessary. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  if (text.length > limit * 2) return true
  let count = 0
  for (const _ of text) if (++count > limit) return true
  return false
}

function isShorterThan(text: string, minimum: number): boolean {
  return !isLongerThan(text, minimum - 1)
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
