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

/** True for a segment that is only a title. */
export function isTitleAlone(segment: Segment | undefined): boolean {
  if (segment === undefined || withoutClaims(segment.norm) !== segment.norm) return false
  return isTitle(namedIn(segment).titles, segment.norm.length)
}

/**
 * True where a title heads a job entry: its dates or employer are adjacent, and the entry describes such
 * work. A title beside a school doesn't count.
 */
export function isHeld(segments: readonly Segment[], index: number): boolean {
  const segment = segments[index]
  if (segment === undefined || segment.section === 'skills') return false
  if ([-1, 1].some((step) => isTitleAlone(segments[index + step]))) return false
  const heads = [-1, 1].map((step) => headBeside(segments, index, step))
  return heads.includes('work') && isSuchWork([segment], linesBelow(segments, index))
}

export const year = /(?:19|20)\d\d/u
const employers = '公司|集团|事务所|银行|医院|学校|大学'
export const employer = new RegExp(`\\b(?:ltd|inc|llc|corp|pvt|company|client)\\b|${employers}`, 'u')
/** Text after the employer already describes work; a title after that text was not held there. */
export const behindEmployer = new RegExp(`(?:${employers})[^\\s,，]{0,40}[\\s,，]{1,8}[^\\s\\d,，]`, 'u')

/** Maximum width of a line that gives only dates or an employer. */
const headLineMax = 60
/** In `协助公司…` the word for company names no employer. */
const describesWork = /^(?:负责|参与|协助|配合|根据|完成|组织|进行|通过|为|对|与|在)/u
/** A Chinese character is as wide as two Latin ones. */
const room = (norm: string): number => norm.replace(/[\u3400-\u9fff]/gu, '  ').length

/** The kind of the adjacent line, if it has no title itself and no other title claims it. */
function headBeside(
  segments: readonly Segment[],
  index: number,
  step: number,
): 'work' | 'school' | undefined {
  const { section } = segments[index] ?? {}
  const beside = segments[index + step]
  if (beside === undefined || beside.section !== section) return undefined
  if (room(beside.norm) > headLineMax || namedIn(beside).titles.length > 0) return undefined
  if (describesWork.test(beside.norm)) return undefined
  const [beyond, farther] = [segments[index + 2 * step], segments[index + 3 * step]]
  // The same title as the resume's first line is a heading, not another title.
  const isHeading = index + 2 * step === 0 && beyond?.norm === segments[index]?.norm
  const isOther = beyond?.section === section && isTitleAlone(beyond) && !isHeading
  if (isOther && !hasDates(farther)) return undefined
  const isSchool = section === 'education' || (section !== 'experience' && namesSchool(beside.norm))
  if (isSchool) return hasDates(beside) || namesSchool(beside.norm) ? 'school' : undefined
  return hasDates(beside) || employer.test(beside.norm) ? 'work' : undefined
}

function hasDates(segment: Segment | undefined): boolean {
  return segment !== undefined && room(segment.norm) <= headLineMax && year.test(segment.norm)
}

/** Maximum number of lines after a title that describe its job, up to the next dates. */
const describingLinesMax = 12
/** Minimum profile likeness between a title and the lines below it. */
const likenessMin = 0.15

/** The lines after a title, up to the next dates. */
function linesBelow(segments: readonly Segment[], index: number): Segment[] {
  const lines: Segment[] = []
  for (const line of segments.slice(index + 1, index + 1 + describingLinesMax)) {
    if (line.section !== segments[index]?.section) break
    if (lines.length > 1 && year.test(line.norm)) break
    lines.push(line)
  }
  return lines
}

/** True if `lines` name no work, or work similar to `claimed`. `counts` selects the hits to compare. */
export function isSuchWork(
  claimed: readonly Segment[],
  lines: readonly Segment[],
  counts: (hit: Hit) => boolean = () => true,
): boolean {
  const work = profileOfAll(lines)
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
