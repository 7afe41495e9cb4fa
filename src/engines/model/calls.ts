import { internalError, limits, type TaskOwner, type TokenUsage } from '../../contract/index.ts'
import { untilAborted } from '../../kit/index.ts'
import type { ChatModel, ChatRequest } from './server/chat.ts'
import type { ModelTask, ModelTaskResults } from './tasks.ts'

/** One call of the engine, and what its questions to the model took so far. */
export interface Call {
  readonly signal: AbortSignal
  /** Ends before the call does: where the model is too slow, there is time left for another answer. */
  readonly asking: AbortSignal
  readonly owner: TaskOwner | undefined
  readonly usage: { promptTokens: number; completionTokens: number }
}

/** How long the questions of one call may take together; the builtin engine answers in what is left. */
export const askingMsMax = limits.engineTimeoutMs - 8_000

export const newCall = (signal: AbortSignal, owner: TaskOwner | undefined, askingMs: number): Call => ({
  ...{ signal, owner, asking: AbortSignal.any([signal, AbortSignal.timeout(askingMs)]) },
  usage: { promptTokens: 0, completionTokens: 0 },
})

/** The model failed, and not the threads: another engine may still answer. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
}

/** Asks the model, and adds what it took to the usage of the call. */
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

/** Waits for what another call may have asked, as long as this one may wait for the model. */
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

/** Completion tokens beyond the cap are the operator's: a caller is charged for no more than was promised. */
export function countedUsage({ promptTokens, completionTokens }: TokenUsage): TokenUsage {
  return { promptTokens, completionTokens: Math.min(limits.completionTokensMax, completionTokens) }
}

/** What went wrong, as a fault that tells its caller why and quotes nothing. */
export function faultOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return internalError('timeout', { cause: error })
  return error instanceof ModelFailure ? error.cause : error
}
