import {
  billingSchema,
  errorTable,
  type JsonObject,
  type JsonValue,
  type Operation,
} from '../contract/index.ts'

/**
 * The JSON Schemas of the answers of every door. Shared parts may be references, where a document defines
 * them once, or inline.
 */

export const issueSchema: JsonObject = {
  type: 'object',
  required: ['path', 'code', 'message'],
  properties: {
    path: {
      type: 'string',
      description: 'The field by its name on the wire; empty for the whole body.',
    },
    code: { type: 'string', description: 'Stable code of the problem.' },
    message: { type: 'string', description: 'The problem for people, in Chinese.' },
  },
}

/** Of a 402: the limit of the API key that the call would exceed. */
const keyLimitSchema: JsonObject = {
  type: 'object',
  required: ['reason', 'window', 'limit', 'spent', 'resets_at'],
  properties: {
    reason: { const: 'key_limit' },
    window: { type: 'string', enum: ['total', 'daily', 'monthly'] },
    limit: { type: 'integer', description: 'The spending limit of the key, in point_cents.' },
    spent: { type: 'integer', description: 'The amount charged and held.' },
    resets_at: { type: ['string', 'null'], format: 'date-time', description: 'null: never.' },
  },
}

/** The error envelope. */
export function errorSchema(issue: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['ok', 'request_id', 'error', 'message'],
    properties: {
      ok: { const: false },
      request_id: { type: 'string', format: 'uuid' },
      error: { type: 'string', enum: Object.keys(errorTable), description: 'Stable code.' },
      message: { type: 'string', description: 'For people, in Chinese.' },
      detail: {
        description:
          'On 400 a list of issues; on 429 the exhausted window; on 500 the reason; on 402 the exhausted limit of the key.',
        anyOf: [
          { type: 'array', items: issue },
          {
            type: 'object',
            required: ['reason'],
            properties: { reason: { type: 'string', enum: ['timeout', 'engine_unavailable', 'internal'] } },
          },
          {
            type: 'object',
            required: ['window', 'limit', 'reset_seconds'],
            properties: {
              window: { type: 'string', enum: ['daily', 'monthly', 'second'] },
              limit: { type: 'integer', description: 'Calls in that window.' },
              reset_seconds: { type: 'integer', description: 'Seconds until the window resets.' },
            },
          },
          keyLimitSchema,
        ],
      },
      required_point_cents: { type: 'integer', description: 'On 402: the amount that the call needs.' },
      balance_point_cents: { type: 'integer', description: 'On 402: the spendable balance.' },
      resource_point_cents: {
        type: 'integer',
        description: 'On 402: the part of the balance in resource packs.',
      },
    },
  }
}

/** The envelope of a success. */
export function replySchema(operation: Operation, billing: JsonObject = plain(billingSchema)): JsonObject {
  const ok = { const: true }
  const requestId = { type: 'string', format: 'uuid', description: 'Quote it when you report a problem.' }
  const data = plain(operation.data)
  const properties: Record<string, JsonValue> = { ok, request_id: requestId, data }
  if (operation.usage !== null) properties.usage = plain(operation.usage)
  if (operation.reply !== 'batch_record') properties.billing = billing
  if (operation.reply === 'batch_start') {
    properties.estimated_point_cents = { type: 'integer', minimum: 0, description: 'Candidates × 100.' }
    properties.billing_note = { type: 'string' }
  }
  return { type: 'object', required: Object.keys(properties), properties }
}

/** The envelope of a read. */
export function readReplySchema(data: object): JsonObject {
  const requestId = { type: 'string', format: 'uuid', description: 'Quote it when you report a problem.' }
  const properties = { ok: { const: true }, request_id: requestId, data: plain(data) }
  return { type: 'object', required: Object.keys(properties), properties }
}

/** A schema as plain JSON, without the library's non-enumerable properties. */
export function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject
}
