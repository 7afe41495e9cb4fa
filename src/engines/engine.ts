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
 * What matches and what optimises: the builtin engine, or a model. Every engine keeps the promises of
 * `engine.test.ts`. An engine knows no account, no price and no HTTP.
 *
 * A method rejects with `internalError('timeout')` when its signal aborted by time, and with
 * `internalError('engine_unavailable')` when it can't answer; it never answers with something it did not
 * find. Criteria, where given, are judged instead of what the job asks for, one entry each, in their order
 * (the operation echoes them, not the engine). Calls that wait for each other are served fairly by
 * the key of their owner; those without an owner share one.
 */
export interface Engine {
  readonly name: string
  readonly version: string
  match(input: MatchInput, signal: AbortSignal, owner?: TaskOwner): Promise<MatchResult>
  optimize(input: OptimizeInput, signal: AbortSignal, owner?: TaskOwner): Promise<OptimizeResult>
  /** What optimising this input uses; asked before anything is held for it. */
  quoteOptimize(input: OptimizeInput, signal: AbortSignal, owner?: TaskOwner): Promise<OptimizeQuote>
  /** The structured profile of a resume; always the builtin reading, also with a model engine. */
  readProfile(text: string, signal: AbortSignal, owner?: TaskOwner): Promise<Profile>
  close(): Promise<void>
}

export interface MatchResult {
  readonly data: MatchData
  readonly usage: TokenUsage
  /** The score before it was rounded: what a batch is ranked by. */
  readonly unroundedScore: number
  /** Whether its conclusion is to go on with the candidate: only then may a summary praise one. */
  readonly recommended: boolean
}

/**
 * `done`: the engine optimises in milliseconds and for free, so its quote is the result, and its usage exact.
 * `bound`: optimising is slow or costs the operator; only the most prompt tokens are known before.
 */
export type OptimizeQuote =
  | { readonly kind: 'done'; readonly result: OptimizeResult }
  | { readonly kind: 'bound'; readonly promptTokensMax: number }

export interface OptimizeResult {
  readonly data: OptimizeData
  /** completionTokens is never above `limits.completionTokensMax`. */
  readonly usage: TokenUsage
}
