import type { CallOptions } from './call.ts'
import { batchStaleAfterMs } from './contract.generated.ts'
import { RecruiterApiError } from './error.ts'
import type { BatchRecord, Reply } from './operations.ts'
import { wait } from './wait.ts'

/** A batch that is followed to its end. Reading it is free; each loop over it reads it again. */
export interface BatchProgress extends AsyncIterable<BatchRecord> {
  /** Waits for the end: `done`, `partial` or `failed`. */
  result(): Promise<BatchRecord>
}

/** A batch from its start to its end. The first call of any method starts it, once. */
export interface Screening extends BatchProgress {
  /** The reply to the start, with the id of the batch and its maximum cost. */
  started(): Promise<Reply<'startBatchScreening'>>
}

export interface FollowOptions extends Omit<CallOptions, 'idempotencyKey'> {}

type ReadBatch = (batchId: string, options: FollowOptions) => Promise<Reply<'getBatchScreeningResult'>>

const pauseFallbackMs = 2_000
const pauseMinMs = 100
const pauseMaxMs = 30_000
/** By then, the service ends the batch when it is read. */
const patienceMs = batchStaleAfterMs + 5 * 60_000

/** Follows a batch by its id, or by a promise of its id. */
export function follow(
  batchId: () => Promise<string>,
  read: ReadBatch,
  options: FollowOptions,
): BatchProgress {
  const records = async function* () {
    yield* changes(await batchId(), read, options)
  }
  return {
    [Symbol.asyncIterator]: records,
    async result() {
      let last: BatchRecord | undefined
      for await (const record of records()) last = record
      if (last === undefined) throw new Error('a batch has one record at least')
      return last
    },
  }
}

/** Yields the record first, again on each change, and at the end. The last record is of an ended batch. */
async function* changes(
  batchId: string,
  read: ReadBatch,
  options: FollowOptions,
): AsyncGenerator<BatchRecord, void, void> {
  const untilMs = performance.now() + patienceMs
  let completed = -1
  while (performance.now() < untilMs) {
    const { data, meta } = await read(batchId, options)
    const ended = data.status !== 'running'
    if (ended || data.completed !== completed) yield data
    if (ended) return
    completed = data.completed
    const asked = meta.retryAfterMs ?? pauseFallbackMs
    await wait(Math.min(pauseMaxMs, Math.max(pauseMinMs, asked)), options.signal)
  }
  throw new RecruiterApiError('timed_out', `batch ${batchId} did not end within ${patienceMs} ms`)
}
