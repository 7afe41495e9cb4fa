import {
  errorEnvelope,
  errorTable,
  Fault,
  fault,
  internalError,
  type JsonObject,
  limits,
  type ReadOutcome,
  readEnvelope,
} from '../contract/index.ts'
import type { Metrics } from '../kit/index.ts'
import type { Admission, AdmitRequest, KeyLimitHit } from '../ledger/index.ts'
import type { Reply } from './call.ts'
import { quotaHeaders } from './quota-headers.ts'

export function encode(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body))
}

export function readReply(requestId: string, outcome: ReadOutcome): Reply {
  const again = outcome.retryAfterSeconds
  const headers: Record<string, string> = again === null ? {} : { 'retry-after': String(again) }
  return { status: 200, body: encode(readEnvelope(requestId, outcome)), headers, error: null }
}

/** The reply to any thrown error. */
export function failureReply(requestId: string, error: unknown): Reply {
  const known = error instanceof Fault ? error : internalError('internal', { cause: error })
  const status = errorTable[known.code].status
  return { status, body: encode(errorEnvelope(requestId, known)), headers: known.headers, error: known.code }
}

/** The reply to a call that is not admitted: the stored reply of its key, or a thrown refusal. */
export function answerUnadmitted(
  metrics: Metrics,
  request: Pick<AdmitRequest, 'operation'>,
  admission: Exclude<Admission, { kind: 'admitted' }>,
): Reply {
  if (admission.kind !== 'replay') throw refusal(admission)
  metrics.replayed(request.operation)
  const headers = { 'idempotent-replayed': 'true', 'x-request-id': admission.requestId }
  return { status: 200, body: admission.reply, headers, error: null }
}

type Refused = Exclude<Admission, { kind: 'admitted' | 'replay' }>

function refusal(admission: Refused): Fault {
  switch (admission.kind) {
    case 'in_progress':
      return fault('idempotency_key_in_progress', {
        headers: { 'retry-after': String(limits.retryAfterSeconds) },
      })
    case 'key_reused':
      return fault('idempotency_key_reused')
    case 'quota_exceeded': {
      const { quota, windowName, window } = admission
      return fault('open_api_quota_exceeded', {
        public: { detail: { window: windowName, limit: window.limit, reset_seconds: window.resetSeconds } },
        headers: { ...quotaHeaders(quota), 'retry-after': String(window.resetSeconds) },
      })
    }
    case 'insufficient': {
      const { requiredPointCents, balancePointCents, resourcePointCents, keyLimit } = admission
      const detail = keyLimit === null ? {} : { detail: keyLimitDetail(keyLimit) }
      return fault('insufficient_points', {
        public: { requiredPointCents, balancePointCents, resourcePointCents, ...detail },
        headers: quotaHeaders(admission.quota),
      })
    }
  }
}

/** The details if the balance suffices but the key's limit does not. */
function keyLimitDetail(hit: KeyLimitHit): JsonObject {
  return {
    reason: 'key_limit',
    window: hit.window,
    limit: hit.limitPointCents,
    spent: hit.spentPointCents,
    resets_at: hit.resetsAt?.toISOString() ?? null,
  }
}
