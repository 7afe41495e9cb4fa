import { internalError, limits, type TaskOwner, type TokenUsage } from '../../contract/index.ts'
import { untilAborted } from '../../kit/index.ts'
import type { ChatModel, ChatRequest } from './server/chat.ts'
import type { ModelTask, ModelTaskResults } from './tasks.ts'

/** One call of the engine, and the usage of its questions to the model so far. */
export interface Call {
  readonly signal: AbortSignal
  /**
   * Aborts before the call times out. If the model is too slow, the builtin engine still has time to
   * answer.
   */
  readonly asking: AbortSignal
  readonly owner: TaskOwner | undefined
  readonly usage: { promptTokens: number; completionTokens: number }
}

/** The time limit for all questions of one call. The builtin engine uses the remaining time. */
export const askingMsMax = limits.engineTimeoutMs - 8_000

export const newCall = (signal: AbortSignal, owner: TaskOwner | undefined, askingMs: number): Call => ({
  ...{ signal, owner, asking: AbortSignal.any([signal, AbortSignal.timeout(askingMs)]) },
  usage: { promptTokens: 0, completionTokens: 0 },
})

/** The model failed, not the threads: the builtin engine may still answer. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
}

/** Asks the model and adds the usage to the call. */
export async function ask<T>(chat: ChatModel, call: Call, request: ChatRequest<T>): Promise<T> {
  try {
    const { value, usage } = await untilAborted(chat.ask(request, call.asking, call.owner), call.asking)
    call.usage.promptTokens += usage.promptTokens
    call.usage.completionTokens += usage.completionTokens
    return value
  } catch (cause) {
    throw new ModelFailure('the model gave no answer', { cause })
  }
}

/** Waits for a question of another call until this call's time for the model is over. */
export async function whileAsking<T>(asked: Promise<T>, call: Call): Promise<T> {
  try {
    return await untilAborted(asked, call.asking)
  } catch (cause) {
    throw call.asking.aborted ? new ModelFailure('the model gave no answer in time', { cause }) : cause
  }
}

/** Runs a task in a thread. */
export type Run = <Kind extends keyof ModelTaskResults>(
  task: Extract<ModelTask, { kind: Kind }>,
  call: Call,
) => Promise<ModelTaskResults[Kind]>

/** The usage to charge. The operator pays for completion tokens beyond the cap. */
export function countedUsage({ promptTokens, completionTokens }: TokenUsage): TokenUsage {
  return { promptTokens, completionTokens: Math.min(limits.completionTokensMax, completionTokens) }
}

/** The error as a fault that states the cause and quotes no text. */
export function faultOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return internalError('timeout', { cause: error })
  return error instanceof ModelFailure ? error.cause : error
}
