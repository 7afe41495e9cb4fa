import { readFileSync } from 'node:fs'
import type { Language } from '../../text/index.ts'
import { type Concept, vocabulary } from '../../vocabulary.ts'
import { profileBackgroundShare, profileImplied, profileParent } from '../weights.ts'

/** The table of roles (`vocabulary/roles.tsv`) as vectors, with the average of each language. */
export interface RoleSpace extends Places {
  /** Titles of the roles, in order. */
  readonly roles: readonly string[]
  /** The numbers of the vocabulary rows that roles use, by name (`skills:mysql`). */
  readonly keys: ReadonlyMap<string, Key>
  readonly background: Readonly<Record<Language, Float64Array>>
  /** The parts of a mention of each concept, cached. */
  readonly parts: Map<Concept, readonly Part[]>
}

/** The number of a vocabulary row. */
export type Key = number
type Part = readonly [key: Key, share: number]

interface Places {
  readonly roleCount: number
  readonly idf: Float64Array
  /** For each key, the roles that use it, with weights. */
  readonly places: readonly { readonly roles: Uint16Array; readonly shares: Float64Array }[]
}

let made: { readonly of: object; readonly space: RoleSpace } | undefined

export function roleSpace(): RoleSpace {
  const of = vocabulary()
  if (made?.of !== of) made = { of, space: makeSpace() }
  return made.space
}

/** The parts of one mention: the concept, its parents and implied concepts, as far as roles use them. */
export function partsOf(concept: Concept): readonly Part[] {
  const { keys, parts } = roleSpace()
  const known = parts.get(concept)
  if (known !== undefined) return known
  const own = namedWith(`${concept.kind}:${concept.row}`).flatMap(([name, share]): Part[] => {
    const key = keys.get(name)
    return key === undefined ? [] : [[key, share]]
  })
  parts.set(concept, own)
  return own
}

function namedWith(name: string): (readonly [name: string, share: number])[] {
  const { is, implies } = vocabulary().expand(name)
  return [
    [name, 1],
    ...is.map((each) => [each, profileParent] as const),
    ...implies.map((each) => [each, profileImplied] as const),
  ]
}

/** The affinity of the counted concepts to each role. */
export function affinity(counts: ReadonlyMap<Key, number>, { roleCount, idf, places }: Places): Float64Array {
  const near = new Float64Array(roleCount)
  const { keys, weights } = weighted(counts, idf)
  for (let index = 0; index < keys.length; index += 1) {
    const { roles, shares } = places[keys[index] ?? 0] ?? nowhere
    const weight = weights[index] ?? 0
    for (let place = 0; place < roles.length; place += 1) {
      const role = roles[place] ?? 0
      near[role] = (near[role] ?? 0) + weight * (shares[place] ?? 0)
    }
  }
  return near
}

const nowhere = { roles: new Uint16Array(), shares: new Float64Array() }

interface Weighted {
  readonly keys: readonly Key[]
  readonly weights: Float64Array
}

/** ln(1 + count) × idf, scaled to length 1. */
function weighted(counts: ReadonlyMap<Key, number>, idf: Float64Array): Weighted {
  const keys = [...counts.keys()]
  const weights = new Float64Array(keys.length)
  let squares = 0
  keys.forEach((key, index) => {
    const weight = Math.log(1 + (counts.get(key) ?? 0)) * (idf[key] ?? 0)
    weights[index] = weight
    squares += weight * weight
  })
  const length = Math.sqrt(squares) || 1
  for (let index = 0; index < keys.length; index += 1) weights[index] = (weights[index] ?? 0) / length
  return { keys, weights }
}

/** A role's own title counts as much as two of its typical concepts. */
const titleCount = 2

function makeSpace(): RoleSpace {
  const keys = new Map<string, Key>()
  const named = new Map<string, Map<Key, number>>()
  for (const { title, typical } of vocabulary().roles) {
    const counts = named.get(title) ?? new Map<Key, number>()
    const add = (name: string, weight: number): void => {
      for (const [each, share] of namedWith(name)) {
        const key = keys.get(each) ?? keys.size
        keys.set(each, key)
        counts.set(key, (counts.get(key) ?? 0) + weight * share)
      }
    }
    if (counts.size === 0) {
      add(`titles:${title}`, titleCount)
      for (const name of vocabulary().expand(`titles:${title}`).is) add(name, 1)
    }
    for (const name of typical) add(name, 1)
    named.set(title, counts)
  }
  const roles = [...named.keys()]
  const vectors = [...named.values()]
  const idf = idfOver(vectors, keys.size)
  const space = { roleCount: roles.length, idf, places: placesOf(vectors, idf) }
  return { ...space, roles, keys, background: backgrounds(roles, vectors, space), parts: new Map() }
}

/**
 * The fixed number of roles in the idf, so that adding roles of one trade doesn't change the weights of
 * others.
 */
const rolesUsual = 206

function idfOver(all: readonly ReadonlyMap<Key, number>[], size: number): Float64Array {
  const holding = new Float64Array(size)
  for (const counts of all) for (const key of counts.keys()) holding[key] = (holding[key] ?? 0) + 1
  return holding.map((count) => Math.max(0, Math.log((1 + rolesUsual) / (1 + count))) + 1)
}

function placesOf(all: readonly ReadonlyMap<Key, number>[], idf: Float64Array): Places['places'] {
  const places = Array.from(idf, (): [role: number, share: number][] => [])
  all.forEach((counts, role) => {
    const { keys, weights } = weighted(counts, idf)
    keys.forEach((key, index) => {
      places[key]?.push([role, weights[index] ?? 0])
    })
  })
  return places.map((each) => ({
    roles: Uint16Array.from(each, ([role]) => role),
    shares: Float64Array.from(each, ([, share]) => share),
  }))
}

/**
 * The average of each language: half the mean over the roles, half counted over real texts
 * (`profile-background.tsv`), so that neither source dominates.
 */
function backgrounds(
  roles: readonly string[],
  vectors: readonly ReadonlyMap<Key, number>[],
  space: Places,
): RoleSpace['background'] {
  const mean = new Float64Array(roles.length)
  for (const vector of vectors) {
    affinity(vector, space).forEach((value, index) => {
      mean[index] = (mean[index] ?? 0) + value / vectors.length
    })
  }
  const counted = readBackground()
  const mixed = (column: 0 | 1): Float64Array =>
    Float64Array.from(roles, (title, index) => {
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
