import {
  type CallBody,
  canonicalJson,
  type DecodedInput,
  Fault,
  type InputDeclaration,
  internalError,
  invalidInput,
  isLongerThan,
  issue,
  type JsonValue,
  limits,
  type OperationHandler,
  type OperationName,
  parseInput,
  parseJson,
  type TaskOwner,
  type Terms,
} from '../contract/index.ts'
import {
  type Clock,
  createWorkerPool,
  WaitedTooLong,
  type WorkerPool,
  WorkerPoolError,
  withinLimits,
} from '../kit/index.ts'
import type { DecodeTask } from './decode-worker.ts'

/**
 * Parses bodies: small ones on this thread, larger ones on a worker thread, so that they do not delay other
 * calls.
 */
export interface Decoder {
  decode(
    operation: { readonly name: OperationName; readonly input: InputDeclaration },
    handler: Pick<OperationHandler, 'decode'>,
    body: CallBody,
    accountId: string,
  ): Promise<DecodedInput<unknown>>
  close(): Promise<void>
}

/** A body of this size is parsed in about a millisecond. */
const inlineBytesMax = 256 * 1024
/** The time limit for parsing an input, and again for computing its price. */
export const readingMs = 10_000

/** The input and its fingerprint exist at the same time, each with two bytes per character. */
const bytesPerCharacter = 4
/** As many as may have a body at the same time (the slots of `doors`). */
const queueMax = 512
export function createDecoder(terms: Terms, clock: Clock): Decoder {
  const pool = createWorkerPool<DecodeTask, unknown>({
    file: new URL('./decode-worker.ts', import.meta.url),
    threads: 1,
    queueMax,
    memoryMb: 256,
    idleTimeoutMs: 60_000,
    workerData: { terms },
    crossing: [Fault],
  })
  return {
    decode(operation, handler, body, accountId) {
      const within = { key: accountId, workMs: readingMs, waitMs: limits.queueWaitMaxMs, clock }
      return withinLimits(within, async (signal, owner) => {
        if (handler.decode !== undefined) return handler.decode(body, signal, owner)
        const isLarge = body.kind === 'bytes' && body.bytes.length > inlineBytesMax
        const input = isLarge
          ? await decodeInWorker(pool, { operation: operation.name, bytes: body.bytes }, signal, owner)
          : parseInput(operation.input, body.kind === 'value' ? body.value : parseJson(body.bytes))
        const fingerprint = canonicalJson(input as JsonValue)
        return { input, fingerprint, ...(isLarge && { keptBytes: bytesPerCharacter * fingerprint.length }) }
      })
    },
    close: () => pool.close(),
  }
}

async function decodeInWorker(
  pool: WorkerPool<DecodeTask, unknown>,
  task: DecodeTask,
  signal: AbortSignal,
  owner: TaskOwner,
): Promise<unknown> {
  try {
    return await pool.run(task, { signal, owner, transfer: [task.bytes.buffer] })
  } catch (error) {
    if (!(error instanceof WorkerPoolError)) throw error
    if (error.kind === 'overloaded') throw internalError('engine_unavailable', { cause: error })
    if (error.cause instanceof WaitedTooLong) throw internalError('timeout', { cause: error })
    // A body that needs more memory or time than any valid one is reported as unreadable.
    if (error.kind === 'died' || error.kind === 'aborted') throw invalidInput([issue('', 'not_json')])
    throw internalError('internal', { cause: error })
  }
}

/** Checks an idempotency key: absent, or 1 to 160 characters that are not all white space. */
export function readIdempotencyKey(given: unknown, path: string): string | null {
  if (given === undefined || given === null) return null
  const max = limits.idempotencyKeyCharactersMax
  // HTTP trims header values, so white space around a key is ignored at every door.
  const key = typeof given === 'string' ? given.trim() : ''
  if (key === '' || isLongerThan(key, max) || !isPlainText(key)) {
    throw invalidInput([issue(path, 'bad_header', `1 至 ${max} 个字符`)])
  }
  return key
}

/** Without control characters and lone surrogates: a table would change or refuse them. */
function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}
