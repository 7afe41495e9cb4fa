import type { EngineName, MatchData, MatchInput } from '../../../contract/index.ts'
import { detectLanguage } from '../text/index.ts'
import { type Assessed, assess } from './assess.ts'
import { explain } from './explain.ts'
import { readJob } from './job.ts'
import { indexLines } from './line-index.ts'
import { scoreParts } from './parts.ts'
import { profileLikeness, profileOf } from './profile.ts'
import { readResume } from './resume.ts'
import { type Likeness, type Scored, score } from './score.ts'
import { cosine, similarityCredit, weigh } from './similarity.ts'
import { titleCredit } from './title.ts'
import { topicLikeness, topicsOfResume } from './topics.ts'

export interface Matched {
  readonly data: MatchData
  /** 0 to 100, not rounded: what a batch is ranked by. */
  readonly unroundedScore: number
  /** How the score came about. */
  readonly scored: Scored
  readonly likeness: Likeness
}

/**
 * Holds a resume against a job description. Pure: the same texts in the same month give the same result.
 * `today` is a month number (`monthNumber`), for spans that last until now.
 */
export function matchTexts(input: MatchInput, today: number, engine: EngineName): Matched {
  const job = readJob(input.jdText, input.jobTitle)
  const facts = readResume(input.resumeText, today, job.ownSegments, job.terms)
  const lines = indexLines(facts.segments)
  const assessed: Assessed[] = job.requirements.map((requirement) => assess(requirement, facts, lines))
  const own = facts.segments.map(({ norm }) => norm)
  const language = detectLanguage(own.join(' '))
  const profile = profileOf(facts.counts, language)
  const likeness = {
    profile: profileLikeness(job.profile, profile),
    similarity: similarityCredit(cosine(job.words, weigh(lines.counts))),
    title: titleCredit(job.title, facts),
    topics: language === 'zh' ? job.topics && topicLikeness(job.topics, topicsOfResume(own)) : undefined,
  }
  const scored = score(assessed, likeness)
  const data = {
    score: Math.round(scored.score * 10) / 10,
    ...explain(job.language, scored, assessed, facts),
    parts: scoreParts(scored, job.profile, profile),
    engine,
  }
  return { data, unroundedScore: scored.score, scored, likeness }
}
