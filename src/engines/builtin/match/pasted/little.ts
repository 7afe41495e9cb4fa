import { keyOf, namedIn } from '../read/named.ts'
import type { Segment } from '../read/segment.ts'
import { rowsOf, units } from './copied.ts'
import { isSuchWork } from './heads.ts'
import type { JobTerms } from './job-terms.ts'
import { mirroredSegments } from './mirrored.ts'
import { isNumber, saidIn, tellingNumber, tellingWords } from './own-words.ts'
import { type CutSegments, cutTails } from './tails.ts'
import { withoutVerdicts } from './verdicts.ts'

/** The segments of a resume, and by index those that may have been made for the job (`mirroredSegments`). */
export interface ToldSegments {
  readonly segments: readonly Segment[]
  readonly made: ReadonlyMap<number, number>
}

/**
 * Tells apart what a resume says of its own and what may have been made for the job. Verdicts on somebody are
 * neither.
 */
export function tellApart(all: readonly Segment[], job: JobTerms): ToldSegments {
  const segments = withoutVerdicts(all, job)
  const cut = cutTails(segments, job)
  const made = mirroredSegments(cut, job)
  const tellsNumbers = segments.some(({ norm }) => tellingNumber.test(norm))
  return saysLittle(cut, made, job, tellsNumbers)
    ? { segments, made: new Map() }
    : { segments: cut.segments, made }
}

/** Who says less than this of their own has only the words of the job to say it in. */
const ownMin = 14

/**
 * True for a resume of so few words that those of the job are no addition to it: `5 years of Java with Spring
 * Boot` says all that there is to say. Beside work of another kind they are one all the same.
 */
function saysLittle(
  { segments }: CutSegments,
  made: ReadonlyMap<number, number>,
  job: JobTerms,
  tellsNumbers: boolean,
): boolean {
  if (made.size === 0) return true
  const rest = segments.filter((_, index) => !made.has(index))
  if (saysOfOwn(rest, job)) return false
  const ofJob = segments.filter((_, index) => made.has(index))
  if (isNothingElse(ofJob, job, tellsNumbers) || isCopied(ofJob, job)) return false
  return isSuchWork(ofJob, rest, (hit) => job.concepts.has(keyOf(hit)))
}

/** Who tells little tells how much, or a bit that the job doesn't say; so few words may do without. */
const bareOfJobMax = { withNumbers: 40, alone: 12 }
const ownShareMin = 0.05

/** True for more than a few words of the job with hardly one that isn't: they were picked out of it. */
function isNothingElse(segments: readonly Segment[], job: JobTerms, tellsNumbers: boolean): boolean {
  const { own, ofJob } = saidIn(new Set(segments.flatMap(tellingWords)), job)
  const most = tellsNumbers ? bareOfJobMax.withNumbers : bareOfJobMax.alone
  return ofJob > most && own < ofJob * ownShareMin
}

/** So many signs or words in the order in which the job has them were copied, however little else is said. */
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
