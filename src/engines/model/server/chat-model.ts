import type { TaskOwner } from '../../../contract/index.ts'

/** One question to the configured model, in its final form. */
export interface ChatRequest<T> {
  /** A fixed text. Its bytes are equal for all calls of one purpose, so that prompt caches work. */
  readonly system: string
  readonly user: string
  /** A flat JSON Schema: all fields required, additionalProperties false, no pattern, length or default. */
  readonly schema: { readonly name: string; readonly schema: object }
  /** Returns the value, or the mistake as a sentence for the model, which is then asked once more. */
  readonly check: (value: unknown) => { readonly value: T } | { readonly mistake: string }
  readonly completionTokensMax: number
}

export interface ChatAnswer<T> {
  readonly value: T
  /** The sum of all attempts: at most `promptTokensMax`, and `completionTokensMax` per attempt. */
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number }
  /** The number of answers that the server began, including the returned one; at most three. */
  readonly attempts: number
  /** False if the server reported no usage and the tokens were counted locally. */
  readonly usageReported: boolean
}

export interface ChatModel {
  /** As in `usage.model`. */
  readonly name: string
  /**
   * Rejects with internalError('timeout') if the signal aborted, and with
   * internalError('engine_unavailable') if there is no valid answer.
   */
  ask<T>(request: ChatRequest<T>, signal: AbortSignal, owner?: TaskOwner): Promise<ChatAnswer<T>>
  /** The most prompt tokens that `ask` can use in all attempts. The hold covers them. */
  promptTokensMax(
    request: Pick<ChatRequest<unknown>, 'system' | 'user' | 'schema' | 'completionTokensMax'>,
  ): number
  close(): Promise<void>
}
