import { normalize } from './text/normalize.ts'
import { createTrie, type Found, type Table } from './trie.ts'
import { type ConceptKind, type Role, type Row, readTables, type Tables } from './vocabulary-tables.ts'

export interface Concept {
  readonly id: string
  readonly kind: ConceptKind
  /**
   * The row that contains the concept. A member (`Selenium`) has the row of its group (`browser
   * automation`).
   */
  readonly row: string
  /** The more general concepts: MySQL is a relational database, so it is a database too. */
  readonly is: ReadonlySet<string>
  /** Concepts that usually accompany this one. They give partial credit. */
  readonly implies: ReadonlySet<string>
  /** For a title: keys of its fields of work (`skills:nursing`). */
  readonly fields: ReadonlySet<string>
  /** For a title: the fields of the titles that it implies. */
  readonly nearFields: ReadonlySet<string>
}

/** A position in a normalised text that names a concept. */
export interface Hit {
  readonly concept: Concept
  readonly start: number
  readonly end: number
}

/** The keys of the rows related to a concept. */
export interface Expansion {
  readonly is: readonly string[]
  readonly implies: readonly string[]
}

export interface Vocabulary {
  /**
   * The concepts in a normalised text, in order; the longest name wins. `original` preserves upper and
   * lower case.
   */
  find(normalized: string, original: string): Hit[]
  /** The job titles in a normalised text. */
  findTitles(normalized: string): Hit[]
  /** Finds concepts and titles in one pass. */
  findAll(normalized: string, original: string): Record<Table, Hit[]>
  readonly roles: readonly Role[]
  /** The general and related concepts of a row, by its key (`skills:mysql`). */
  expand(key: string): Expansion
}

/** Whether a normalised text lists several skills and almost nothing else: `React, TypeScript, CSS`. */
export function isSkillList(normalized: string, original: string): boolean {
  const pieces = normalized.split(/[,，、/]|\band\b/u).map((piece) => piece.replace(/[.。\s]/gu, ''))
  const signs = pieces.join('').length
  const named = vocabulary()
    .find(normalized, original)
    .filter(({ concept }) => concept.kind === 'skills')
    .reduce((sum, { start, end }) => sum + end - start, 0)
  return pieces.filter(Boolean).length > 1 && named >= signs * skillShareMin
}

const skillShareMin = 0.8
let folder: string | null = null
let loaded: Vocabulary | undefined

/** Adds the tables of a folder. The vocabulary is read again at its next use. */
export function useVocabularyFolder(path: string | null): void {
  folder = path
  loaded = undefined
}

/** The builtin and the user's vocabulary. Reads it once. Throws a VocabularyError. */
export function vocabulary(): Vocabulary {
  loaded ??= loadVocabulary(readTables(folder))
  return loaded
}

function loadVocabulary({ rows, roles }: Tables): Vocabulary {
  const parents: Parents = new Map(rows.map((row) => [`${row.kind}:${row.id}`, row.is]))
  const names = createTrie<Concept>()
  for (const row of rows) {
    const isTitle = row.kind === 'titles'
    const is = isTitle ? new Set<string>() : ancestors(row.kind, row.id, parents)
    const fields = isTitle ? fieldsOf([row.id], parents) : none
    const nearFields = isTitle ? fieldsOf(row.implies, parents) : none
    const shared = { kind: row.kind, row: row.id, implies: new Set(row.implies), fields, nearFields }
    const concept = { ...shared, id: row.id, is }
    for (const alias of row.aliases) names.add(isTitle ? 'titles' : 'concepts', alias, concept)
    for (const member of row.members) {
      names.add('concepts', member, { ...shared, id: normalize(member), is: new Set([row.id, ...is]) })
    }
  }
  return {
    find: (normalized, original) => hits(names.find(normalized, original).concepts),
    findTitles: (normalized) => hits(names.find(normalized, normalized).titles),
    findAll(normalized, original) {
      const { concepts, titles } = names.find(normalized, original)
      return { concepts: hits(concepts), titles: hits(titles) }
    },
    roles,
    expand: expander(rows, parents),
  }
}

const none: ReadonlySet<string> = new Set()

/** The general concepts of each row, by its key. */
type Parents = ReadonlyMap<string, readonly string[]>

/** In the table of titles, the column `is` contains the skills of the work. */
function fieldsOf(titles: readonly string[], parents: Parents): Set<string> {
  return new Set(
    titles
      .flatMap((id) => parents.get(`titles:${id}`) ?? [])
      .flatMap((id) => [id, ...ancestors('skills', id, parents)])
      .map((id) => `skills:${id}`),
  )
}

/** Computes the general and related concepts of every row once. */
function expander(rows: readonly Row[], parents: Parents): (key: string) => Expansion {
  const known = new Map<string, Expansion>(
    rows.map((row) => {
      const isTitle = row.kind === 'titles'
      const is = isTitle
        ? [...fieldsOf([row.id], parents)]
        : [...ancestors(row.kind, row.id, parents)].map((id) => `${row.kind}:${id}`)
      return [`${row.kind}:${row.id}`, { is, implies: row.implies.map((id) => `${row.kind}:${id}`) }]
    }),
  )
  return (key) => known.get(key) ?? { is: [], implies: [] }
}

function ancestors(kind: string, id: string, parents: Parents): Set<string> {
  const all = new Set<string>()
  const open = [...(parents.get(`${kind}:${id}`) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (all.has(next)) continue
    all.add(next)
    open.push(...(parents.get(`${kind}:${next}`) ?? []))
  }
  return all
}

function hits(found: readonly Found<Concept>[]): Hit[] {
  return found.flatMap(({ values, start, end }) => values.map((concept) => ({ concept, start, end })))
}
