import { type ExecuteHandler, Fault, internalError, type Outcome } from '../contract/index.ts'
import { untilAborted, WaitedTooLong, type WorkLimits, withinLimits } from '../kit/index.ts'

export interface CallLimits extends WorkLimits {
  /** The error message if the caller set the time limit itself and it was reached. */
  readonly timeoutMessage?: string | undefined
}

/** Thrown when the caller hung up and could never receive the result. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}

/**
 * Runs the work of a call within its limits. Rejects with a Fault (the handler's own, or an internal_error
 * with reason `timeout` or `internal`) or with CallerGone. No transaction is open here.
 */
export async function execute(
  handler: ExecuteHandler,
  input: unknown,
  limits: CallLimits,
  disconnected: AbortSignal | null,
): Promise<Outcome> {
  return withinLimits(limits, async (late, owner) => {
    const signal = disconnected === null ? late : AbortSignal.any([late, disconnected])
    try {
      return await untilAborted(handler.execute(input, signal, owner), signal)
    } catch (error) {
      if (disconnected?.aborted) throw new CallerGone('the caller hung up', { cause: error })
      if (error instanceof Fault && error.code !== 'internal_error') throw error
      // The caller's limit excludes the time spent waiting for others.
      const isOwn = late.aborted && !(late.reason instanceof WaitedTooLong)
      if (isOwn && limits.timeoutMessage !== undefined) {
        throw internalError('timeout', { cause: error, message: limits.timeoutMessage })
      }
      if (error instanceof Fault) throw error
      throw internalError(late.aborted ? 'timeout' : 'internal', { cause: error })
    }
  })
}
