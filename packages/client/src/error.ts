import type { ErrorEnvelope, Issue } from './types.generated.ts'

/** Error codes that the service returns. */
export type ServiceErrorCode = ErrorEnvelope['error']
/**
 * Why a call got no valid reply: the connection failed or broke (`network_error`), no reply came in time
 * (`timed_out`), or the reply is not one of this service (`bad_response`).
 */
export type TransportErrorCode = 'network_error' | 'timed_out' | 'bad_response'
export type ErrorCode = ServiceErrorCode | TransportErrorCode

/** The cause of an `internal_error`. */
export type InternalReason = 'timeout' | 'engine_unavailable' | 'internal'

/** The window of the exhausted quota. */
export interface QuotaWindow {
  readonly window: 'daily' | 'monthly'
  /** The number of calls allowed in that window. */
  readonly limit: number
  /** Seconds until the window restarts. */
  readonly resetSeconds: number
}

export interface ErrorMembers {
  /** The HTTP status; null if no reply came. */
  readonly status?: number | null
  readonly requestId?: string | null
  readonly issues?: readonly Issue[]
  readonly reason?: InternalReason | null
  readonly quota?: QuotaWindow | null
  readonly requiredPointCents?: number | null
  readonly balancePointCents?: number | null
  readonly resourcePointCents?: number | null
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/**
 * A failed call; `code` gives the reason. A failed call is not charged, with one exception: a call that got
 * no valid reply (`network_error`, `timed_out`, `bad_response`) may have been charged. Call again with the
 * same `idempotencyKey`: the call is charged at most once.
 */
export class RecruiterApiError extends Error {
  override readonly name = 'RecruiterApiError'
  readonly code: ErrorCode
  /** The HTTP status; null if no reply came. */
  readonly status: number | null
  /** Quote it when you report a fault. */
  readonly requestId: string | null
  /** On `invalid_input`: every error in the input. */
  readonly issues: readonly Issue[]
  /** On `internal_error`: the cause. */
  readonly reason: InternalReason | null
  /** On `open_api_quota_exceeded`: the exhausted quota. */
  readonly quota: QuotaWindow | null
  /**
   * On `insufficient_points`: the points needed, the points available, and how many of those are in
   * resource packs.
   */
  readonly requiredPointCents: number | null
  readonly balancePointCents: number | null
  readonly resourcePointCents: number | null
  /** How long the service asked the client to wait. */
  readonly retryAfterMs: number | null
  /** The idempotency key of the call; null for a read-only call. */
  idempotencyKey: string | null = null
  /** The number of attempts. */
  attempts = 0

  constructor(code: ErrorCode, message: string, members: ErrorMembers = {}) {
    super(`${code}: ${message}`, members.cause === undefined ? undefined : { cause: members.cause })
    this.code = code
    this.status = members.status ?? null
    this.requestId = members.requestId ?? null
    this.issues = members.issues ?? []
    this.reason = members.reason ?? null
    this.quota = members.quota ?? null
    this.requiredPointCents = members.requiredPointCents ?? null
    this.balancePointCents = members.balancePointCents ?? null
    this.resourcePointCents = members.resourcePointCents ?? null
    this.retryAfterMs = members.retryAfterMs ?? null
  }
}

/** The fields that are always present under certain codes. */
interface MembersByCode {
  readonly insufficient_points: {
    readonly requiredPointCents: number
    readonly balancePointCents: number
    readonly resourcePointCents: number
  }
  readonly internal_error: { readonly reason: InternalReason }
}

export type ApiErrorOf<Code extends ErrorCode> = Code extends keyof MembersByCode
  ? RecruiterApiError & { readonly code: Code } & MembersByCode[Code]
  : RecruiterApiError & { readonly code: Code }

/**
 * Whether an error is a failed call, optionally with one of the given codes. Narrows `code` and its fields.
 */
export function isApiError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiErrorOf<Code> {
  if (!(error instanceof RecruiterApiError)) return false
  return codes.length === 0 || (codes as readonly ErrorCode[]).includes(error.code)
}
