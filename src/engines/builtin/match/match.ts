import type { EngineName, MatchData, MatchInput } from '../../../contract/index.ts'
import { echoesOf } from './explain/echoes.ts'
import { explain, lastJobOf } from './explain/explain.ts'
import { createGrades } from './grades/grades.ts'
import { type Job, readJob } from './job/job.ts'
import type { GivenRequirement } from './job/requirements.ts'
import { indexLines } from './read/line-index.ts'
import { type ResumeFacts, readResume } from './resume/resume.ts'
import { readVisible, type Visible } from './resume/visible.ts'
import { type Assessed, assess, notJudged } from './score/assess.ts'
import { likenessOf } from './score/likeness.ts'
import { scoreParts } from './score/parts.ts'
import { type Likeness, type Scored, score } from './score/score.ts'
import { lowerByStance } from './stance/lower-by-stance.ts'

export interface Matched {
  readonly data: MatchData
  /** 0 to 100, not rounded; a batch is ranked by it. */
  readonly unroundedScore: number
  /** Whether the recommendation is to proceed with the candidate. */
  readonly recommended: boolean
  /** The parts of the score. */
  readonly scored: Scored
  readonly likeness: Likeness
}

/** The results of this engine, passed to another judge. */
export interface Reading {
  readonly job: Job
  readonly facts: ResumeFacts
  readonly assessed: readonly Assessed[]
}

/** Replacements from another reader and another judge; all later steps are the same. */
export interface Elsewhere {
  /** Requirements from the job description that replace those found by this engine. */
  readonly requirements?: readonly GivenRequirement[] | undefined
  /** Returns verdicts that replace the given ones, one for each, in the same order. */
  readonly judge?: (reading: Reading) => readonly Assessed[]
}

/**
 * Scores a resume against a job description. Pure: the same texts in the same month give the same result.
 * `today` is a month number (`monthNumber`), used as the end of open date ranges. If text is hidden from
 * readers, the resume is scored with and without it, and the lower score counts.
 */
export function matchTexts(
  input: MatchInput,
  today: number,
  engine: EngineName,
  { requirements, judge = ({ assessed }) => assessed }: Elsewhere = {},
): Matched {
  const job = readJob(input.jdText, input.jobTitle, input.criteria, requirements)
  const { text, open, asGiven } = readVisible(input.resumeText)
  const match = (seen: string) => matchVisible(job, seen, today, { engine, asGiven, judge })
  const whole = match(text)
  if (open === undefined) return whole
  const opened = match(open)
  return opened.unroundedScore < whole.unroundedScore ? opened : whole
}

interface With extends Pick<Visible, 'asGiven'> {
  readonly engine: EngineName
  readonly judge: NonNullable<Elsewhere['judge']>
}

function matchVisible(job: Job, resumeText: string, today: number, options: With): Matched {
  const { engine, asGiven, judge } = options
  const facts = readResume(resumeText, today, job.ownSegments, job.terms)
  const lines = indexLines(facts.segments)
  const grade = createGrades(facts, today)
  const own: Assessed[] = job.requirements.map((requirement) =>
    requirement.isBarred ? notJudged(requirement) : grade(lowerByStance(assess(requirement, facts, lines))),
  )
  const assessed = judge({ job, facts, assessed: own })
  const { ofResume, ...likeness } = likenessOf(job, facts, lines, assessed)
  const scored = score(assessed, likeness)
  const echo = echoesOf(facts.echoes)
  const explainable = assessed.map((each) => ({
    ...each,
    quotes: each.quotes.map(asGiven),
    echo: each.status === 'not_met' ? asGiven(echo(each.requirement)) : '',
  }))
  const { recommended, ...explained } = explain(
    job.language,
    scored,
    explainable,
    facts,
    asGiven(lastJobOf(facts)),
  )
  const data = {
    score: Math.round(scored.score * 10) / 10,
    ...explained,
    parts: scoreParts(scored, job.profile, ofResume),
    engine,
  }
  return { data, unroundedScore: scored.score, recommended, scored, likeness }
}
