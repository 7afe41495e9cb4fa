import type { JsonObject } from './json.ts'

/**
 * The JSON Schema of a value and, from the same declaration, its type: `Static<typeof schema>`. No more of it
 * than results need: every command, every service and every thread loads it at its start.
 */
export type Schema<Value = unknown> = JsonObject & { readonly [typeOfIt]?: Value }
declare const typeOfIt: unique symbol

export type Static<Of> = Of extends Schema<infer Value> ? Value : never

/** Keywords of JSON Schema that say more of a value: its description, its bounds. */
type Keywords = JsonObject

export const string = (more: Keywords = {}): Schema<string> => ({ type: 'string', ...more })
export const number = (more: Keywords = {}): Schema<number> => ({ type: 'number', ...more })
export const integer = (more: Keywords = {}): Schema<number> => ({ type: 'integer', ...more })

export const literal = <const Value extends string>(value: Value): Schema<Value> => ({
  type: 'string',
  const: value,
})

export function oneOf<const Values extends readonly string[]>(
  values: Values,
  more: Keywords = {},
): Schema<Values[number]> {
  return { type: 'string', enum: values, ...more }
}

export function nullable<Value>(schema: Schema<Value>, more: Keywords = {}): Schema<Value | null> {
  return { anyOf: [schema, { type: 'null' }], ...more }
}

export function array<Value>(items: Schema<Value>, more: Keywords = {}): Schema<Value[]> {
  return { type: 'array', items, ...more }
}

/** A member that an object may lack. */
interface Optional<Value> {
  readonly optional: Schema<Value>
}

export const optional = <Value>(schema: Schema<Value>): Optional<Value> => ({ optional: schema })

type Members = Readonly<Record<string, Schema | Optional<unknown>>>
type OptionalNames<Of> = {
  [Name in keyof Of]: Of[Name] extends Optional<unknown> ? Name : never
}[keyof Of]
type ObjectOf<Of> = { [Name in Exclude<keyof Of, OptionalNames<Of>>]: Static<Of[Name]> } & {
  [Name in OptionalNames<Of>]?: Of[Name] extends Optional<infer Value> ? Value : never
}

export function object<const Of extends Members>(
  members: Of,
  more: Keywords = {},
): Schema<{ [Name in keyof ObjectOf<Of>]: ObjectOf<Of>[Name] }> {
  const required = Object.keys(members).filter((name) => !isOptional(members[name]))
  const properties = Object.entries(members).map(([name, member]) => [
    name,
    isOptional(member) ? member.optional : member,
  ])
  return { type: 'object', required, properties: Object.fromEntries(properties), ...more }
}

function isOptional(member: Members[string] | undefined): member is Optional<unknown> {
  return member !== undefined && 'optional' in member
}

/** The same object, of which every member may be lacking. */
export function partial<Value>(
  { required: _, ...schema }: Schema<Value>,
  more: Keywords = {},
): Schema<Partial<Value>> {
  return { ...schema, ...more }
}
