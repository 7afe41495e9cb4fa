import { Fault, internalError, invalidInput, issue, limits } from '../../contract/index.ts'
import {
  type Clock,
  createWorkerPool,
  WaitedTooLong,
  WorkerPoolError,
  withinLimits,
} from '../../kit/index.ts'
import { readWhole, type SplitMessage, type splitMessage, wholeBytesMax } from './split-message.ts'

/** Reads messages: small ones on this thread, large ones on a worker thread. */
export interface MessageReader {
  /** Transfers the bytes. Throws `invalid_input` (`not_json`, `json_too_complex`) or `internal_error`. */
  read(bytes: Uint8Array<ArrayBuffer>, accountId: string): Promise<SplitMessage>
  close(): Promise<void>
}

/** The time limits for reading a large message: its own time, and its wait for others. */
export interface ReadTimes {
  readonly workMs: number
  readonly waitMs: number
}

/** As many as may have a body at the same time (see `body-slots.ts`). */
const queueMax = 512

const usualTimes: ReadTimes = { workMs: 10_000, waitMs: limits.queueWaitMaxMs }

/** Accounts share the thread for large messages fairly; waiting does not count towards the time limit. */
export function createMessageReader(clock: Clock, times: ReadTimes = usualTimes): MessageReader {
  const pool = createWorkerPool<Uint8Array<ArrayBuffer>, ReturnType<typeof splitMessage>>({
    file: new URL('./split-worker.ts', import.meta.url),
    threads: 1,
    queueMax,
    memoryMb: 256,
    idleTimeoutMs: 60_000,
    crossing: [Fault],
  })
  return {
    async read(bytes, accountId) {
      if (bytes.length <= wholeBytesMax) return readWhole(bytes)
      return withinLimits({ ...times, key: accountId, clock }, async (signal, owner) => {
        try {
          const split = await pool.run(bytes, { signal, owner, transfer: [bytes.buffer] })
          return { message: split.message, arguments: { kind: 'bytes', bytes: split.arguments } }
        } catch (error) {
          throw error instanceof WorkerPoolError ? faultOf(error) : error
        }
      })
    },
    close: () => pool.close(),
  }
}

function faultOf(error: WorkerPoolError): Error {
  if (error.cause instanceof WaitedTooLong) return internalError('timeout', { cause: error })
  // A message that needs more time or memory than any valid one is reported as unreadable.
  if (error.kind === 'died' || error.kind === 'aborted') return invalidInput([issue('', 'json_too_complex')])
  return internalError(error.kind === 'overloaded' ? 'engine_unavailable' : 'internal', { cause: error })
}
