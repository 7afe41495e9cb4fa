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
  /** The rule that it most likely breaks, all that are likely, and all that some of its words may break. */
  readonly theme: string
  readonly themes: readonly string[]
  readonly possible: readonly string[]
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

/**
 * A clause that breaks two rules makes both probable. Another rule than the likeliest counts from this share of
 * its probability, if it is also far more probable than a lawful reading.
 */
const besideShareMin = 0.5
const themesMax = 3
const possibleShareMin = 0.005
const besideFineMin = 20

/** The same with a given table, to measure it before it is adopted. */
export function judgeBy(
  text: string,
  language: Language,
  table: BucketTable,
  shareMin = besideShareMin,
): Judgement {
  const scores = [...table.bias]
  const { kindOf, weightOf } = table
  for (const feature of featuresOf(text, language)) {
    const end = table.from[feature + 1] ?? 0
    for (let at = table.from[feature] ?? 0; at < end; at += 1) {
      const kind = kindOf[at] ?? 0
      scores[kind] = (scores[kind] ?? 0) + (weightOf[at] ?? 0)
    }
  }
  const top = Math.max(...scores)
  const raised = scores.map((score) => Math.exp((score - top) * bucketUnit))
  const sum = raised.reduce((total, each) => total + each, 0)
  const [fine = 0, aside = 0, ...themes] = raised.map((each) => each / sum)
  const nameOf = (at: number): string => table.kinds[at + 2] ?? ''
  const order = themes.map((_chance, at) => at).sort((a, b) => (themes[b] ?? 0) - (themes[a] ?? 0))
  const [likeliest = 0] = order
  const most = themes[likeliest] ?? 0
  const from = (least: number): string[] =>
    order.flatMap((at, place) => (place === 0 || (themes[at] ?? 0) >= least ? [nameOf(at)] : []))
  return {
    fine,
    aside,
    harm: Math.max(0, 1 - fine - aside),
    theme: nameOf(likeliest),
    themes: from(Math.max(shareMin * most, besideFineMin * fine)).slice(0, themesMax),
    possible: from(Math.max(possibleShareMin * most, fine)),
  }
}
