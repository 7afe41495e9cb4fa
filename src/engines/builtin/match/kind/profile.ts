import type { Language } from '../../text/index.ts'
import type { Concept } from '../../vocabulary.ts'
import type { Segment } from '../read/segment.ts'
import { cosine, unitBeyond } from '../read/vectors.ts'
import { affinity, type Key, partsOf, roleSpace } from './role-space.ts'

/**
 * The kind of work of a text: its affinity to each role in the table, minus the average of its language.
 * Two texts are similar if they are near the same roles, whatever words they use.
 */
export type Profile = Float64Array

/** The weighted count of each vocabulary row that roles use, including parents and implied concepts. */
export type ConceptCounts = Map<Key, number>

/** A concept named in a segment of a resume; `weight` is below 1 if it is only touched upon. */
export interface Mention {
  readonly segment: Segment
  readonly concept: Concept
  readonly weight: number
}

export function countMentions(mentions: readonly Mention[]): ConceptCounts {
  const counts: ConceptCounts = new Map()
  for (const { concept, weight } of mentions) countConcept(counts, concept, weight)
  return counts
}

/** Counts one mention of a concept; `weight` is below 1 if it is only touched upon. */
export function countConcept(counts: ConceptCounts, concept: Concept, weight = 1): void {
  for (const [key, share] of partsOf(concept)) counts.set(key, (counts.get(key) ?? 0) + weight * share)
}

/** The profile of a text: a unit vector, or all zero if the text names no known concept. */
export function profileOf(counts: ConceptCounts, language: Language): Profile {
  const near = affinity(counts, roleSpace())
  return isEmpty(near) ? near : unitBeyond(near, roleSpace().background[language])
}

/** The likeness of two profiles, −1 to 1; undefined if the job's is empty, −1 if only the resume's is. */
export function profileLikeness(job: Profile, resume: Profile): number | undefined {
  if (isEmpty(job)) return undefined
  if (isEmpty(resume)) return -1
  return cosine(job, resume)
}

const isEmpty = (profile: Profile): boolean => profile.every((value) => value === 0)

/** The roles nearest to a profile, the nearest first. */
export function nearestRoles(profile: Profile, count: number): string[] {
  const nearest = new Set<number>()
  for (let rank = 0; rank < count; rank += 1) {
    let [best, most] = [none, 0]
    for (let role = 0; role < profile.length; role += 1) {
      const value = profile[role] ?? 0
      if (value > most && !nearest.has(role)) [best, most] = [role, value]
    }
    if (best !== none) nearest.add(best)
  }
  return Array.from(nearest, (role) => roleSpace().roles[role] ?? '')
}

const none = -1

/** The raw affinity to each role, by title; `tools/fit-match.ts` computes the background from it. */
export function affinities(counts: ConceptCounts): ReadonlyMap<string, number> {
  const near = affinity(counts, roleSpace())
  return new Map(roleSpace().roles.map((title, index) => [title, near[index] ?? 0]))
}
