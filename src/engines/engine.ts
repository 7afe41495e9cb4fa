import type {
  MatchData,
  MatchInput,
  OptimizeData,
  OptimizeInput,
  TokenUsage,
  Turn,
} from '../contract/index.ts'

/**
 * What matches and what optimises: the builtin engine, or a model. Every engine keeps the promises of
 * `engine.test.ts`. An engine knows no account, no price and no HTTP.
 *
 * A method rejects with `internalError('timeout')` when its signal aborted by time, and with
 * `internalError('engine_unavailable')` when it can't answer; it never answers with something it did not
 * find. Where calls wait for each other they do it in turns; those that tell none are one turn.
 */
export interface Engine {
  readonly name: string
  readonly version: string
  match(input: MatchInput, signal: AbortSignal, turn?: Turn): Promise<MatchResult>
  optimize(input: OptimizeInput, signal: AbortSignal, turn?: Turn): Promise<OptimizeResult>
  /** The most prompt tokens that optimising this input can use; what the hold is calculated from. */
  optimizePromptTokensMax(input: OptimizeInput, signal: AbortSignal, turn?: Turn): Promise<number>
  close(): Promise<void>
}

export interface MatchResult {
  readonly data: MatchData
  readonly usage: TokenUsage
  /** The score before it was rounded: what a batch is ranked by. */
  readonly unroundedScore: number
}

export interface OptimizeResult {
  readonly data: OptimizeData
  /** completionTokens is never above `limits.completionTokensMax`. */
  readonly usage: TokenUsage
}
