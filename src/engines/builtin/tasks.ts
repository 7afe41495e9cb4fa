import {
  limits,
  type MatchInput,
  type OptimizeData,
  type OptimizeInput,
  optimizeDataToWire,
  type Profile,
  type TokenUsage,
} from '../../contract/index.ts'
import type { MatchResult, OptimizeResult } from '../engine.ts'
import { matchTexts, monthNumber } from './match/index.ts'
import { optimizeJobDescription } from './optimize/index.ts'
import { readProfile } from './profile/index.ts'
import { countTokens, countTokensOfJson } from './text/index.ts'

export const builtinName = 'builtin'
/** Must change whenever the same texts may give another result. */
export const engineVersion = '2.15.0'
const engine = { name: builtinName, version: engineVersion }

/** The tasks of a thread. */
export type EngineTask =
  | { readonly kind: 'match'; readonly input: MatchInput; readonly today: Date }
  | { readonly kind: 'optimize'; readonly input: OptimizeInput }
  | { readonly kind: 'profile'; readonly text: string }
export type EngineTaskResult = MatchResult | OptimizeResult | Profile

/** The task to read a profile. The text is cut to the length that the engine reads. */
export function profileTask(text: string): Extract<EngineTask, { kind: 'profile' }> {
  return { kind: 'profile', text: text.slice(0, limits.profileTextUnitsMax) }
}

/** Runs a task in the current thread. */
export function runTask(task: EngineTask): EngineTaskResult {
  switch (task.kind) {
    case 'match':
      return matchNow(task.input, task.today)
    case 'optimize':
      return optimizeNow(task.input)
    case 'profile':
      return readProfile(task.text)
  }
}

/** Matches in the current thread, for tools and tests. Pure, apart from `today`; only its month counts. */
export function matchNow(input: MatchInput, today: Date): MatchResult {
  const month = monthNumber(today.getUTCFullYear(), today.getUTCMonth() + 1)
  const { data, unroundedScore, recommended } = matchTexts(input, month, engine)
  return { data, unroundedScore, recommended, usage: usageOf(input, data) }
}

/** Optimises in the current thread, for tools and tests. Pure. */
export function optimizeNow(input: OptimizeInput): OptimizeResult {
  const data: OptimizeData = { ...optimizeJobDescription(input), engine }
  return { data, usage: usageOf(input, optimizeDataToWire(data)) }
}

/** The tokens of all texts of an input. */
function promptTokens({ jdText = '', ...others }: MatchInput | OptimizeInput): number {
  const criteria = 'criteria' in others && others.criteria ? others.criteria.map(({ text }) => text) : []
  return [...Object.values(others), ...criteria].reduce((sum: number, text: unknown) => {
    return typeof text === 'string' ? sum + countTokens(text) : sum
  }, tokensOfJob(jdText))
}

let lastJob = { text: '', tokens: 0 }

/** A batch repeats the same job description, so the last count is cached. */
function tokensOfJob(text: string): number {
  if (text !== lastJob.text) lastJob = { text, tokens: countTokens(text) }
  return lastJob.tokens
}

/** The tokens of the input, and the tokens of the result as JSON, up to the cap. */
export function usageOf(input: MatchInput | OptimizeInput, result: object): TokenUsage {
  const completionTokens = Math.min(limits.completionTokensMax, countTokensOfJson(JSON.stringify(result)))
  return { promptTokens: promptTokens(input), completionTokens }
}
