import { keyOf, namedIn } from '../read/named.ts'
import type { Segment } from '../read/segment.ts'
import { rowsOf, units } from './copied.ts'
import { isSuchWork } from './heads.ts'
import type { JobTerms } from './job-terms.ts'
import { mirroredSegments } from './mirrored.ts'
import { informativeNumber, informativeWords, isNumber, saidIn } from './own-words.ts'
import { type CutSegments, cutTails } from './tails.ts'
import { withoutVerdicts } from './verdicts.ts'

/**
 * The segments of a resume, and the indexes of those that may have been written for the job
 * (`mirroredSegments`).
 */
export interface OwnSegments {
  readonly segments: readonly Segment[]
  readonly made: ReadonlyMap<number, number>
}

/**
 * Separates a resume's own statements from text that may have been written for the job. Verdicts on the
 * person are dropped.
 */
export function separatePasted(all: readonly Segment[], job: JobTerms): OwnSegments {
  const segments = withoutVerdicts(all, job)
  const cut = cutTails(segments, job)
  const made = mirroredSegments(cut, job)
  const hasNumbers = segments.some(({ norm }) => informativeNumber.test(norm))
  return saysLittle(cut, made, job, hasNumbers)
    ? { segments, made: new Map() }
    : { segments: cut.segments, made }
}

/** Below this weight of own words, a short resume can only use the words of the job. */
const ownMin = 14

/**
 * True for a resume so short that the job's words in it aren't an addition: `5 years of Java with Spring
 * Boot` is a complete statement. Beside work of another kind, they are an addition.
 */
function saysLittle(
  { segments }: CutSegments,
  made: ReadonlyMap<number, number>,
  job: JobTerms,
  hasNumbers: boolean,
): boolean {
  if (made.size === 0) return true
  const rest = segments.filter((_, index) => !made.has(index))
  if (saysOfOwn(rest, job)) return false
  const ofJob = segments.filter((_, index) => made.has(index))
  if (isNothingElse(ofJob, job, hasNumbers) || isCopied(ofJob, job)) return false
  return isSuchWork(ofJob, rest, (hit) => job.concepts.has(keyOf(hit)))
}

/**
 * A short honest resume gives amounts, or a term that the job doesn't use. Below these weights it needs
 * neither.
 */
const bareOfJobMax = { withNumbers: 40, alone: 12 }
const ownShareMin = 0.05

/**
 * True if more than a few words are the job's and almost none are others: the words were picked from the
 * job.
 */
function isNothingElse(segments: readonly Segment[], job: JobTerms, hasNumbers: boolean): boolean {
  const { own, ofJob } = saidIn(new Set(segments.flatMap(informativeWords)), job)
  const most = hasNumbers ? bareOfJobMax.withNumbers : bareOfJobMax.alone
  return ofJob > most && own < ofJob * ownShareMin
}

/** A run of this many units in the job's order was copied, however short the resume is. */
const rowUnits = 8

function isCopied(segments: readonly Segment[], job: JobTerms): boolean {
  const rows = new Set(rowsOf(units(job.norm), rowUnits))
  return rowsOf(units(segments.map(({ norm }) => norm).join('\n')), rowUnits).some((row) => rows.has(row))
}

function saysOfOwn(segments: readonly Segment[], job: JobTerms): boolean {
  const seen = new Set<string>()
  let own = 0
  for (const segment of segments) {
    const fresh = [...namedIn(segment).words.keys()].filter((word) => !seen.has(word) && !isNumber(word))
    for (const word of fresh) seen.add(word)
    own += saidIn(fresh, job).own
    if (own >= ownMin) return true
  }
  return false
}
