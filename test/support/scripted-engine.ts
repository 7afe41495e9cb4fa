import type { MatchData, MatchInput, OptimizeInput } from '../../src/contract/index.ts'
import type { Engine, MatchResult, OptimizeResult } from '../../src/engines/index.ts'

/**
 * An engine whose every answer the test decides. It costs nothing, so it also measures the code around it.
 */
export interface ScriptedEngine extends Engine {
  /** The behaviour of the next calls, until it is set again. */
  behave(behaviour: Behaviour): void
  /** The behaviour before it quotes the price of an optimisation, until it is set again. */
  quoteAs(behaviour: Behaviour): void
  /** The result of the next matches, until it is set again; null for the usual one. */
  answerMatchWith(data: MatchData | null): void
  /** The score of each next match by its input, until it is set again. The engine rethrows its errors. */
  scoreBy(score: ((input: MatchInput) => number | Promise<number>) | null): void
  /** Calls that reached the engine. */
  calls(): number
  /** The inputs of its matches, the latest last. */
  matches(): readonly MatchInput[]
  /** The owner that was passed with each call. */
  owners(): readonly (string | undefined)[]
}

export type Behaviour = (signal: AbortSignal) => Promise<void>

export const atOnce: Behaviour = async () => {}
export const failing: Behaviour = async () => {
  throw new Error('the engine broke: planted secret')
}
/** Never ends unless it is aborted; then it rejects. */
export const endless: Behaviour = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

const engine = { name: 'scripted', version: '1' }
export const usualMatch: MatchData = {
  score: 50,
  strengths: [],
  gaps: [],
  keywords: [],
  actions: [],
  recommendation: '待定',
  requirements: [],
  warnings: [],
  engine,
}

export function scriptedEngine(): ScriptedEngine {
  let behaviour = atOnce
  let quoting = atOnce
  let calls = 0
  const owners: (string | undefined)[] = []
  const matches: MatchInput[] = []
  let answer = usualMatch
  let scoreOf: ((input: MatchInput) => number | Promise<number>) | null = null
  return {
    ...engine,
    behave(next) {
      behaviour = next
    },
    quoteAs(next) {
      quoting = next
    },
    answerMatchWith(data) {
      answer = data ?? usualMatch
    },
    scoreBy(score) {
      scoreOf = score
    },
    calls: () => calls,
    owners: () => owners,
    matches: () => matches,
    async match(input: MatchInput, signal, owner): Promise<MatchResult> {
      calls += 1
      owners.push(owner?.key)
      matches.push(input)
      await behaviour(signal)
      const usage = { promptTokens: 10, completionTokens: 5 }
      if (scoreOf !== null) {
        const unroundedScore = await scoreOf(input)
        const data = { ...answer, score: Math.round(unroundedScore * 10) / 10 }
        return { data, usage, unroundedScore, recommended: unroundedScore >= 70 }
      }
      return { data: answer, usage, unroundedScore: 50, recommended: false }
    },
    async optimize(_input: OptimizeInput, signal, owner): Promise<OptimizeResult> {
      calls += 1
      owners.push(owner?.key)
      await behaviour(signal)
      return {
        data: { content: '# 岗位', changes: [], compliance: [], missing: [], engine },
        usage: { promptTokens: 1_000, completionTokens: 4_000 },
      }
    },
    async quoteOptimize(_input, signal, owner) {
      owners.push(owner?.key)
      await quoting(signal)
      return { kind: 'bound', promptTokensMax: 1_000 }
    },
    async readProfile(_text, signal, owner) {
      calls += 1
      owners.push(owner?.key)
      await behaviour(signal)
      const contact = { emails: [], phones: [], links: [], place: null }
      return { name: null, contact, jobs: [], education: [], skills: [], languages: [] }
    },
    close: async () => {},
  }
}
