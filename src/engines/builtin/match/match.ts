import type { EngineName, MatchData, MatchInput } from '../../../contract/index.ts'
import { echoesOf } from './explain/echoes.ts'
import { explain } from './explain/explain.ts'
import { createGrades } from './grades/grades.ts'
import { type Job, readJob } from './job/job.ts'
import { indexLines } from './read/line-index.ts'
import { readResume } from './resume/resume.ts'
import { readVisible, type Visible } from './resume/visible.ts'
import { type Assessed, assess, notJudged } from './score/assess.ts'
import { likenessOf } from './score/likeness.ts'
import { scoreParts } from './score/parts.ts'
import { type Likeness, type Scored, score } from './score/score.ts'
import { temper } from './stance/temper.ts'

export interface Matched {
  readonly data: MatchData
  /** 0 to 100, not rounded: what a batch is ranked by. */
  readonly unroundedScore: number
  /** Whether it is concluded to go on with the candidate. */
  readonly recommended: boolean
  /** How the score came about. */
  readonly scored: Scored
  readonly likeness: Likeness
}

/**
 * Holds a resume against a job description. Pure: the same texts in the same month give the same result.
 * `today` is a month number (`monthNumber`), for spans that last until now. What is hidden from a reader
 * never raises a score: the lower one counts, with it or without.
 */
export function matchTexts(input: MatchInput, today: number, engine: EngineName): Matched {
  const job = readJob(input.jdText, input.jobTitle, input.criteria)
  const { text, open, asGiven } = readVisible(input.resumeText)
  const whole = matchVisible(job, text, today, engine, asGiven)
  if (open === undefined) return whole
  const opened = matchVisible(job, open, today, engine, asGiven)
  return opened.unroundedScore < whole.unroundedScore ? opened : whole
}

function matchVisible(
  job: Job,
  resumeText: string,
  today: number,
  engine: EngineName,
  asGiven: Visible['asGiven'],
): Matched {
  const facts = readResume(resumeText, today, job.ownSegments, job.terms)
  const lines = indexLines(facts.segments)
  const grade = createGrades(facts, today)
  const assessed: Assessed[] = job.requirements.map((requirement) =>
    requirement.isBarred ? notJudged(requirement) : grade(temper(assess(requirement, facts, lines))),
  )
  const { ofResume, ...likeness } = likenessOf(job, facts, lines, assessed)
  const scored = score(assessed, likeness)
  const echo = echoesOf(facts.echoes)
  const told = assessed.map((each) => ({
    ...each,
    quotes: each.quotes.map(asGiven),
    echo: each.status === 'not_met' ? asGiven(echo(each.requirement)) : '',
  }))
  const { recommended, ...explained } = explain(job.language, scored, told, facts)
  const data = {
    score: Math.round(scored.score * 10) / 10,
    ...explained,
    parts: scoreParts(scored, job.profile, ofResume),
    engine,
  }
  return { data, unroundedScore: scored.score, recommended, scored, likeness }
}
