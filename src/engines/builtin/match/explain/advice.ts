import { isOnlyNames } from '../read/line-shapes.ts'
import { namedIn } from '../read/named.ts'
import type { Segment } from '../read/segment.ts'
import type { Assessed } from '../score/assess.ts'
import type { Scored } from '../score/score.ts'
import { type Band, decisiveWeightMin, hardKinds, kindWeight, mustsOf, sameKindMin } from '../weights.ts'

/** The recommendation from a score and its verdicts, with the reasons that limit it. */
export interface Conclusion {
  /**
   * Undefined if nothing can be checked. `strong` and `good` mean an interview; `weak` means asking first.
   */
  readonly band: Band | undefined
  readonly musts: readonly Assessed[]
  /** The unmet must that has to be settled first. */
  readonly decisive: Assessed | undefined
  /** Hard musts that the resume doesn't mention. */
  readonly unstated: readonly Assessed[]
  /** Hard musts that the resume mentions but doesn't fully meet. */
  readonly short: readonly Assessed[]
  /** Most of the met requirements are only listed. */
  readonly isListed: boolean
  readonly isOtherWork: boolean
}

/**
 * An interview has four conditions besides the score. Every hard must is met (degree, licence, language,
 * years). At least half of the other musts are met. Most of their evidence is work, not a list. The work is
 * of the same kind, unless every must is met. If one fails, the candidate is asked first.
 */
export function concluded({ band, channels }: Scored, assessed: readonly Assessed[]): Conclusion {
  const checkable = assessed.filter(({ requirement }) => requirement.kind !== 'place')
  const musts = checkable.filter(({ requirement }) => requirement.priority === 'must')
  const decisive = musts.find(
    (each) => each.status === 'not_met' && kindWeight[each.requirement.kind] >= decisiveWeightMin,
  )
  const openHard = musts.filter((each) => hardKinds.has(each.requirement.kind) && each.status !== 'met')
  const [unstated, short] = [openHard.filter((each) => !isStated(each)), openHard.filter(isStated)]
  const isListed = !isUsed(musts)
  const isAllMet = musts.length > 0 && countOf(musts, 'met') === musts.length
  const isOtherWork = !isAllMet && (channels.profile ?? 1) < sameKindMin
  const found = { musts, decisive, unstated, short, isListed, isOtherWork }
  if (checkable.length === 0) return { ...found, band: undefined }
  if (band !== 'strong' && band !== 'good') return { ...found, band }
  const mayInvite = openHard.length === 0 && !isListed && !isOtherWork && isShownEnough(musts)
  const isStrong =
    band === 'strong' && decisive === undefined && countOf(musts, 'met') >= mustsOf.strongMet * musts.length
  return { ...found, band: !mayInvite ? 'weak' : isStrong ? 'strong' : 'good' }
}

const isStated = ({ status, quotes, isUnknown }: Assessed): boolean =>
  isUnknown !== true && (status !== 'not_met' || quotes.length > 0)

/** Duties describe the work; if there are other musts, only those count. */
function isShownEnough(musts: readonly Assessed[]): boolean {
  const asked = musts.filter(({ requirement }) => requirement.kind !== 'duty')
  const of = asked.length === 0 ? musts : asked
  const met = countOf(of, 'met')
  return met >= mustsOf.goodMet * of.length && met + countOf(of, 'partly') >= mustsOf.goodSome * of.length
}

/** Kinds that need work as evidence; a certificate, a degree or a language doesn't. */
const shownByWork: ReadonlySet<string> = new Set(['skill', 'domain', 'duty', 'other'])
const isOnlyListed = (segment: Segment): boolean =>
  segment.section === 'skills' ||
  segment.section === 'summary' ||
  segment.section === 'wish' ||
  (segment.section === 'plain' && isOnlyNames(segment.norm, namedIn(segment).concepts))

function isUsed(musts: readonly Assessed[]): boolean {
  const places = musts.flatMap(({ status, requirement, shownBy }) =>
    status === 'met' && shownByWork.has(requirement.kind) && shownBy !== undefined ? [shownBy] : [],
  )
  return places.filter((each) => !isOnlyListed(each)).length >= mustsOf.usedOfMet * places.length
}

export const countOf = (assessed: readonly Assessed[], status: string): number =>
  assessed.filter((each) => each.status === status).length
