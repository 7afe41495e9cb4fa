import { countTokens } from '../../builtin/text/index.ts'
import { type Question, systemWithSchema } from './profile.ts'
import type { Reply, ReportedUsage } from './reply.ts'

/**
 * The most answers that one question can cost: the first, a repaired one, and one after a broken
 * connection. Failures without an answer (429, 5xx) cost nothing and aren't counted.
 */
export const answersMax = 3

/** The overhead of a message, for its role and frame. */
const messageTokens = 8
/** The most tokens of other models per token counted here. */
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
  return mostTokens(systemWithSchema(system, schema.schema)) + mostTokens(user) + 2 * messageTokens
}

/** The wrong answer and its mistake. */
function repairMax({ completionTokensMax }: Prompt): number {
  return Math.ceil(completionTokensMax * otherVocabularies) + mistakeTokensMax + 2 * messageTokens
}

/** An upper bound: with a byte vocabulary, a text never has more tokens than bytes. */
function mostTokens(text: string): number {
  return Math.min(Buffer.byteLength(text), Math.ceil(countTokens(text) * otherVocabularies))
}

/** The usage of one answer. */
export interface UsedTokens extends ReportedUsage {
  readonly source: 'reported' | 'counted'
}

/** Sums the usage of a question's attempts. */
export interface Tally {
  /** Adds an answer. Returns its usage, as reported or counted. */
  add(question: Question, reply: Reply): UsedTokens
  sum(): { readonly promptTokens: number; readonly completionTokens: number }
  readonly attempts: number
  readonly usageReported: boolean
}

/**
 * Uses the reported usage; without it, counts the sent and received texts. The sum never exceeds what the
 * hold covers.
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
    promptTokens: texts.reduce((sum, text) => sum + countTokens(text) + messageTokens, 0),
    completionTokens: Math.max(1, countTokens(content) + reasoningTokens),
    reasoningTokens,
    cachedTokens: 0,
  }
}
