import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import {
  apiPrefix,
  defaultTerms,
  type JsonObject,
  operationNames,
  operationsUnder,
  parseInput,
} from '../contract/index.ts'
import { renderTools, toolFormats } from './function-tools.ts'
import { operationExamples } from './openapi-examples.ts'

const operations = operationsUnder(defaultTerms)
const openAi = renderTools(operations, 'openai').map((tool) => tool.function as JsonObject)
const batchId = '019a9f3e-6f00-7000-8000-0000000000b1'

test('every format has all operations, with their names and in their order', () => {
  expect(openAi.map(({ name }) => name)).toEqual(operationNames)
  for (const format of toolFormats.filter((each) => each !== 'openai')) {
    expect(renderTools(operations, format).map(({ name }) => name)).toEqual(operationNames)
  }
})

test('the three forms of a definition agree in the members that each API reads', () => {
  const [flat] = renderTools(operations, 'openai-responses')
  const [nested] = renderTools(operations, 'openai')
  const [anthropic] = renderTools(operations, 'anthropic')
  const { type, ...definition } = flat ?? {}
  expect(type).toBe('function')
  expect(nested).toEqual({ type: 'function', function: definition })
  expect(Object.keys(definition)).toEqual(['name', 'description', 'parameters', 'strict'])
  const { name, description, parameters } = definition
  expect(anthropic).toEqual({ name, description, input_schema: parameters })
})

/** The limits that both API references set for a function's name, and OpenAI's for its description. */
test('names and descriptions keep to the limits of the APIs', () => {
  for (const { name, description } of openAi) {
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(String(description).length, String(name)).toBeLessThanOrEqual(1024)
  }
})

test('a definition contains the limits in force', () => {
  const few = renderTools(operationsUnder({ ...defaultTerms, batchResumesMax: 20 }), 'anthropic')
  const screen = few.find(({ name }) => name === 'startBatchScreening')
  expect(screen).toMatchObject({ input_schema: { properties: { resumes: { maxItems: 20 } } } })
})

const mappings = renderTools(operations, 'mapping') as readonly {
  readonly name: string
  readonly path: string
  readonly arguments: Readonly<Record<string, { readonly in: string; readonly name: string }>>
  readonly idempotency_key: object | null
}[]

describe.each(operations)('$name', ({ name, input, path, method, writes }) => {
  const parameters = openAi.find((tool) => tool.name === name)?.parameters as JsonObject
  const validate = new Ajv2020({ strict: true }).compile(parameters)
  const example = operationExamples[name].request ?? { batch_id: batchId }
  const mapping = mappings.find((each) => each.name === name)

  test('its schema accepts exactly what the contract accepts', () => {
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true)
    expect(() => parseInput(input, example)).not.toThrow()
    const properties = Object.keys(parameters.properties ?? {})
    expect(Object.keys(example).filter((argument) => !properties.includes(argument))).toEqual([])
    for (const required of (parameters.required ?? []) as string[]) {
      const { [required]: _, ...rest } = example
      expect(validate(rest), `without ${required}`).toBe(false)
      expect(() => parseInput(input, rest), `without ${required}`).toThrow()
    }
  })

  test('every argument has a position in the REST call, every path parameter an argument', () => {
    expect(mapping).toMatchObject({ method, path: apiPrefix + path })
    const locations = mapping?.arguments ?? {}
    expect(Object.keys(locations)).toEqual(Object.keys(parameters.properties ?? {}))
    const inPath = Object.values(locations).filter((location) => location.in === 'path')
    expect(inPath.map((place) => `{${place.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    if (method === 'GET')
      expect(Object.values(locations).every((location) => location.in === 'path')).toBe(true)
    expect(mapping?.idempotency_key).toEqual(writes ? { in: 'header', name: 'Idempotency-Key' } : null)
  })
})
