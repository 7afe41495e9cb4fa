import type { RecruiterApiError } from './error.ts'

const firstPauseMs = 500
const pauseMaxMs = 8_000
/** Who asks for a longer wait than this is not waited for: the caller decides. */
const retryAfterMaxMs = 10_000

/**
 * How long to wait before a call that failed is sent again, in milliseconds; null: not at all. Every attempt
 * of a call carries the same idempotency key, so whatever passes by itself may be tried again, and nothing
 * else is: not a 402, and a quota only where the service says that it will be free in a moment.
 * @param attempts How often the call was sent by now.
 * @param random From 0 to 1: clients that failed together shall not come back together.
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
      // Work that took too long would take as long again.
      return reason !== 'timeout'
    case 'bad_response':
      // What stands before the service, such as a proxy, is often only for a moment without it.
      return status !== null && (status >= 500 || status === 408 || status === 429)
    default:
      return false
  }
}
