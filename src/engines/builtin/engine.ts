import { internalError, type Turn } from '../../contract/index.ts'
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

/**
 * The builtin engine: no model, no network, the same answer to the same texts. It works in threads of their
 * own, so that a hostile text holds up nobody else, and a call that hangs costs that call alone. Throws a
 * VocabularyError where a table of the folder can't be read.
 */
export function createBuiltinEngine({
  threads,
  clock = systemClock(),
  vocabularyDirectory = null,
  ...options
}: BuiltinEngineOptions): Engine {
  // Here, and not in the threads alone: a table with a mistake must be told at the start.
  if (vocabularyDirectory !== null) readTables(vocabularyDirectory)
  const settings: WorkerSettings = { vocabularyDirectory }
  const pool: WorkerPool<EngineTask, EngineTaskResult> = createWorkerPool({
    file: new URL('./worker.ts', import.meta.url),
    threads,
    threadsMin: 1,
    queueMax,
    memoryMb: threadMemoryMb,
    ...options,
    threadMb,
    growAfterMs,
    workerData: settings,
  })
  const run = (task: EngineTask, signal: AbortSignal, turn: Turn | undefined): Promise<EngineTaskResult> =>
    pool.run(task, { signal, ...(turn && { turn }) }).catch((error: unknown) => {
      throw faultFor(error)
    })

  return {
    name: builtinName,
    version: engineVersion,
    async match(input, signal, turn) {
      return (await run({ kind: 'match', input, today: clock.now() }, signal, turn)) as MatchResult
    },
    async optimize(input, signal, turn) {
      return (await run({ kind: 'optimize', input }, signal, turn)) as OptimizeResult
    },
    async optimizePromptTokensMax(input, signal, turn) {
      return (await run({ kind: 'promptTokens', input }, signal, turn)) as number
    },
    close: () => pool.close(),
  }
}

/**
 * An abort is a time limit that passed; anything else means that there is no answer. No text travels with
 * it.
 */
function faultFor(error: unknown): unknown {
  if (!(error instanceof WorkerPoolError)) return error
  const options = { internal: `builtin engine: ${error.message}`, cause: error }
  return internalError(error.kind === 'aborted' ? 'timeout' : 'engine_unavailable', options)
}
