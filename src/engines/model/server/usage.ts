import { countTokens } from '../../builtin/text/index.ts'
import { type Question, systemWithSchema } from './profile.ts'
import type { Reply, ReportedUsage } from './reply.ts'

/**
 * The most answers that one question can cost: a first one, one after a mistake, and one more after a
 * connection that broke. What ends without an answer (429, 5xx) costs nothing and isn't counted.
 */
export const answersMax = 3

/** Of each turn, for its role and its frame. */
const turnTokens = 8
/** Other models cut texts into more tokens than the vocabulary that is counted with. */
const otherVocabularies = 1.5
const mistakeTokensMax = 256

interface Prompt {
  readonly system: string
  readonly user: string
  readonly schema: { readonly schema: object }
  readonly completionTokensMax: number
}

/** The most prompt tokens of all attempts. */
export function promptTokensMaxOf(prompt: Prompt): number {
  return answersMax * firstPromptMax(prompt) + (answersMax - 1) * repairMax(prompt)
}

function firstPromptMax({ system, user, schema }: Prompt): number {
  return mostTokens(systemWithSchema(system, schema.schema)) + mostTokens(user) + 2 * turnTokens
}

/** The answer that was wrong, and what was wrong with it. */
function repairMax({ completionTokensMax }: Prompt): number {
  return Math.ceil(completionTokensMax * otherVocabularies) + mistakeTokensMax + 2 * turnTokens
}

/** No vocabulary of bytes makes more tokens of a text than it has bytes. */
function mostTokens(text: string): number {
  return Math.min(Buffer.byteLength(text), Math.ceil(countTokens(text) * otherVocabularies))
}

/** What one answer used. */
export interface UsedTokens extends ReportedUsage {
  readonly source: 'reported' | 'counted'
}

/** Adds up what the attempts of one question used. */
export interface Tally {
  /** Adds an answer; returns what it used, as it was reported or counted. */
  add(question: Question, reply: Reply): UsedTokens
  sum(): { readonly promptTokens: number; readonly completionTokens: number }
  readonly attempts: number
  readonly usageReported: boolean
}

/**
 * Counts what a server reports; where it reports nothing, what was sent and received. Never above what was
 * held for it, whatever a server reports.
 */
export function createTally(prompt: Prompt): Tally {
  let [promptTokens, completionTokens, attempts] = [0, 0, 0]
  let usageReported = true
  return {
    add(question, reply) {
      const used = usedBy(question, reply)
      attempts += 1
      promptTokens += used.promptTokens
      completionTokens += used.completionTokens
      if (used.source === 'counted') usageReported = false
      return used
    },
    sum: () => ({
      promptTokens: Math.min(promptTokens, promptTokensMaxOf(prompt)),
      completionTokens: Math.min(completionTokens, attempts * prompt.completionTokensMax),
    }),
    get attempts() {
      return attempts
    },
    get usageReported() {
      return usageReported
    },
  }
}

function usedBy({ system, turns }: Question, { usage, content, reasoning }: Reply): UsedTokens {
  if (usage !== null) return { ...usage, source: 'reported' }
  const texts = [system, ...turns.map((each) => each.content)]
  const reasoningTokens = countTokens(reasoning)
  return {
    source: 'counted',
    promptTokens: texts.reduce((sum, text) => sum + countTokens(text) + turnTokens, 0),
    completionTokens: Math.max(1, countTokens(content) + reasoningTokens),
    reasoningTokens,
    cachedTokens: 0,
  }
}
