import { apiPrefix, type Fields, type JsonObject, type Operation } from '../contract/index.ts'
import { describeTools, type ToolDescription } from './describe-tools.ts'

/** The operations as function definitions for models, in the formats of their APIs. */

/**
 * `openai`: Chat Completions and compatible APIs; `openai-responses`: the Responses API; `anthropic`: the
 * Messages API; `mapping`: how to carry out a call of any of them over REST.
 */
export const toolFormats = ['openai', 'openai-responses', 'anthropic', 'mapping'] as const
export type ToolFormat = (typeof toolFormats)[number]

/** A definition of each operation, keyed by operation name, ready for the model's API. */
export function renderTools(operations: readonly Operation[], format: ToolFormat): readonly JsonObject[] {
  return describeTools(operations, ({ name }) => name).map(renderers[format])
}

/**
 * Not `strict`: strict schemas have no optional arguments and no length limits, and a model that must fill in
 * every argument invents some. The Responses API defaults to strict, so we turn it off there.
 */
const renderers: Readonly<Record<ToolFormat, (tool: ToolDescription) => JsonObject>> = {
  openai: ({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema, strict: false },
  }),
  'openai-responses': ({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    parameters: inputSchema,
    strict: false,
  }),
  anthropic: ({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }),
  mapping: ({ operation }) => mappingOf(operation),
}

/** Where each argument goes, and whether the call takes an Idempotency-Key. */
function mappingOf({ name, method, path, input, pathFields, writes }: Operation): JsonObject {
  const fields: Fields = input.fields
  const locations = Object.entries(fields).map(([own, { wire, alias }]) => {
    if (!pathFields.includes(own)) return [wire, { in: 'body', name: wire }] as const
    const inPath = [wire, alias].find((spelling) => path.includes(`{${spelling}}`))
    if (inPath === undefined) throw new Error(`the path of ${name} has no place for ${wire}`)
    return [wire, { in: 'path', name: inPath }] as const
  })
  const idempotencyKey = writes ? { in: 'header', name: 'Idempotency-Key' } : null
  return {
    name,
    method,
    path: apiPrefix + path,
    arguments: Object.fromEntries(locations),
    idempotency_key: idempotencyKey,
  }
}
