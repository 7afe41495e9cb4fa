import { internalError, limits, type TaskOwner } from '../../contract/index.ts'
import { createWorkerPool, type MemoryBudget, type WorkerPool, WorkerPoolError } from '../../kit/index.ts'
import { readTables } from './vocabulary-tables.ts'

export interface EngineThreadsOptions {
  /** Threads that match and optimise; one is started at once, the others when they are needed. */
  readonly threads: number
  /** Where threads have to fit; boundless by default. */
  readonly budget?: MemoryBudget
  /** A folder with tables that add to the builtin vocabulary. */
  readonly vocabularyDirectory?: string | null
  /** What answers the tasks. */
  readonly workerFile: URL
  readonly timeoutMs?: number
}

/** What a thread is told when it starts. */
export interface WorkerSettings {
  readonly vocabularyDirectory: string | null
}

/** Threads that hold the tables of the builtin engine. */
export interface EngineThreads<Task, Result> {
  /** Rejects with a fault: `timeout` or `engine_unavailable`. */
  run(task: Task, signal: AbortSignal, owner: TaskOwner | undefined): Promise<Result>
  close(): Promise<void>
}

/** Calls that wait for a thread; one more is refused. */
const queueMax = 1_000
/** A thread holds about 90 MiB of tables; the rest is room for one call. */
const threadMemoryMb = 384
/** What a thread takes in all, measured (bench/README.md, memory). */
const threadMb = 200
/** To start one takes more than a second of processor time, in which another does some hundred matches. */
const growAfterMs = 1_000
/** The account of a call that takes so long gets one thread at a time: usual calls take some 20 ms. */
const slowAfterMs = 1_000
/** The longest texts take a tenth of that on a quiet machine. */
const suspectAfterMs = 300
const standbyForMs = 600_000
/** A thread of OCR and one that reads documents (110 and 55 MB): they must not end it. */
const standbyLeavesMb = 165

/** Throws a VocabularyError where a table of the folder can't be read. */
export function createEngineThreads<Task, Result>({
  threads,
  vocabularyDirectory = null,
  workerFile,
  timeoutMs = limits.builtinEngineTimeoutMs,
  ...options
}: EngineThreadsOptions): EngineThreads<Task, Result> {
  // Here, and not in the threads alone: a table with a mistake must be told at the start.
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
 * An abort is a time limit that passed, the caller's or the engine's own; anything else means that there is
 * no answer. No text travels with it.
 */
function faultFor(error: unknown): unknown {
  if (!(error instanceof WorkerPoolError)) return error
  const options = { internal: `builtin engine: ${error.message}`, cause: error }
  const late = error.kind === 'aborted' || error.kind === 'overran'
  return internalError(late ? 'timeout' : 'engine_unavailable', options)
}
