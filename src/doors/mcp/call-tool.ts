import type { JsonObject, JsonValue, Operation } from '../../contract/index.ts'
import type { Reply } from '../../pipeline/index.ts'
import { isObject } from './split-message.ts'

/** The result of a tool: the envelope of the same REST call, as a value and as text. */
export interface ToolResult {
  readonly content: [{ readonly type: 'text'; readonly text: string }]
  readonly structuredContent: JsonObject
  readonly isError: boolean
  readonly _meta?: JsonObject
}

/** A reply as a tool's result. REST headers appear in `_meta`, under the deployment's prefix. */
export function toolResult(reply: Reply, prefix: string): ToolResult {
  const text = new TextDecoder().decode(reply.body)
  const structuredContent = JSON.parse(text) as JsonObject
  const retryAfter = reply.headers['retry-after']
  const meta = {
    ...(reply.headers['idempotent-replayed'] === 'true' ? { [`${prefix}/idempotentReplayed`]: true } : {}),
    ...(retryAfter === undefined ? {} : { [`${prefix}/retryAfterSeconds`]: Number(retryAfter) }),
  }
  return {
    content: [{ type: 'text', text }],
    structuredContent,
    isError: reply.error !== null,
    ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  }
}

/** The member of `_meta` with the idempotency key of a call. */
export function idempotencyMember(prefix: string): string {
  return `${prefix}/idempotencyKey`
}

/** The unchecked idempotency key of a message; a call that only reads has none. */
export function idempotencyKeyOf(message: JsonValue, operation: Operation, prefix: string): unknown {
  if (!operation.writes || !isObject(message) || !isObject(message.params)) return undefined
  const meta = message.params._meta
  return isObject(meta) ? meta[idempotencyMember(prefix)] : undefined
}
