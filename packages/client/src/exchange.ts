import { type InternalReason, type QuotaWindow, RecruiterApiError } from './error.ts'
import type { ErrorEnvelope, Issue } from './types.generated.ts'
import { withTimeLimit } from './wait.ts'

/** One HTTP request, as it is sent on every attempt. */
export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Blob | undefined
}

export interface HttpLimits {
  /** The time limit of the whole exchange in milliseconds, from the first byte sent to the last byte read. */
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

export interface Success {
  readonly envelope: object
  readonly replayed: boolean
  readonly retryAfterMs: number | null
}

const noConnection =
  'the connection failed or broke (a page: or the service does not name its origin in CORS_ORIGINS)'

/**
 * Sends a request once and reads the reply. Rejects with a RecruiterApiError, or with the signal's reason
 * if the caller aborts.
 */
export async function exchange(
  fetch: typeof globalThis.fetch,
  request: HttpRequest,
  { timeoutMs, signal }: HttpLimits,
): Promise<Success> {
  const { url, method, headers, body } = request
  return withTimeLimit(timeoutMs, signal, async (limited) => {
    let response: Response
    let text: string
    try {
      // A redirect changes the host or loses the body. If the address has moved, the caller must correct
      // it.
      const init: RequestInit = { method, headers, redirect: 'manual', signal: limited }
      response = await fetch(url, body === undefined ? init : { ...init, body })
      text = await response.text()
    } catch (cause) {
      signal?.throwIfAborted()
      if (limited.aborted) throw new RecruiterApiError('timed_out', `no answer within ${timeoutMs} ms`)
      throw new RecruiterApiError('network_error', noConnection, { cause })
    }
    return readAnswer(response, text)
  })
}

/** Returns the envelope of a success; throws the matching error for any other reply. */
function readAnswer(response: Response, text: string): Success {
  const envelope = parseEnvelope(text)
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  if (response.ok && envelope?.ok === true) {
    return { envelope, replayed: response.headers.get('idempotent-replayed') === 'true', retryAfterMs }
  }
  if (!response.ok && envelope?.ok === false && typeof envelope.error === 'string') {
    throw refusal(response.status, envelope as ErrorEnvelope, retryAfterMs)
  }
  const message = `status ${response.status}, and no envelope of this service: is the base address right?`
  throw new RecruiterApiError('bad_response', message, { status: response.status, retryAfterMs })
}

function parseEnvelope(text: string): { ok?: unknown; error?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function refusal(status: number, envelope: ErrorEnvelope, retryAfterMs: number | null): RecruiterApiError {
  const { error: code, message, detail, request_id: requestId } = envelope
  const issues = Array.isArray(detail) ? (detail as readonly unknown[]).filter(isIssue) : []
  const reason = reasonIn(detail)
  const quota = quotaIn(detail)
  const told = [
    message,
    ...issues.map((issue) => `[${issue.path === '' ? 'body' : issue.path}: ${issue.code}]`),
    ...(reason === null ? [] : [`[${reason}]`]),
    ...(quota === null ? [] : [`[${quota.window} limit: ${quota.limit}]`]),
    ...(typeof requestId === 'string' ? [`(request ${requestId})`] : []),
  ]
  return new RecruiterApiError(code, told.join(' '), {
    status,
    requestId,
    issues,
    reason,
    quota,
    requiredPointCents: envelope.required_point_cents ?? null,
    balancePointCents: envelope.balance_point_cents ?? null,
    resourcePointCents: envelope.resource_point_cents ?? null,
    retryAfterMs,
  })
}

/** A proxy in front of the service may have sent this reply, so nothing in it is trusted. */
function isIssue(value: unknown): value is Issue {
  return typeof value === 'object' && value !== null && 'path' in value && 'code' in value
}

function reasonIn(detail: unknown): InternalReason | null {
  if (typeof detail !== 'object' || detail === null || !('reason' in detail)) return null
  return typeof detail.reason === 'string' ? (detail.reason as InternalReason) : null
}

function quotaIn(detail: unknown): QuotaWindow | null {
  if (typeof detail !== 'object' || detail === null || !('window' in detail)) return null
  const { window, limit, reset_seconds: resetSeconds } = detail as Record<string, unknown>
  if (window !== 'daily' && window !== 'monthly') return null
  return { window, limit: Number(limit), resetSeconds: Number(resetSeconds) }
}

/** Parses seconds or a date, as HTTP allows; returns null for anything else. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
