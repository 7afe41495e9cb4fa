import {
  type CallBody,
  type ErrorCode,
  type JsonValue,
  type OperationName,
  operationNames,
} from '../contract/index.ts'
import { handleCall, type Reply } from '../pipeline/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { type ConsoleFault, consoleFault } from './faults.ts'
import { noKeyId } from './no-key.ts'
import { consoleCodeOf } from './replies.ts'
import type { Actor } from './request.ts'

export interface PageCall {
  readonly actor: Actor
  readonly requestId: string
  readonly signal: AbortSignal
  /** In the format of the public API. */
  readonly readBody: () => Promise<CallBody>
  readonly onBodyRead?: ((keptBytes: number) => void) | undefined
  readonly idempotencyKey?: string | undefined
}

/** The body of a success, in the format of the public API. */
export interface PageSuccess<Data> {
  readonly request_id: string
  readonly data: Data
  readonly billing: { readonly billed_point_cents: number; readonly balance_point_cents: number }
  readonly estimated_point_cents: number
}

/** Calls a public operation for the signed-in user, with the same checks. Throws its errors. */
export async function chargedCall<Data>(
  { pipeline, operations }: Pick<ConsoleDeps, 'pipeline' | 'operations'>,
  name: OperationName,
  { actor, requestId, signal, readBody, onBodyRead, idempotencyKey }: PageCall,
): Promise<PageSuccess<Data>> {
  const operation = operations.find((each) => each.name === name)
  if (operation === undefined) throw consoleFault('not_found')
  const { accountId, role } = actor
  const reply = await handleCall(pipeline, {
    operation,
    door: 'console',
    requestId,
    credential: undefined,
    caller: { accountId, keyId: noKeyId, role, scopes: operationNames },
    idempotencyKey,
    idempotencyKeyPath: 'idempotency_key',
    readBody,
    ...(onBodyRead === undefined ? {} : { onBodyRead }),
    disconnected: signal,
  })
  const body = JSON.parse(new TextDecoder().decode(reply.body))
  if (reply.error !== null) throw refusal(reply, reply.error, body)
  return body
}

function refusal(
  { headers }: Reply,
  code: ErrorCode,
  body: Readonly<Record<string, JsonValue | undefined>>,
): ConsoleFault {
  const retryAfter = Number(headers['retry-after'])
  const again = Number.isInteger(retryAfter) ? { retryAfterSeconds: retryAfter } : {}
  return consoleFault(consoleCodeOf(code), { detail: detailOf(code, body), ...again, internal: code })
}

function detailOf(code: ErrorCode, body: Readonly<Record<string, JsonValue | undefined>>): unknown {
  if (code !== 'insufficient_points') return body.detail
  const { required_point_cents, balance_point_cents, resource_point_cents } = body
  return { required_point_cents, balance_point_cents, resource_point_cents }
}

/** The charge as the page shows it. */
export function costOf({ request_id, billing }: PageSuccess<unknown>) {
  const { billed_point_cents, balance_point_cents } = billing
  return { request_id, billed_point_cents, balance_point_cents }
}
