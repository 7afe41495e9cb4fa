import type { JsonObject, JsonValue } from './json.ts'

/**
 * How an input is declared. A record of fields, by our own name, is read by `parseInput` (what runs) and by
 * `inputSchema` (what is published), so the two can't disagree.
 */
interface FieldBase {
  /** The recommended spelling on the wire. */
  readonly wire: string
  /** A second spelling that is accepted as the same field. */
  readonly alias?: string
  readonly required?: boolean
  readonly description: string
  readonly example?: JsonValue
}
/** Unicode text. The minimum is checked after trimming, the maximum as given; both in code points. */
export interface TextField extends FieldBase {
  readonly type: 'text'
  readonly min?: number
  readonly max: number
}
export interface IntegerField extends FieldBase {
  readonly type: 'integer'
  readonly min: number
  readonly max: number
}
/** A number above a bound. One that is left out is the default, so that both are the same input. */
export interface NumberField extends FieldBase {
  readonly type: 'number'
  readonly above: number
  readonly max: number
  readonly default: number
}
/** One of a few words. */
export interface ChoiceField extends FieldBase {
  readonly type: 'choice'
  readonly of: readonly string[]
}
/** A base64 data URL. Only its form and length are checked here; decoding is work for a thread of its own. */
export interface DataUrlField extends FieldBase {
  readonly type: 'dataUrl'
  readonly mediaType: string
  readonly max: number
}
/** An id of ours. A text that can't be one is the id of nothing: a matter of 404, not of 400. */
export interface IdField extends FieldBase {
  readonly type: 'id'
}
export interface ListField extends FieldBase {
  readonly type: 'list'
  readonly of: Fields
  readonly min: number
  readonly max: number
}
export type Field = TextField | IntegerField | NumberField | ChoiceField | DataUrlField | IdField | ListField
export type Fields = { readonly [name: string]: Field }

type ValueOf<F extends Field> = F extends ListField
  ? readonly InputOf<F['of']>[]
  : F extends IntegerField | NumberField
    ? number
    : F extends ChoiceField
      ? F['of'][number]
      : string

type IsAlwaysThere<F extends Field> = F extends { readonly required: true } | NumberField ? true : false
type RequiredNames<F extends Fields> = {
  [K in keyof F]: IsAlwaysThere<F[K]> extends true ? K : never
}[keyof F]

/**
 * The parsed input of a record of fields: our names, trimmed texts, optional fields absent when not given,
 * unless they have a default.
 */
export type InputOf<F extends Fields> = { readonly [K in RequiredNames<F>]: ValueOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[K]>
}

/** What an operation takes. `atLeastOneOf` names fields of which one must be given. */
export interface InputDeclaration<F extends Fields = Fields> {
  readonly fields: F
  readonly atLeastOneOf?: readonly (keyof F & string)[]
}

/** The JSON Schema (2020-12) of an input as it stands on the wire. */
export function inputSchema(declaration: InputDeclaration): JsonObject {
  const { fields, atLeastOneOf } = declaration
  const properties: Record<string, JsonObject> = {}
  const required: string[] = []
  const eitherSpelling: JsonObject[] = []
  for (const field of Object.values(fields)) {
    const { wire, alias, description } = field
    properties[wire] = fieldSchema(field, [...demandsOf(declaration, field), description].join(' '))
    if (alias !== undefined) properties[alias] = fieldSchema(field, sameAs(field))
    if (!field.required) continue
    if (field.alias === undefined) required.push(field.wire)
    else eitherSpelling.push({ anyOf: spellings(field).map(given) })
  }
  if (atLeastOneOf !== undefined) {
    const names = atLeastOneOf.flatMap((name) => spellings(fieldNamed(fields, name)))
    eitherSpelling.push({ anyOf: names.map(given) })
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(eitherSpelling.length > 0 ? { allOf: eitherSpelling } : {}),
  }
}

/** What pages don't show of `anyOf`: a field with two spellings, or one of several fields, is required. */
function demandsOf({ fields, atLeastOneOf = [] }: InputDeclaration, field: Field): string[] {
  const names = atLeastOneOf.map((name) => fieldNamed(fields, name).wire)
  if (names.includes(field.wire)) {
    return [`At least one of ${names.map((name) => `\`${name}\``).join(', ')} is required.`]
  }
  return field.required && field.alias !== undefined
    ? [`**Required**, in this spelling or as \`${field.alias}\`.`]
    : []
}

function sameAs({ wire, required }: Field): string {
  return `Same as \`${wire}\`${required ? '; one of the two is required' : ''}.`
}

/** One way to give what is required; the title is what a page shows of it. */
function given(name: string): JsonObject {
  return { title: `as ${name}`, required: [name] }
}

/**
 * The same for a tool: the recommended spellings only, and optional fields are left out rather than null.
 * What models are given must be plain: some refuse `allOf` and `anyOf` at the top, others lists of types.
 */
export function toolInputSchema({ fields }: InputDeclaration): JsonObject {
  const all = Object.values(fields)
  const required = all.filter((field) => field.required).map((field) => field.wire)
  return {
    type: 'object',
    properties: Object.fromEntries(all.map((field) => [field.wire, toolFieldSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
  }
}

function toolFieldSchema(field: Field): JsonObject {
  const items = field.type === 'list' ? { items: toolInputSchema({ fields: field.of }) } : {}
  return { ...valueSchema(field), ...items, description: field.description, ...examplesOf(field) }
}

/** The spellings of a field on the wire, the recommended one first. */
export function spellings(field: Field): readonly string[] {
  return field.alias === undefined ? [field.wire] : [field.wire, field.alias]
}

export function fieldNamed(fields: Fields, name: string): Field {
  const field = fields[name]
  if (field === undefined) throw new Error(`the contract has no field ${name}`)
  return field
}

function fieldSchema(field: Field, description: string): JsonObject {
  const schema = valueSchema(field)
  const type = schema.type as string
  return { ...schema, type: field.required ? type : [type, 'null'], description, ...examplesOf(field) }
}

function examplesOf(field: Field): JsonObject {
  return field.example === undefined ? {} : { examples: [field.example] }
}

function valueSchema(field: Field): JsonObject {
  switch (field.type) {
    case 'text':
      return { type: 'string', ...(field.min ? { minLength: field.min } : {}), maxLength: field.max }
    case 'integer':
      return { type: 'integer', minimum: field.min, maximum: field.max }
    case 'number':
      // Its default is told in words: generators of types take what has one for always there.
      return { type: 'number', exclusiveMinimum: field.above, maximum: field.max }
    case 'choice':
      return { type: 'string', enum: [...field.of] }
    case 'dataUrl':
      return { type: 'string', maxLength: field.max, pattern: `^data:${field.mediaType};base64,` }
    case 'id':
      return { type: 'string' }
    case 'list':
      return {
        type: 'array',
        minItems: field.min,
        maxItems: field.max,
        items: inputSchema({ fields: field.of }),
      }
  }
}
