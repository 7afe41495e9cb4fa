import type { RecruiterApiError } from './error.ts'

const firstPauseMs = 500
const pauseMaxMs = 8_000
/** If the service asks for a longer wait than this, the client does not retry: the caller decides. */
const retryAfterMaxMs = 10_000

/**
 * The delay before a failed call is retried, in milliseconds; null means no retry. Every attempt of a call
 * carries the same idempotency key, so any transient failure may be retried, and no other failure is. A 402
 * is never retried; a quota error only if the service says that the quota resets in a moment.
 * @param attempts The number of attempts so far.
 * @param random From 0 to 1: the jitter that keeps clients from retrying in step.
 */
export function pauseBeforeRetry(
  error: Pick<RecruiterApiError, 'code' | 'status' | 'reason' | 'retryAfterMs'>,
  attempts: number,
  random: number,
): number | null {
  if (!passes(error)) return null
  const asked = error.retryAfterMs
  if (asked !== null) return asked > retryAfterMaxMs ? null : asked + random * firstPauseMs
  return Math.min(pauseMaxMs, firstPauseMs * 2 ** (attempts - 1)) * (0.5 + random / 2)
}

function passes({ code, status, reason, retryAfterMs }: Parameters<typeof pauseBeforeRetry>[0]): boolean {
  switch (code) {
    case 'network_error':
    case 'timed_out':
    case 'idempotency_key_in_progress':
      return true
    case 'open_api_quota_exceeded':
      return retryAfterMs !== null
    case 'internal_error':
      // Work that exceeded its time limit would exceed it again.
      return reason !== 'timeout'
    case 'bad_response':
      // A proxy often loses its connection to the service only for a moment.
      return status !== null && (status >= 500 || status === 408 || status === 429)
    default:
      return false
  }
}
