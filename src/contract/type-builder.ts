import type { Type as TypeBox } from 'typebox'

/**
 * Schemas as TypeBox spells and types them, without its code: its 370 modules take 0.2 s of each process and
 * each thread that starts, and building plain objects is all that we need of them.
 */
type Builder = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'String'
  | 'Union'
  | 'Unsafe'
>
type Schema = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<string, Schema>>

const optional = new WeakSet<Schema>()

function requiredAmong(properties: Properties): { required?: string[] } {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}))
  return required.length > 0 ? { required } : {}
}

export const Type = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: string) => ({ type: 'string', const: value }),
  Null: () => ({ type: 'null' }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: (properties: Properties, options?: Schema) => ({
    type: 'object',
    ...requiredAmong(properties),
    properties,
    ...options,
  }),
  Optional(schema: Schema) {
    const copy = { ...schema }
    optional.add(copy)
    return copy
  },
  Partial: ({ properties }: Schema, options?: Schema) => ({ type: 'object', properties, ...options }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unsafe: (schema: Schema) => schema,
} as unknown as Builder
