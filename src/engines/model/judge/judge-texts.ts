import type { MatchData, MatchInput } from '../../../contract/index.ts'
import { type Job, readJob } from '../../builtin/match/job/job.ts'
import type { GivenRequirement, Requirement } from '../../builtin/match/job/requirements.ts'
import { type Matched, matchTexts, type Reading } from '../../builtin/match/match.ts'
import { readVisible } from '../../builtin/match/resume/visible.ts'
import { weightOf } from '../../builtin/match/score/score.ts'
import { type MaySee, redactResume } from '../redact/redact.ts'
import { redactJob } from '../redact/redact-job.ts'
import { type Decoy, decoyFor, speaksOfDecoy } from './decoys.ts'
import { createQuoteFinder } from './find-quote.ts'
import type { JudgeQuestion } from './questions.ts'
import { type CheckedVerdict, confidenceOf, settle } from './settle.ts'
import type { ModelVerdict } from './verdicts.ts'

/** The input of a match by a model, without the model's answer. */
export interface JudgeInput {
  readonly input: MatchInput
  /** The requirements that a model extracted. If undefined, the builtin engine extracts them. */
  readonly requirements: readonly GivenRequirement[] | undefined
  readonly maySee: MaySee
}

/** The question about a candidate; null if the job has no requirements to check. */
export function questionFor({ input, requirements, maySee }: JudgeInput): JudgeQuestion | null {
  const job = readJob(input.jdText, input.jobTitle, input.criteria, requirements)
  const asked = askedOf(job)
  if (asked.length === 0) return null
  const texts = asked.map(({ text }) => redactJob(text))
  const decoy = decoyFor(input.jdText, asked.length, job.language)
  return {
    requirements: [...texts.slice(0, decoy.at), decoy.text, ...texts.slice(decoy.at)],
    title: job.title === undefined ? undefined : redactJob(job.title),
    resume: redactResume(seenBy(input.resumeText), maySee).text,
  }
}

/** The visible text, without content hidden by characters or styles. */
function seenBy(resumeText: string): string {
  const { text, open } = readVisible(resumeText)
  return open ?? text
}

/** The requirements for the model: without barred criteria and places of work. */
const isAsked = ({ isBarred, kind }: Requirement): boolean => isBarred !== true && kind !== 'place'
const askedOf = ({ requirements }: Job): Requirement[] => requirements.filter(isAsked)

export interface Judged {
  readonly matched: Matched
  readonly confidence: number | undefined
  /** The model claimed that the decoy is met, so its verdicts were discarded. */
  readonly isDistrusted: boolean
}

/** A match with the checked verdicts of a model. The builtin engine computes score, bands and texts. */
export function judgeTexts(
  { input, requirements, maySee }: JudgeInput,
  answer: readonly ModelVerdict[],
  today: number,
  engine: MatchData['engine'],
): Judged {
  const job = readJob(input.jdText, input.jobTitle, input.criteria, requirements)
  const decoy = decoyFor(input.jdText, askedOf(job).length, job.language)
  const visible = seenBy(input.resumeText)
  const isDistrusted = isTakenIn(answer[decoy.at], visible, decoy)
  const own = answer.filter((_, index) => index !== decoy.at)
  const finder = createQuoteFinder(redactResume(visible, maySee))
  const checked = own.map(({ quotes, level, status }): CheckedVerdict => {
    return { level, status, quotes: [...new Set(quotes.flatMap((quote) => finder.find(quote)))] }
  })
  let confidence = 0
  const judge = (reading: Reading) => {
    let at = 0
    const verdicts = reading.assessed.map(({ requirement }) => {
      return isAsked(requirement) && !isDistrusted ? checked[at++] : undefined
    })
    const settled = settle(reading, verdicts)
    confidence = confidenceOf(
      settled.filter((_, index) => isAsked(reading.assessed[index]?.requirement as Requirement)),
      weightOf,
    )
    return settled.map(({ assessed }) => assessed)
  }
  const matched = matchTexts(input, today, engine, { requirements, judge })
  return {
    matched,
    confidence: job.requirements.length === 0 ? undefined : isDistrusted ? 0 : confidence,
    isDistrusted,
  }
}

function isTakenIn(verdict: ModelVerdict | undefined, resume: string, decoy: Decoy): boolean {
  if (verdict === undefined || (verdict.status !== 'met' && verdict.status !== 'partly')) return false
  return !speaksOfDecoy(resume, decoy)
}
