import type { Profile } from '../../contract/index.ts'
import { type Clock, systemClock } from '../../kit/index.ts'
import type { Engine, MatchResult, OptimizeResult } from '../engine.ts'
import { builtinName, type EngineTask, type EngineTaskResult, engineVersion, profileTask } from './tasks.ts'
import { createEngineThreads, type EngineThreadsOptions } from './threads.ts'

export interface BuiltinEngineOptions extends Omit<EngineThreadsOptions, 'workerFile'> {
  readonly clock?: Clock
  /** Another worker file that handles the same tasks, for tests. */
  readonly workerFile?: URL
}

/**
 * The builtin engine: no model, no network, and deterministic results. It works in its own threads, so a
 * hostile text doesn't block other calls. A call that hangs fails alone. Throws a VocabularyError if a
 * table of the folder can't be read.
 */
export function createBuiltinEngine({
  clock = systemClock(),
  workerFile = new URL('./worker.ts', import.meta.url),
  ...options
}: BuiltinEngineOptions): Engine {
  const threads = createEngineThreads<EngineTask, EngineTaskResult>({ workerFile, ...options })
  const optimize: Engine['optimize'] = async (input, signal, owner) =>
    (await threads.run({ kind: 'optimize', input }, signal, owner)) as OptimizeResult

  return {
    name: builtinName,
    version: engineVersion,
    async match(input, signal, owner) {
      return (await threads.run({ kind: 'match', input, today: clock.now() }, signal, owner)) as MatchResult
    },
    optimize,
    async quoteOptimize(input, signal, owner) {
      return { kind: 'done', result: await optimize(input, signal, owner) }
    },
    async readProfile(text, signal, owner) {
      return (await threads.run(profileTask(text), signal, owner)) as Profile
    },
    close: () => threads.close(),
  }
}
