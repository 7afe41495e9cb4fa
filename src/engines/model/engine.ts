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
  /** Where the model can't answer: the builtin engine does and says so, or the call fails. */
  readonly fallback: 'builtin' | 'none'
  /** What of who somebody is may be sent to the model; nothing by default. */
  readonly maySee?: MaySee
  /** How long the questions of one call may take together; the builtin engine answers after that. */
  readonly askingMs?: number
  readonly clock?: Clock
  readonly ids?: Ids
}

/** Of what is done with the model's answers; those of the prompts and of the builtin engine follow it. */
const judgeVersion = '1.0.0'

/**
 * A model judges and writes; the builtin reading checks, counts and scores. The model sees no personal data,
 * no score and no other candidate, and of what it says nothing counts that the texts don't say.
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
    // The model isn't asked: values are spans of the text, which the builtin reading finds.
    async readProfile(text, signal, owner) {
      return (await threads.run(profileTask(text), signal, owner)) as Profile
    },
    async close() {
      await Promise.all([threads.close(), chat.close()])
    },
  }
}
