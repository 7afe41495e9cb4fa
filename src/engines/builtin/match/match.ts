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

/** What this reading found, for another judge. */
export interface Reading {
  readonly job: Job
  readonly facts: ResumeFacts
  readonly assessed: readonly Assessed[]
}

/** What another reader and another judge say; all that follows from it is the same. */
export interface Elsewhere {
  /** Requirements read out of the job description, instead of those that this reading finds. */
  readonly requirements?: readonly GivenRequirement[] | undefined
  /** Verdicts instead of these, one for each of them, in their order. */
  readonly judge?: (reading: Reading) => readonly Assessed[]
}

/**
 * Holds a resume against a job description. Pure: the same texts in the same month give the same result.
 * `today` is a month number (`monthNumber`), for spans that last until now. What is hidden from a reader
 * never raises a score: the lower one counts, with it or without.
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
    requirement.isBarred ? notJudged(requirement) : grade(temper(assess(requirement, facts, lines))),
  )
  const assessed = judge({ job, facts, assessed: own })
  const { ofResume, ...likeness } = likenessOf(job, facts, lines, assessed)
  const scored = score(assessed, likeness)
  const echo = echoesOf(facts.echoes)
  const told = assessed.map((each) => ({
    ...each,
    quotes: each.quotes.map(asGiven),
    echo: each.status === 'not_met' ? asGiven(echo(each.requirement)) : '',
  }))
  const { recommended, ...explained } = explain(job.language, scored, told, facts, asGiven(lastJobOf(facts)))
  const data = {
    score: Math.round(scored.score * 10) / 10,
    ...explained,
    parts: scoreParts(scored, job.profile, ofResume),
    engine,
  }
  return { data, unroundedScore: scored.score, recommended, scored, likeness }
}
