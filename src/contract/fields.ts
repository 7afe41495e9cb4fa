import type { JsonObject, JsonValue } from './json.ts'

/**
 * Declaration of an input: a record of fields by our own names. `parseInput` reads it at run time and
 * `inputSchema` publishes it, so the two can't disagree.
 */
interface FieldBase {
  /** The recommended name on the wire. */
  readonly wire: string
  /** A second accepted name of the same field. */
  readonly alias?: string
  readonly required?: boolean
  readonly description: string
  readonly example?: JsonValue
}
/** Unicode text. Minimum (after trimming) and maximum (as given) are in code points. */
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
/** A number above a bound. An omitted one gets the default, so that both are the same input. */
export interface NumberField extends FieldBase {
  readonly type: 'number'
  readonly above: number
  readonly max: number
  readonly default: number
}
/** One of a few values. */
export interface ChoiceField extends FieldBase {
  readonly type: 'choice'
  readonly of: readonly string[]
}
/** Any of a few words, each once however often it is given. None of them is the same as omitted. */
export interface ChoicesField extends FieldBase {
  readonly type: 'choices'
  readonly of: readonly string[]
  readonly max: number
}
/** A base64 data URL. Only format and length are checked here; a thread decodes it. */
export interface DataUrlField extends FieldBase {
  readonly type: 'dataUrl'
  readonly mediaType: string
  readonly max: number
}
/** One of our ids. A malformed id is 404, not 400: nothing has that id. */
export interface IdField extends FieldBase {
  readonly type: 'id'
}
export interface ListField extends FieldBase {
  readonly type: 'list'
  readonly of: Fields
  readonly min: number
  readonly max: number
}
export type Field =
  | TextField
  | IntegerField
  | NumberField
  | ChoiceField
  | ChoicesField
  | DataUrlField
  | IdField
  | ListField
export type Fields = { readonly [name: string]: Field }

type ValueOf<F extends Field> = F extends ListField
  ? readonly InputOf<F['of']>[]
  : F extends IntegerField | NumberField
    ? number
    : F extends ChoiceField
      ? F['of'][number]
      : F extends ChoicesField
        ? readonly F['of'][number][]
        : string

type IsAlwaysThere<F extends Field> = F extends { readonly required: true } | NumberField ? true : false
type RequiredNames<F extends Fields> = {
  [K in keyof F]: IsAlwaysThere<F[K]> extends true ? K : never
}[keyof F]

/**
 * The parsed input: our names, trimmed texts; optional fields are absent if not given, unless they have a
 * default.
 */
export type InputOf<F extends Fields> = { readonly [K in RequiredNames<F>]: ValueOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[K]>
}

/** An operation's input. `atLeastOneOf` lists fields of which one must be given. */
export interface InputDeclaration<F extends Fields = Fields> {
  readonly fields: F
  readonly atLeastOneOf?: readonly (keyof F & string)[]
}

/** The JSON Schema (2020-12) of an input on the wire. */
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

/**
 * A remark for pages that don't display `anyOf`: a field with two names, or one of several fields, is
 * required.
 */
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

/** One way to satisfy the requirement; pages show the title. */
function given(name: string): JsonObject {
  return { title: `as ${name}`, required: [name] }
}

/**
 * The input schema of a tool: recommended names only; optional fields are omitted rather than null. Models
 * need plain schemas: some refuse `allOf` and `anyOf` at the top, others refuse lists of types.
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

/** The names of a field on the wire, recommended one first. */
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
      // The description names the default: code generators treat a field with `default` as always present.
      return { type: 'number', exclusiveMinimum: field.above, maximum: field.max }
    case 'choice':
      return { type: 'string', enum: [...field.of] }
    case 'choices':
      return { type: 'array', maxItems: field.max, items: { type: 'string', enum: [...field.of] } }
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
