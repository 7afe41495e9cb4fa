import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { accountCall, defaultTerms, operationsUnder } from '../../src/contract/index.ts'
import { renderOpenApi } from '../../src/doors/index.ts'

/** The description has an example for everything, and each example is true. */

interface Content {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Body {
  readonly content: Readonly<Record<'application/json', Content>>
}
interface DescribedOperation {
  readonly operationId: string
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}

const operations = operationsUnder(defaultTerms)
/** The declaration: name, method and errors. */
const declaredCalls = [...operations, accountCall]
const document = JSON.parse(renderOpenApi(operations, defaultTerms))
const described: DescribedOperation[] = Object.values<object>(document.paths).flatMap((path) =>
  Object.values(path),
)

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true })
ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
ajv.addVocabulary([
  'openapi',
  'info',
  'servers',
  'security',
  'tags',
  'paths',
  'webhooks',
  'components',
  'x-terms',
  'example',
])
ajv.addSchema({ $id: 'document', ...document })

test('the whole contract is described', () => {
  expect(described.map(({ operationId }) => operationId)).toEqual(declaredCalls.map(({ name }) => name))
  expect(new Set(declaredCalls.map(({ name }) => name)).size).toBe(declaredCalls.length)
})

describe.each(described)('$operationId', ({ operationId, requestBody, responses }) => {
  const declared = declaredCalls.find(({ name }) => name === operationId)

  test('has an example request, which is valid', () => {
    if (declared?.method === 'GET') return expect(requestBody).toBeUndefined()
    expect(mistakesIn(requestBody)).toEqual([])
  })

  test.each(Object.entries(responses))('has true examples of a %s', (_, body) => {
    expect(mistakesIn(body)).toEqual([])
  })

  test('has an example of every error', () => {
    const shown = Object.values(responses).flatMap((body) =>
      Object.keys(body.content['application/json'].examples ?? {}),
    )
    expect(declared?.errors.filter((code) => !shown.includes(code))).toEqual([])
  })
})

test('a false example is detected', () => {
  const content = { schema: { type: 'string', format: 'uuid' }, examples: { wrong: { value: 'no' } } }
  expect(mistakesIn({ content: { 'application/json': content } })).toHaveLength(1)
})

test('no description contains text that a page would render as markup', () => {
  const described: string[] = []
  JSON.stringify(document, (name, value) => {
    if (typeof value === 'string' && /^(description|summary|title)$/.test(name)) described.push(value)
    return value
  })
  expect(described.length).toBeGreaterThan(100)
  const withoutCode = described.map((text) => text.replace(/`[^`]*`/g, ''))
  expect(withoutCode.filter((text) => /<\/?[a-z!]/i.test(text))).toEqual([])
  expect(described.filter((text) => text.includes('`data:application/pdf;base64,<DATA>`'))).toHaveLength(1)
})

function mistakesIn(body: Body | undefined): string[] {
  const content = body?.content['application/json']
  const examples = Object.entries(content?.examples ?? {})
  if (content === undefined || examples.length === 0) return ['there is no example']
  const schema = JSON.parse(JSON.stringify(content.schema).replaceAll('"#/', '"document#/'))
  const validate = ajv.compile(schema)
  return examples
    .filter(([, { value }]) => !validate(value))
    .map(([name]) => `${name}: ${ajv.errorsText(validate.errors)}`)
}
