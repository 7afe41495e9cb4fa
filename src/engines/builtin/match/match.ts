import type { EngineName, MatchData, MatchInput } from '../../../contract/index.ts'
import { type Assessed, assess } from './assess.ts'
import { explain } from './explain.ts'
import { readJob } from './job.ts'
import { indexLines } from './line-index.ts'
import { readResume } from './resume.ts'
import { type Scored, score } from './score.ts'
import { cosine, similarityCredit, weigh } from './similarity.ts'
import { titleCredit } from './title.ts'

export interface Matched {
  readonly data: MatchData
  /** 0 to 100, not rounded: what a batch is ranked by. */
  readonly unroundedScore: number
  /** How the score came about. */
  readonly scored: Scored
}

/**
 * Holds a resume against a job description. Pure: the same texts in the same month give the same result.
 * `today` is a month number (`monthNumber`), for spans that last until now.
 */
export function matchTexts(input: MatchInput, today: number, engine: EngineName): Matched {
  const job = readJob(input.jdText, input.jobTitle)
  const facts = readResume(input.resumeText, today, job.ownSegments, job.concepts)
  const lines = indexLines(facts.segments)
  const assessed: Assessed[] = job.requirements.map((requirement) => assess(requirement, facts, lines))
  const resumeWords = weigh(lines.counts)
  const similarity = similarityCredit(cosine(job.words, resumeWords))
  const scored = score(assessed, similarity, titleCredit(job.title, facts))
  const rounded = Math.round(scored.score * 10) / 10
  const explained = explain(job.language, scored, assessed, facts)
  return { data: { score: rounded, ...explained, engine }, unroundedScore: scored.score, scored }
}
