import type { BatchSummary } from '../contract/index.ts'
import type { Language } from '../engines/index.ts'
import { phrasesIn } from './phrases.ts'
import type { ItemResult } from './sealed.ts'
import { rank } from './state.ts'

const reasonsMax = 3
const highScoreMin = 70

/** A candidate of an ended batch, with its texts opened. */
export interface EndedCandidate {
  readonly position: number
  readonly label: string
  readonly score: number | null
  readonly result: ItemResult | null
}

/**
 * Summarises a batch: counts, and the strengths of the first recommended candidates. It praises no candidate
 * that is not recommended, whatever the rank.
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
