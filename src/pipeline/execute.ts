import { type ExecuteHandler, Fault, internalError, type Outcome } from '../contract/index.ts'
import { untilAborted } from '../kit/index.ts'

/** Thrown when the caller hung up and nothing could ever be delivered to it. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}

/**
 * Does the work of a call, no longer than `timeoutMs`. Rejects with a Fault: the handler's own, or an
 * internal_error that tells `timeout` or `internal`; or with CallerGone. No transaction is open here.
 */
export async function execute(
  handler: ExecuteHandler,
  input: unknown,
  timeoutMs: number,
  disconnected: AbortSignal | null,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
  const signal = disconnected === null ? timeout : AbortSignal.any([timeout, disconnected])
  try {
    return await untilAborted(handler.execute(input, signal), signal)
  } catch (error) {
    if (disconnected?.aborted) throw new CallerGone('the caller hung up', { cause: error })
    if (error instanceof Fault) throw error
    throw internalError(timeout.aborted ? 'timeout' : 'internal', { cause: error })
  }
}
