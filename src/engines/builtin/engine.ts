import { internalError, limits, type Turn } from '../../contract/index.ts'
import {
  type Clock,
  createWorkerPool,
  type MemoryRoom,
  systemClock,
  type WorkerPool,
  WorkerPoolError,
} from '../../kit/index.ts'
import type { Engine, MatchResult, OptimizeResult } from '../engine.ts'
import { builtinName, type EngineTask, type EngineTaskResult, engineVersion } from './tasks.ts'
import { readTables } from './vocabulary-tables.ts'

export interface BuiltinEngineOptions {
  /** Threads that match and optimise; one is started at once, the others when they are needed. */
  readonly threads: number
  /** Where threads have to fit; boundless by default. */
  readonly room?: MemoryRoom
  readonly clock?: Clock
  /** A folder with tables that add to the builtin vocabulary. */
  readonly vocabularyDirectory?: string | null
  /** Another file than the engine's own, which answers the same tasks, and another time limit: for tests. */
  readonly workerFile?: URL
  readonly timeoutMs?: number
}

/** What a thread is told when it starts. */
export interface WorkerSettings {
  readonly vocabularyDirectory: string | null
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

/**
 * The builtin engine: no model, no network, the same answer to the same texts. It works in threads of their
 * own, so that a hostile text holds up nobody else, and a call that hangs costs that call alone. Throws a
 * VocabularyError where a table of the folder can't be read.
 */
export function createBuiltinEngine({
  threads,
  clock = systemClock(),
  vocabularyDirectory = null,
  workerFile = new URL('./worker.ts', import.meta.url),
  timeoutMs = limits.builtinEngineTimeoutMs,
  ...options
}: BuiltinEngineOptions): Engine {
  // Here, and not in the threads alone: a table with a mistake must be told at the start.
  if (vocabularyDirectory !== null) readTables(vocabularyDirectory)
  const settings: WorkerSettings = { vocabularyDirectory }
  const pool: WorkerPool<EngineTask, EngineTaskResult> = createWorkerPool({
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
  const run = (task: EngineTask, signal: AbortSignal, turn: Turn | undefined): Promise<EngineTaskResult> =>
    pool.run(task, { signal, ...(turn && { turn }) }).catch((error: unknown) => {
      throw faultFor(error)
    })

  const optimize: Engine['optimize'] = async (input, signal, turn) =>
    (await run({ kind: 'optimize', input }, signal, turn)) as OptimizeResult

  return {
    name: builtinName,
    version: engineVersion,
    async match(input, signal, turn) {
      return (await run({ kind: 'match', input, today: clock.now() }, signal, turn)) as MatchResult
    },
    optimize,
    async quoteOptimize(input, signal, turn) {
      return { kind: 'done', result: await optimize(input, signal, turn) }
    },
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
