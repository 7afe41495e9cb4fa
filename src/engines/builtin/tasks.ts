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
/** Changes whenever the same texts may give another result. */
export const engineVersion = '2.12.0'
const engine = { name: builtinName, version: engineVersion }

/** What a thread can be asked for. */
export type EngineTask =
  | { readonly kind: 'match'; readonly input: MatchInput; readonly today: Date }
  | { readonly kind: 'optimize'; readonly input: OptimizeInput }
  | { readonly kind: 'profile'; readonly text: string }
export type EngineTaskResult = MatchResult | OptimizeResult | Profile

/** The task of reading a profile, with no more of the text than is read. */
export function profileTask(text: string): Extract<EngineTask, { kind: 'profile' }> {
  return { kind: 'profile', text: text.slice(0, limits.profileTextUnitsMax) }
}

/** Does a task here and now. */
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

/** Matches without a thread: for tools and tests. Pure but for `today`, of which the month counts. */
export function matchNow(input: MatchInput, today: Date): MatchResult {
  const month = monthNumber(today.getUTCFullYear(), today.getUTCMonth() + 1)
  const { data, unroundedScore, recommended } = matchTexts(input, month, engine)
  return { data, unroundedScore, recommended, usage: usageOf(input, data) }
}

/** Optimises without a thread: for tools and tests. Pure. */
export function optimizeNow(input: OptimizeInput): OptimizeResult {
  const data: OptimizeData = { ...optimizeJobDescription(input), engine }
  return { data, usage: usageOf(input, optimizeDataToWire(data)) }
}

/** Tokens of all texts of an input. */
function promptTokens({ jdText = '', ...others }: MatchInput | OptimizeInput): number {
  const criteria = 'criteria' in others && others.criteria ? others.criteria.map(({ text }) => text) : []
  return [...Object.values(others), ...criteria].reduce((sum: number, text: unknown) => {
    return typeof text === 'string' ? sum + countTokens(text) : sum
  }, tokensOfJob(jdText))
}

let lastJob = { text: '', tokens: 0 }

/** A batch asks for the same job description again and again. */
function tokensOfJob(text: string): number {
  if (text !== lastJob.text) lastJob = { text, tokens: countTokens(text) }
  return lastJob.tokens
}

/** Tokens in, and tokens of the result as JSON, of which no more than the cap are counted. */
export function usageOf(input: MatchInput | OptimizeInput, result: object): TokenUsage {
  const completionTokens = Math.min(limits.completionTokensMax, countTokensOfJson(JSON.stringify(result)))
  return { promptTokens: promptTokens(input), completionTokens }
}
