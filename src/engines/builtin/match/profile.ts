import { readFileSync } from 'node:fs'
import type { Language } from '../text/index.ts'
import { type Concept, vocabulary } from '../vocabulary.ts'
import type { Segment } from './segments.ts'
import { cosine, unit } from './vectors.ts'
import { profileBackgroundShare, profileImplied, profileParent } from './weights.ts'

/**
 * What kind of work a text is about: how near it comes to each of the jobs in the table of roles, less what
 * any text of its language has. Two texts are alike when they are near the same jobs, whatever words they use
 * for them.
 */
export type Profile = Float64Array

/** How often each row of the vocabulary is named, with what comes with it. */
export type ConceptCounts = Map<string, number>

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
  addKey(counts, `${concept.kind}:${concept.row}`, weight)
}

function addKey(counts: ConceptCounts, key: string, weight: number): void {
  const add = (each: string, part: number): void => {
    counts.set(each, (counts.get(each) ?? 0) + part)
  }
  const { is, implies } = vocabulary().expand(key)
  add(key, weight)
  for (const each of is) add(each, weight * profileParent)
  for (const each of implies) add(each, weight * profileImplied)
}

/** The profile of a text; of length 1, or all zero where the text names nothing that is known. */
export function profileOf(counts: ConceptCounts, language: Language): Profile {
  const { roles, background } = space()
  const near = affinity(weighted(counts), roles.size)
  if (near.every((value) => value === 0)) return near
  const usual = background[language]
  return unit(near.map((value, index) => value - (usual[index] ?? 0)))
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
  return [...space().roles.keys()]
    .map((title, index) => ({ title, value: profile[index] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, count)
    .map(({ title }) => title)
}

/** The raw nearness to each role, by title: what `tools/fit-match.ts` takes the background from. */
export function affinities(counts: ConceptCounts): ReadonlyMap<string, number> {
  const { roles } = space()
  const near = affinity(weighted(counts), roles.size)
  return new Map([...roles.keys()].map((title, index) => [title, near[index] ?? 0]))
}

interface Space {
  /** Titles of the roles, in order. */
  readonly roles: ReadonlyMap<string, number>
  readonly idf: ReadonlyMap<string, number>
  /** For each key the roles that it stands in, and with what weight. */
  readonly places: ReadonlyMap<string, readonly (readonly [role: number, weight: number])[]>
  readonly background: Readonly<Record<Language, Float64Array>>
}

let made: { readonly of: object; readonly space: Space } | undefined

function space(): Space {
  const of = vocabulary()
  if (made?.of !== of) made = { of, space: makeSpace() }
  return made.space
}

/** A job's own title counts like two of the things that it works with. */
const titleCount = 2

function makeSpace(): Space {
  const counted = new Map<string, ConceptCounts>()
  for (const { title, typical } of vocabulary().roles) {
    const counts = counted.get(title) ?? new Map<string, number>()
    if (counts.size === 0) {
      addKey(counts, `titles:${title}`, titleCount)
      for (const key of vocabulary().expand(`titles:${title}`).is) addKey(counts, key, 1)
    }
    for (const key of typical) addKey(counts, key, 1)
    counted.set(title, counts)
  }
  const idf = idfOver([...counted.values()])
  const places = new Map<string, (readonly [number, number])[]>()
  const vectors = [...counted.values()].map((counts) => weighted(counts, idf))
  vectors.forEach((vector, role) => {
    for (const [key, weight] of vector) places.set(key, [...(places.get(key) ?? []), [role, weight]])
  })
  const roles = new Map([...counted.keys()].map((title, index) => [title, index]))
  return { roles, idf, places, background: backgrounds(roles, vectors, places) }
}

function idfOver(all: readonly ConceptCounts[]): ReadonlyMap<string, number> {
  const holding = new Map<string, number>()
  for (const counts of all) for (const key of counts.keys()) holding.set(key, (holding.get(key) ?? 0) + 1)
  return new Map(
    [...holding].map(([key, count]) => [key, Math.log((1 + all.length) / (1 + count)) + 1] as const),
  )
}

/** ln(1 + count) × idf, of length 1; what no role works with is left out. */
function weighted(counts: ConceptCounts, idf = space().idf): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  let squares = 0
  for (const [key, count] of counts) {
    const weight = Math.log(1 + count) * (idf.get(key) ?? 0)
    if (weight === 0) continue
    weights.set(key, weight)
    squares += weight * weight
  }
  const length = Math.sqrt(squares)
  for (const [key, weight] of weights) weights.set(key, weight / length)
  return weights
}

function affinity(
  vector: ReadonlyMap<string, number>,
  roleCount: number,
  places = space().places,
): Float64Array {
  const near = new Float64Array(roleCount)
  for (const [key, weight] of vector) {
    for (const [role, share] of places.get(key) ?? []) near[role] = (near[role] ?? 0) + weight * share
  }
  return near
}

/**
 * What any text has: half of it the mean over the roles themselves, half of it counted over real texts of the
 * language (`profile-background.tsv`), so that neither the table nor those texts alone say what is usual.
 */
function backgrounds(
  roles: ReadonlyMap<string, number>,
  vectors: readonly ReadonlyMap<string, number>[],
  places: Space['places'],
): Space['background'] {
  const mean = new Float64Array(roles.size)
  for (const vector of vectors) {
    affinity(vector, roles.size, places).forEach((value, index) => {
      mean[index] = (mean[index] ?? 0) + value / vectors.length
    })
  }
  const counted = readBackground()
  const mixed = (column: 0 | 1): Float64Array =>
    Float64Array.from(roles, ([title, index]) => {
      const own = mean[index] ?? 0
      const usual = counted.get(title)?.[column] ?? own
      return profileBackgroundShare * usual + (1 - profileBackgroundShare) * own
    })
  return { zh: mixed(0), en: mixed(1) }
}

function readBackground(): ReadonlyMap<string, readonly [zh: number, en: number]> {
  const text = readFileSync(new URL('./profile-background.tsv', import.meta.url), 'utf8')
  const rows = text.split('\n').slice(1)
  return new Map(
    rows.map((row) => {
      const [title = '', zh, en] = row.split('\t')
      return [title, [Number(zh), Number(en)]]
    }),
  )
}
