import type { TaskOwner } from '../../../contract/index.ts'

/** One question to the configured model, in its final form. */
export interface ChatRequest<T> {
  /** Fixed text, the same bytes for each call of one purpose, so that prompt caches work. */
  readonly system: string
  readonly user: string
  /** A flat JSON Schema: all fields required, additionalProperties false, no pattern, length or default. */
  readonly schema: { readonly name: string; readonly schema: object }
  /** The value, or what is wrong with it, in a sentence for the model: then it is asked once more. */
  readonly check: (value: unknown) => { readonly value: T } | { readonly mistake: string }
  readonly completionTokensMax: number
}

export interface ChatAnswer<T> {
  readonly value: T
  /** Of all attempts together: never above `promptTokensMax`, nor `completionTokensMax` an attempt. */
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number }
  /** Answers that the server began, the one that is returned included; three at most. */
  readonly attempts: number
  /** False where the server reported no usage and tokens were counted here. */
  readonly usageReported: boolean
}

export interface ChatModel {
  /** As in `usage.model`. */
  readonly name: string
  /**
   * Rejects with internalError('timeout') where the signal aborted, internalError('engine_unavailable') where
   * no valid answer can be had.
   */
  ask<T>(request: ChatRequest<T>, signal: AbortSignal, owner?: TaskOwner): Promise<ChatAnswer<T>>
  /** The most prompt tokens that `ask` can use, all attempts counted: what is held before. */
  promptTokensMax(
    request: Pick<ChatRequest<unknown>, 'system' | 'user' | 'schema' | 'completionTokensMax'>,
  ): number
  close(): Promise<void>
}
