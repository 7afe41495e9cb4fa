import {
  accountCall,
  accountDataSchema,
  apiPrefix,
  apiTitle,
  apiVersion,
  billingSchema,
  type ErrorCode,
  errorTable,
  fieldNamed,
  inputSchema,
  type JsonObject,
  type JsonValue,
  limits,
  type Operation,
  type Terms,
} from '../contract/index.ts'
import { accountExample, errorExample, operationExamples } from './openapi-examples.ts'
import { describeTerms } from './openapi-terms.ts'
import { errorSchema, issueSchema, plain, readReplySchema, replySchema } from './reply-schemas.ts'

/**
 * The OpenAPI 3.1 description of the given operations and terms, as text. It is generated from the values
 * that the service uses, so the two cannot differ.
 */
export function renderOpenApi(operations: readonly Operation[], terms: Terms): string {
  const document = {
    openapi: '3.1.0',
    info: {
      title: apiTitle,
      version: apiVersion,
      summary: 'Parse resumes, match them to jobs, improve job descriptions; paid per use.',
      description: describeTerms(terms),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    security: [{ apiKey: [] }],
    tags: tags.map(([name, description]) => ({ name, description })),
    paths: {
      ...Object.fromEntries(operations.map((operation) => [apiPrefix + operation.path, pathItem(operation)])),
      [apiPrefix + accountCall.path]: accountPathItem(),
    },
    // None: clients poll for progress.
    webhooks: {},
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `hecn_live_` and its secret part.',
        },
      },
      schemas: {
        Billing: plain(billingSchema),
        Error: errorSchema({ $ref: '#/components/schemas/Issue' }),
        Issue: issueSchema,
        ...ownSchemas(operations),
        GetAccountReply: readReplySchema(accountDataSchema),
      },
    },
    'x-terms': plain(terms),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const tags = [
  ['resumes', 'Parse PDF resumes'],
  ['matches', 'Match resumes to job descriptions'],
  ['jds', 'Job descriptions'],
  ['batches', 'Screen batches in the background'],
  ['account', 'Balance, quotas and limits'],
] as const

const billingReference: JsonObject = { $ref: '#/components/schemas/Billing' }

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Input and success schema of each operation, under names that give good type names in generated clients. */
function ownSchemas(operations: readonly Operation[]): Record<string, JsonValue> {
  return Object.fromEntries(
    operations.flatMap((operation) => {
      const name = capitalised(operation.name)
      const input = operation.method === 'GET' ? [] : [[`${name}Input`, inputSchema(operation.input)]]
      return [...input, [`${name}Reply`, replySchema(operation, billingReference)]] as [string, JsonValue][]
    }),
  )
}

function pathItem(operation: Operation): JsonObject {
  const name = capitalised(operation.name)
  const example = operationExamples[operation.name]
  const body = {
    required: true,
    content: json({ $ref: `#/components/schemas/${name}Input` }, { example: { value: example.request } }),
  }
  const success = {
    description: 'Done.',
    headers: successHeaders(operation),
    content: json({ $ref: `#/components/schemas/${name}Reply` }, { example: { value: example.response } }),
  }
  return {
    [operation.method.toLowerCase()]: {
      operationId: operation.name,
      tags: [operation.path.split('/')[1] ?? ''],
      summary: operation.title,
      description: operation.description,
      parameters: parameters(operation),
      ...(operation.method === 'GET' ? {} : { requestBody: body }),
      responses: { 200: success, ...errorResponses(operation.errors) },
      'x-price': plain(operation.price),
      'x-tool': operation.tool,
    },
  }
}

/** The account's path. It is not an operation: no tool, no price and no parameter. */
function accountPathItem(): JsonObject {
  const { name, title, description, errors } = accountCall
  const content = json(
    { $ref: '#/components/schemas/GetAccountReply' },
    { example: { value: accountExample } },
  )
  return {
    get: {
      operationId: name,
      tags: ['account'],
      summary: title,
      description,
      parameters: [],
      responses: {
        200: { description: 'Done.', headers: requestIdHeader, content },
        ...errorResponses(errors),
      },
      'x-price': { kind: 'free' },
    },
  }
}

function parameters(operation: Operation): JsonValue[] {
  const { fields } = operation.input
  const inPath = operation.pathFields.map((name) => {
    const { alias, wire, description } = fieldNamed(fields, name)
    const schema = { type: 'string', format: 'uuid' }
    return { name: alias ?? wire, in: 'path', required: true, description, schema }
  })
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A key that you choose for this call. A repeated call with the same key and input returns the first reply and is not charged again.',
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyCharactersMax },
  }
  return operation.writes ? [...inPath, key] : inPath
}

const requestIdHeader: JsonObject = {
  'X-Request-Id': { description: 'The request_id of the body.', schema: { type: 'string', format: 'uuid' } },
}
const replayHeader: JsonObject = {
  'Idempotent-Replayed': { description: 'true if this reply is a replay.', schema: { type: 'string' } },
}
const challengeHeader: JsonObject = {
  'WWW-Authenticate': { description: 'How to authenticate: Bearer.', schema: { type: 'string' } },
}
const quotaHeaders: JsonObject = {
  'RateLimit-Policy': { description: 'The quotas in force (IETF draft).', schema: { type: 'string' } },
  RateLimit: { description: 'The remaining quotas (IETF draft).', schema: { type: 'string' } },
}
/** The headers of a success. For a running batch they say when to poll again. */
function successHeaders(operation: Operation): JsonObject {
  if (operation.counted) return { ...requestIdHeader, ...replayHeader, ...quotaHeaders }
  return { ...requestIdHeader, ...retryHeader }
}

const retryHeader: JsonObject = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
}

function errorResponses(errors: readonly ErrorCode[]): Record<string, JsonValue> {
  const byStatus = Map.groupBy(errors, (code) => errorTable[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n\n'),
        headers: {
          ...requestIdHeader,
          ...(status === 401 ? challengeHeader : {}),
          ...(status === 409 || status === 429 || status === 500 ? retryHeader : {}),
          ...(status === 402 || status === 429 ? quotaHeaders : {}),
        },
        content: json({ $ref: '#/components/schemas/Error' }, errorExamples(codes)),
      },
    ]),
  )
}

function errorExamples(codes: readonly ErrorCode[]): JsonObject {
  return Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }]))
}

function json(schema: JsonObject, examples: JsonObject): JsonObject {
  return { 'application/json': { schema, examples } }
}
