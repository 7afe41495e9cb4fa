import type { Language } from '../../text/index.ts'
import { type BucketTable, bucketUnit, tableOf } from './bucket-table.ts'
import { featuresOf } from './features.ts'

export interface Judgement {
  /**
   * Probabilities that sum to 1: the clause describes the job, only surrounds its description, or is
   * harmful.
   */
  readonly fine: number
  readonly aside: number
  readonly harm: number
  /** The rule that it most likely breaks, and all rules that are about as likely. */
  readonly theme: string
  readonly themes: readonly string[]
}

/** The most likely class of a clause, by the trained table (`training/clauses.ts`). */
export function judgeClause(text: string, language: Language): Judgement {
  const key = language + text
  const known = judged.get(key)
  if (known !== undefined) return known
  const judgement = judgeBy(text, language, tableOf(language, 'clauses'))
  if (judged.size >= judgedMax) judged.clear()
  if (text.length <= judgedCharactersMax) judged.set(key, judgement)
  return judgement
}

/** The same clause is judged as it was given, within its line, and as it is to be published. */
const judged = new Map<string, Judgement>()
const judgedMax = 2_000
const judgedCharactersMax = 300

/** The training data contain a clause that breaks two rules once for each. */
const besideMin = 0.33

/** The same with a given table, to measure it before it is adopted. */
export function judgeBy(text: string, language: Language, table: BucketTable): Judgement {
  const scores = [...table.bias]
  const { from, kindOf, weightOf } = table
  for (const feature of featuresOf(text, language)) {
    const end = from[feature + 1] ?? 0
    for (let at = from[feature] ?? 0; at < end; at += 1) {
      const kind = kindOf[at] ?? 0
      scores[kind] = (scores[kind] ?? 0) + (weightOf[at] ?? 0)
    }
  }
  const top = Math.max(...scores)
  const raised = scores.map((score) => Math.exp((score - top) * bucketUnit))
  const sum = raised.reduce((total, each) => total + each, 0)
  const [fine = 0, aside = 0, ...themes] = raised.map((each) => each / sum)
  const likeliest = themes.indexOf(Math.max(...themes))
  const nameOf = (at: number): string => table.kinds[at + 2] ?? ''
  const likely = themes.flatMap((chance, at) => (at !== likeliest && chance >= besideMin ? [nameOf(at)] : []))
  return {
    fine,
    aside,
    harm: Math.max(0, 1 - fine - aside),
    theme: nameOf(likeliest),
    themes: [nameOf(likeliest), ...likely],
  }
}
