import type { Profile } from '../../contract/index.ts'
import { type Clock, type Ids, randomIds, systemClock } from '../../kit/index.ts'
import { engineVersion, profileTask } from '../builtin/tasks.ts'
import { createEngineThreads, type EngineThreadsOptions } from '../builtin/threads.ts'
import type { Engine } from '../engine.ts'
import { askingMsMax, type Call, faultOf, newCall, type Run } from './calls.ts'
import { createMatching } from './matching.ts'
import { createOptimising } from './optimising.ts'
import { readPrompt } from './prompts/prompts.ts'
import type { MaySee } from './redact/redact.ts'
import type { ChatModel } from './server/chat.ts'
import type { ModelTask, ModelTaskResult } from './tasks.ts'

export interface ModelEngineOptions extends Omit<EngineThreadsOptions, 'workerFile'> {
  readonly chat: ChatModel
  /**
   * If the model can't answer: `builtin` returns the builtin result with a warning, `none` fails the call.
   */
  readonly fallback: 'builtin' | 'none'
  /** The personal data that may be sent to the model; none by default. */
  readonly maySee?: MaySee
  /** The time limit for all questions of one call. After it, the builtin engine answers. */
  readonly askingMs?: number
  readonly clock?: Clock
  readonly ids?: Ids
}

/**
 * The version of the code that evaluates the model's answers. The versions of prompts and builtin engine
 * follow it.
 */
const judgeVersion = '1.0.0'

/**
 * The model judges and writes; the builtin engine checks, counts and scores. The model sees no personal
 * data, no score and no other candidate. A claim of the model counts only if the texts support it.
 */
export function createModelEngine(options: ModelEngineOptions): Engine {
  const { chat, fallback, maySee = 'none', askingMs = askingMsMax, ...rest } = options
  const { clock = systemClock(), ids = randomIds(), ...more } = rest
  const workerFile = new URL('./worker.ts', import.meta.url)
  const threads = createEngineThreads<ModelTask, ModelTaskResult>({ ...more, workerFile })
  const run = ((task: ModelTask, { signal, owner }: Call) => threads.run(task, signal, owner)) as Run
  const prompts = {
    judge: readPrompt('judge'),
    requirements: readPrompt('requirements'),
    write: readPrompt('write'),
  }
  const versions = Object.values(prompts).map((prompt) => prompt.version)
  const engine = {
    name: `model:${chat.name}`,
    version: `${judgeVersion}-prompts.${versions.join('.')}+builtin.${engineVersion}`,
  }
  const match = createMatching({ chat, run, prompts, engine, fallback, maySee, clock, ids })
  const optimising = createOptimising({ chat, run, prompt: prompts.write, engine, fallback, ids })
  const withFaults = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw faultOf(error, signal)
    }
  }
  return {
    ...engine,
    match: (input, signal, owner) => withFaults(signal, () => match(input, newCall(signal, owner, askingMs))),
    optimize: (input, signal, owner) =>
      withFaults(signal, () => optimising.optimize(input, newCall(signal, owner, askingMs))),
    quoteOptimize: (input, signal, owner) =>
      withFaults(signal, () => optimising.quote(input, newCall(signal, owner, askingMs))),
    // Doesn't ask the model. Values are spans of the text, which the builtin engine finds.
    async readProfile(text, signal, owner) {
      return (await threads.run(profileTask(text), signal, owner)) as Profile
    },
    async close() {
      await Promise.all([threads.close(), chat.close()])
    },
  }
}
