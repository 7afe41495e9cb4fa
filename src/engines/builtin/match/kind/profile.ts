import type { Language } from '../../text/index.ts'
import type { Concept } from '../../vocabulary.ts'
import type { Segment } from '../read/segment.ts'
import { cosine, unitBeyond } from '../read/vectors.ts'
import { affinity, type Key, partsOf, roleSpace } from './role-space.ts'

/**
 * What kind of work a text is about: how near it comes to each of the jobs in the table of roles, less what
 * any text of its language has. Two texts are alike when they are near the same jobs, whatever words they use
 * for them.
 */
export type Profile = Float64Array

/** How often each row of the vocabulary is named that roles work with, with what comes with it. */
export type ConceptCounts = Map<Key, number>

/** Something that a segment of a resume names; `weight` below 1 where it only touches upon it. */
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

/** Counts one mention of a concept; `weight` below 1 where it is only touched upon. */
export function countConcept(counts: ConceptCounts, concept: Concept, weight = 1): void {
  for (const [key, share] of partsOf(concept)) counts.set(key, (counts.get(key) ?? 0) + weight * share)
}

/** The profile of a text; of length 1, or all zero where the text names nothing that is known. */
export function profileOf(counts: ConceptCounts, language: Language): Profile {
  const near = affinity(counts, roleSpace())
  return isEmpty(near) ? near : unitBeyond(near, roleSpace().background[language])
}

/** How alike two profiles are, −1 to 1; undefined where the job's is empty, −1 where only the resume's is. */
export function profileLikeness(job: Profile, resume: Profile): number | undefined {
  if (isEmpty(job)) return undefined
  if (isEmpty(resume)) return -1
  return cosine(job, resume)
}

const isEmpty = (profile: Profile): boolean => profile.every((value) => value === 0)

/** The jobs that a profile comes nearest to, the nearest first. */
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

/** The raw nearness to each role, by title: what `tools/fit-match.ts` takes the background from. */
export function affinities(counts: ConceptCounts): ReadonlyMap<string, number> {
  const near = affinity(counts, roleSpace())
  return new Map(roleSpace().roles.map((title, index) => [title, near[index] ?? 0]))
}
