import type { ErrorEnvelope, Issue } from './types.generated.ts'

/** Codes that the service answers with. */
export type ServiceErrorCode = ErrorEnvelope['error']
/**
 * What kept a call from being answered: no connection or one that broke (`network_error`), no answer in time
 * (`timed_out`), or an answer that is not one of this service (`bad_response`).
 */
export type TransportErrorCode = 'network_error' | 'timed_out' | 'bad_response'
export type ErrorCode = ServiceErrorCode | TransportErrorCode

/** Why an `internal_error` happened. */
export type InternalReason = 'timeout' | 'engine_unavailable' | 'internal'

/** The window of a quota that is used up. */
export interface QuotaWindow {
  readonly window: 'daily' | 'monthly'
  /** Calls in that window. */
  readonly limit: number
  /** Seconds until it starts again. */
  readonly resetSeconds: number
}

export interface ErrorMembers {
  /** The HTTP status; null where no answer came. */
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
 * Why a call failed; `code` tells what happened. A call that failed was not charged, but for one that got no
 * answer of the service (`network_error`, `timed_out`, `bad_response`): that one may have been. Call again
 * with the same `idempotencyKey`: it is charged once at most.
 */
export class RecruiterApiError extends Error {
  override readonly name = 'RecruiterApiError'
  readonly code: ErrorCode
  /** The HTTP status; null where no answer came. */
  readonly status: number | null
  /** Quote it when reporting a fault. */
  readonly requestId: string | null
  /** On `invalid_input`: everything that is wrong. */
  readonly issues: readonly Issue[]
  /** On `internal_error`: why. */
  readonly reason: InternalReason | null
  /** On `open_api_quota_exceeded`: which quota. */
  readonly quota: QuotaWindow | null
  /** On `insufficient_points`: what the call needs, what can be spent, what of it is in resource packs. */
  readonly requiredPointCents: number | null
  readonly balancePointCents: number | null
  readonly resourcePointCents: number | null
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | null
  /** The key of the call; null for one that only reads. */
  idempotencyKey: string | null = null
  /** How often the call was sent. */
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

/** What is known to be there under certain codes. */
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
 * Whether a call failed, for one of these reasons where any are given. Narrows `code` and what goes with it.
 */
export function isApiError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiErrorOf<Code> {
  if (!(error instanceof RecruiterApiError)) return false
  return codes.length === 0 || (codes as readonly ErrorCode[]).includes(error.code)
}
