import type {
  MatchData,
  MatchInput,
  OptimizeData,
  OptimizeInput,
  Profile,
  TaskOwner,
  TokenUsage,
} from '../contract/index.ts'

/**
 * An engine that matches and optimises: the builtin one, or a model. Every engine passes the checks of
 * `engine.test.ts`. An engine has no access to accounts, prices or HTTP.
 *
 * A method rejects with `internalError('timeout')` if its signal aborts because of a time limit. It rejects
 * with `internalError('engine_unavailable')` if it can't answer; it never invents an answer.
 *
 * If criteria are given, they replace the job's requirements: one entry each, in their order. The operation
 * echoes the criteria, not the engine. Waiting calls are scheduled fairly by the key of their owner. Calls
 * without an owner share one key.
 */
export interface Engine {
  readonly name: string
  readonly version: string
  match(input: MatchInput, signal: AbortSignal, owner?: TaskOwner): Promise<MatchResult>
  optimize(input: OptimizeInput, signal: AbortSignal, owner?: TaskOwner): Promise<OptimizeResult>
  /** The usage of optimising this input. The caller asks for it before it places a hold. */
  quoteOptimize(input: OptimizeInput, signal: AbortSignal, owner?: TaskOwner): Promise<OptimizeQuote>
  /** The structured profile of a resume. Every engine uses the builtin reading. */
  readProfile(text: string, signal: AbortSignal, owner?: TaskOwner): Promise<Profile>
  close(): Promise<void>
}

export interface MatchResult {
  readonly data: MatchData
  readonly usage: TokenUsage
  /** The score before rounding. A batch is ranked by it. */
  readonly unroundedScore: number
  /** Whether the match recommends to proceed. Only then may a summary praise the candidate. */
  readonly recommended: boolean
}

/**
 * `done`: the engine optimises in milliseconds and for free, so the quote is the result and its usage is
 * exact. `bound`: optimising is slow or costs the operator. Only an upper bound of the prompt tokens is
 * known in advance.
 */
export type OptimizeQuote =
  | { readonly kind: 'done'; readonly result: OptimizeResult }
  | { readonly kind: 'bound'; readonly promptTokensMax: number }

export interface OptimizeResult {
  readonly data: OptimizeData
  /** completionTokens never exceeds `limits.completionTokensMax`. */
  readonly usage: TokenUsage
}
