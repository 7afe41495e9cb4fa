import type { BatchSummary } from '../contract/index.ts'
import type { Language } from '../engines/index.ts'
import { phrasesIn } from './phrases.ts'
import type { ItemResult } from './sealed.ts'
import { rank } from './state.ts'

const reasonsMax = 3
const highScoreMin = 70

/** A candidate of a batch that has ended, with its texts open. */
export interface EndedCandidate {
  readonly position: number
  readonly label: string
  readonly score: number | null
  readonly result: ItemResult | null
}

/**
 * What can be said of a batch as a whole: counts, and what speaks for the first candidates that are
 * recommended. Nobody else is praised, however far up a ranking of the unfit.
 */
export function summarise(candidates: readonly EndedCandidate[], language: Language): BatchSummary {
  const phrases = phrasesIn(language)
  const ranked = rank(candidates).filter((each) => each.score !== null)
  const scores = ranked.map(({ score }) => Math.round(score ?? 0))
  const counts = {
    total: candidates.length,
    scored: ranked.length,
    failed: candidates.length - ranked.length,
  }
  const recommended = ranked.filter(({ result }) => result?.recommended === true)
  const highScores = scores.filter((score) => score >= highScoreMin).length
  const sentenceCounts = { ...counts, highScores, recommended: recommended.length }
  const [best] = ranked
  const matchConclusion =
    best === undefined
      ? phrases.nobody(sentenceCounts)
      : phrases.conclusion(sentenceCounts, { label: best.label, score: scores[0] ?? 0 })
  const topReasons = recommended.slice(0, reasonsMax).map(({ label, score, result }) => {
    const tags = (result?.shown ?? []).join(phrases.listComma)
    return phrases.reason(label, Math.round(score ?? 0), tags, result?.recommendation ?? '')
  })
  return { matchConclusion, topReasons, counts }
}
