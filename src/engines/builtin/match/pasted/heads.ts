import { detectLanguage } from '../../text/index.ts'
import type { Hit } from '../../vocabulary.ts'
import {
  type ConceptCounts,
  countConcept,
  type Profile,
  profileLikeness,
  profileOf,
} from '../kind/profile.ts'
import { namesSchool } from '../read/degrees.ts'
import { isTitle } from '../read/line-shapes.ts'
import { namedIn } from '../read/named.ts'
import type { Segment } from '../read/segment.ts'
import { withoutClaims } from './claims.ts'

/** True for a line that is a title and nothing else. */
export function isTitleAlone(segment: Segment | undefined): boolean {
  if (segment === undefined || withoutClaims(segment.norm) !== segment.norm) return false
  return isTitle(namedIn(segment).titles, segment.norm.length)
}

/**
 * True where a title stands over a job: its dates or employer are beside it, and what is told of it is such
 * work. Beside a school, all that the resume tells is to be such work.
 */
export function isHeld(segments: readonly Segment[], index: number): boolean {
  const segment = segments[index]
  if (segment === undefined || segment.section === 'skills') return false
  if ([-1, 1].some((step) => isTitleAlone(segments[index + step]))) return false
  const heads = [-1, 1].map((step) => headBeside(segments, index, step))
  return heads.includes('work') && isSuchWork([segment], toldOf(segments, index))
}

export const year = /(?:19|20)\d\d/u
const employers = '公司|集团|事务所|银行|医院|学校|大学'
export const employer = new RegExp(`\\b(?:ltd|inc|llc|corp|pvt|company|client)\\b|${employers}`, 'u')
/** Behind the employer something is told already: a title behind that was not held there. */
export const behindEmployer = new RegExp(`(?:${employers})[^\\s,，]{0,40}[\\s,，]{1,8}[^\\s\\d,，]`, 'u')

/** A line that says no more than when and where. */
const headLineMax = 60
/** `协助公司…` is no employer's name. */
const tellsOfWork = /^(?:负责|参与|协助|配合|根据|完成|组织|进行|通过|为|对|与|在)/u
/** A Chinese sign takes the room of two. */
const room = (norm: string): number => norm.replace(/[\u3400-\u9fff]/gu, '  ').length

/** What the line beside is, if it has no title of its own nor on its other side. */
function headBeside(
  segments: readonly Segment[],
  index: number,
  step: number,
): 'work' | 'school' | undefined {
  const { section } = segments[index] ?? {}
  const beside = segments[index + step]
  if (beside === undefined || beside.section !== section) return undefined
  if (room(beside.norm) > headLineMax || namedIn(beside).titles.length > 0) return undefined
  if (tellsOfWork.test(beside.norm)) return undefined
  const [beyond, farther] = [segments[index + 2 * step], segments[index + 3 * step]]
  // The same title over the whole resume is no other one.
  const isHeading = index + 2 * step === 0 && beyond?.norm === segments[index]?.norm
  const isOther = beyond?.section === section && isTitleAlone(beyond) && !isHeading
  if (isOther && !tellsWhen(farther)) return undefined
  const isSchool = section === 'education' || (section !== 'experience' && namesSchool(beside.norm))
  if (isSchool) return tellsWhen(beside) || namesSchool(beside.norm) ? 'school' : undefined
  return tellsWhen(beside) || employer.test(beside.norm) ? 'work' : undefined
}

function tellsWhen(segment: Segment | undefined): boolean {
  return segment !== undefined && room(segment.norm) <= headLineMax && year.test(segment.norm)
}

/** So many lines behind a title tell of its job, up to the next dates. */
const toldLinesMax = 12
/** What is told of a job is of the same kind of work as its title, if the profiles are so much alike. */
const likenessMin = 0.15

/** The lines behind a title, up to the next dates. */
function toldOf(segments: readonly Segment[], index: number): Segment[] {
  const told: Segment[] = []
  for (const line of segments.slice(index + 1, index + 1 + toldLinesMax)) {
    if (line.section !== segments[index]?.section) break
    if (told.length > 1 && year.test(line.norm)) break
    told.push(line)
  }
  return told
}

/** True where what is told names no work, or such work as is claimed, of which `counts` says what matters. */
export function isSuchWork(
  claimed: readonly Segment[],
  told: readonly Segment[],
  counts: (hit: Hit) => boolean = () => true,
): boolean {
  const work = profileOfAll(told)
  if (work.every((value) => value === 0)) return true
  return (profileLikeness(profileOfAll(claimed, counts), work) ?? 0) >= likenessMin
}

function profileOfAll(segments: readonly Segment[], isCounted = (_: Hit): boolean => true): Profile {
  const counts: ConceptCounts = new Map()
  for (const segment of segments) {
    const { concepts, titles } = namedIn(segment)
    for (const hit of [...concepts, ...titles]) if (isCounted(hit)) countConcept(counts, hit.concept)
  }
  return profileOf(counts, detectLanguage(segments.map(({ norm }) => norm).join(' ')))
}
