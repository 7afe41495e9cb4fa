import { internalError, limits, type TaskOwner } from '../../contract/index.ts'
import { createWorkerPool, type MemoryBudget, type WorkerPool, WorkerPoolError } from '../../kit/index.ts'
import { readTables } from './vocabulary-tables.ts'

export interface EngineThreadsOptions {
  /** The most threads that match and optimise. One starts immediately, the others on demand. */
  readonly threads: number
  /** The memory budget for threads; unlimited by default. */
  readonly budget?: MemoryBudget
  /** A folder with tables that extend the builtin vocabulary. */
  readonly vocabularyDirectory?: string | null
  /** The file that handles the tasks. */
  readonly workerFile: URL
  readonly timeoutMs?: number
}

/** The data that a thread receives at its start. */
export interface WorkerSettings {
  readonly vocabularyDirectory: string | null
}

/** Worker threads with the tables of the builtin engine. */
export interface EngineThreads<Task, Result> {
  /** Rejects with a fault: `timeout` or `engine_unavailable`. */
  run(task: Task, signal: AbortSignal, owner: TaskOwner | undefined): Promise<Result>
  close(): Promise<void>
}

/** The most calls that wait for a thread; further calls are refused. */
const queueMax = 1_000
/** A thread has about 90 MiB of tables. The rest is for one call. */
const threadMemoryMb = 384
/** The measured total memory of a thread (bench/README.md, memory). */
const threadMb = 200
/** Starting a thread takes more than a second of CPU time, enough for about a hundred matches. */
const growAfterMs = 1_000
/** After such a slow call, its account gets one thread at a time. Usual calls take about 20 ms. */
const slowAfterMs = 1_000
/** The longest texts take a tenth of this on an idle machine. */
const suspectAfterMs = 300
const standbyForMs = 600_000
/** Memory that a standby thread leaves free: for an OCR thread (110 MB) and a document thread (55 MB). */
const standbyLeavesMb = 165

/** Throws a VocabularyError if a table of the folder can't be read. */
export function createEngineThreads<Task, Result>({
  threads,
  vocabularyDirectory = null,
  workerFile,
  timeoutMs = limits.builtinEngineTimeoutMs,
  ...options
}: EngineThreadsOptions): EngineThreads<Task, Result> {
  // Reads the tables here too, so that a faulty table is reported at startup.
  if (vocabularyDirectory !== null) readTables(vocabularyDirectory)
  const settings: WorkerSettings = { vocabularyDirectory }
  const pool: WorkerPool<Task, Result> = createWorkerPool({
    file: workerFile,
    threads,
    threadsMin: 1,
    queueMax,
    memoryMb: threadMemoryMb,
    ...options,
    threadMb,
    growAfterMs,
    slowAfterMs,
    suspectAfterMs,
    standbyForMs,
    standbyLeavesMb,
    workMsMax: timeoutMs,
    workerData: settings,
  })
  return {
    run: (task, signal, owner) =>
      pool.run(task, { signal, ...(owner && { owner }) }).catch((error: unknown) => {
        throw faultFor(error)
      }),
    close: () => pool.close(),
  }
}

/**
 * Maps a pool error to a fault. `aborted` and `overran` mean that a time limit passed: `timeout`. Other
 * errors mean `engine_unavailable`. The fault contains no input text.
 */
function faultFor(error: unknown): unknown {
  if (!(error instanceof WorkerPoolError)) return error
  const options = { internal: `builtin engine: ${error.message}`, cause: error }
  const late = error.kind === 'aborted' || error.kind === 'overran'
  return internalError(late ? 'timeout' : 'engine_unavailable', options)
}
