import { assert } from '../../../kit/index.ts'

/** The subset of JSON Schema that every server supports: no patterns, lengths, defaults or references. */
interface FlatSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, FlatSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: FlatSchema
  readonly anyOf?: readonly FlatSchema[]
}

const keywords = ['type', 'enum', 'properties', 'required', 'additionalProperties', 'items', 'anyOf']
const annotations = ['description', 'title']
const types = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']

/** The value without unknown members, or the first mistake as a path and a reason. */
export type ReadValue = { readonly value: unknown } | { readonly mistake: string }

/**
 * Validates a value against a schema. Unknown members are dropped: many servers don't enforce a schema, and
 * their models add members. The mistake names the path and the allowed values, and never quotes the value.
 */
export function readBySchema(schema: object, value: unknown): ReadValue {
  return read(schema, value, 'the answer')
}

/** Throws if a schema uses a keyword outside the subset. */
export function assertFlat(schema: object, at = 'schema'): void {
  const flat: FlatSchema = schema
  const unknown = Object.keys(schema).filter((key) => ![...keywords, ...annotations].includes(key))
  assert(unknown.length === 0, `${at} uses ${unknown.join(', ')}`)
  for (const type of typesOf(flat)) assert(types.includes(type), `${at} has an unknown type`)
  if (typesOf(flat).includes('object')) {
    const names = Object.keys(flat.properties ?? {})
    const isStrict =
      flat.additionalProperties === false && names.every((name) => flat.required?.includes(name))
    assert(isStrict, `${at} must require every property and allow no others`)
  }
  for (const [name, each] of Object.entries(flat.properties ?? {})) assertFlat(each, `${at}.${name}`)
  for (const each of flat.anyOf ?? []) assertFlat(each, at)
  if (flat.items !== undefined) assertFlat(flat.items, `${at}[]`)
}

function typesOf({ type }: FlatSchema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type
}

function read(schema: FlatSchema, value: unknown, at: string): ReadValue {
  const allowed = typesOf(schema)
  if (allowed.length > 0 && !allowed.some((type) => isOfType(value, type))) {
    return { mistake: `${at} must be ${withArticles(allowed)}` }
  }
  if (schema.enum !== undefined && !schema.enum.some((each) => each === value)) {
    return { mistake: `${at} must be one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}` }
  }
  if (schema.anyOf !== undefined) return readAny(schema.anyOf, value, at)
  if (Array.isArray(value) && schema.items !== undefined) return readItems(schema.items, value, at)
  if (isObject(value) && schema.properties !== undefined) return readMembers(schema, value, at)
  return { value }
}

function readAny(choices: readonly FlatSchema[], value: unknown, at: string): ReadValue {
  let first: ReadValue | undefined
  for (const choice of choices) {
    const found = read(choice, value, at)
    if ('value' in found) return found
    first ??= found
  }
  return first ?? { mistake: `${at} can't have a value` }
}

function readItems(schema: FlatSchema, items: readonly unknown[], at: string): ReadValue {
  const values: unknown[] = []
  for (const [index, item] of items.entries()) {
    const found = read(schema, item, `${at}[${index}]`)
    if ('mistake' in found) return found
    values.push(found.value)
  }
  return { value: values }
}

function readMembers(schema: FlatSchema, value: Record<string, unknown>, at: string): ReadValue {
  const members: Record<string, unknown> = {}
  for (const [name, of] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(value, name)) return { mistake: `${at} must have the member "${name}"` }
    const found = read(of, value[name], `${at}.${name}`)
    if ('mistake' in found) return found
    members[name] = found.value
  }
  return { value: members }
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  return typeof value === type
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withArticles(names: readonly string[]): string {
  const known = names.map((name) =>
    name === 'null' ? name : /^[aio]/.test(name) ? `an ${name}` : `a ${name}`,
  )
  return known.join(' or ')
}
