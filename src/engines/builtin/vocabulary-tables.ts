import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The kinds of concepts. The name of a table file begins with its kind. */
export const conceptKinds = [
  'skills',
  'soft',
  'certificates',
  'languages',
  'majors',
  'domains',
  'titles',
] as const
export type ConceptKind = (typeof conceptKinds)[number]

export interface Row {
  readonly kind: ConceptKind
  readonly id: string
  readonly aliases: readonly string[]
  readonly is: readonly string[]
  readonly implies: readonly string[]
  /** Distinct cases of this concept. One is not evidence for another. */
  readonly members: readonly string[]
}

/** The usual concepts of a job, as keys (`skills:sql`). */
export interface Role {
  readonly title: string
  readonly typical: readonly string[]
}

export interface Tables {
  readonly rows: readonly Row[]
  readonly roles: readonly Role[]
}

/** A table with an invalid format. The message names the file, the line and the correct form. */
export class VocabularyError extends Error {
  override readonly name = 'VocabularyError'
}

const ownFolder = fileURLToPath(new URL('./vocabulary/', import.meta.url))
const rolesName = /^roles(?:-[\w-]+)?\.tsv$/u
const tableName = new RegExp(`^(?:${conceptKinds.join('|')})(?:-[\\w-]+)?\\.tsv$`, 'u')
const tableBytesMax = 5_000_000

/**
 * Reads the builtin tables, then those of `folder`. A row with a known id extends it. Throws a
 * VocabularyError at the first violation of the format in `vocabulary/README.md`.
 */
export function readTables(folder: string | null = null): Tables {
  const own = readFolder(ownFolder)
  if (folder === null) return own
  if (!existsSync(folder)) throw new VocabularyError(`${folder}: there is no such folder`)
  const added = readFolder(folder)
  if (added.rows.length + added.roles.length === 0) {
    throw new VocabularyError(`${folder}: no table in it (skills-*.tsv, titles-*.tsv, roles-*.tsv …)`)
  }
  const tables = { rows: merge([...own.rows, ...added.rows]), roles: [...own.roles, ...added.roles] }
  checkReferences(tables, folder)
  return tables
}

function readFolder(folder: string): Tables {
  const names = readdirSync(folder).filter((name) => name.endsWith('.tsv'))
  const read = (name: string): string => readText(join(folder, name))
  const unknown = names.find((name) => !tableName.test(name) && !rolesName.test(name))
  if (unknown !== undefined) {
    throw new VocabularyError(`${join(folder, unknown)}: a table's name begins with its kind (skills-….tsv)`)
  }
  return {
    rows: names
      .filter((name) => tableName.test(name))
      .sort()
      .flatMap((name) => parseTable(name, read(name), join(folder, name))),
    roles: names
      .filter((name) => rolesName.test(name))
      .sort()
      .flatMap((name) => parseRoles(read(name), join(folder, name))),
  }
}

function readText(path: string): string {
  const bytes = readFileSync(path)
  if (bytes.length > tableBytesMax) throw new VocabularyError(`${path}: larger than ${tableBytesMax} bytes`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new VocabularyError(`${path}: not UTF-8`)
  }
}

/**
 * Reads the rows of one table: id, aliases, is, implies and members, separated by tabs. `|` separates the
 * values of a cell.
 */
export function parseTable(name: string, text: string, path = name): Row[] {
  const kind = name.split(/[-.]/)[0] as ConceptKind
  return cellsOf(text, path, 'id\taliases', 2, 5).map(([id = '', aliases, is, implies, members]) => ({
    kind,
    id,
    aliases: cell(aliases),
    is: cell(is),
    implies: cell(implies),
    members: cell(members),
  }))
}

function parseRoles(text: string, path: string): Role[] {
  return cellsOf(text, path, 'title\ttypical', 2, 2).map(([title = '', typical]) => ({
    title,
    typical: cell(typical).map((id) => (id.includes(':') ? id : `skills:${id}`)),
  }))
}

function cellsOf(text: string, path: string, header: string, cellsMin: number, cellsMax: number): string[][] {
  const [first = '', ...lines] = text.replaceAll('\r\n', '\n').split('\n')
  if (!first.startsWith(header)) {
    throw new VocabularyError(`${path}, line 1: the header "${header.replace('\t', '<tab>')}" is missing`)
  }
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const cells = line.split('\t')
    if (cells.length < cellsMin || cells.length > cellsMax || cells[0]?.trim() === '') {
      throw new VocabularyError(
        `${path}, line ${index + 2}: ${cellsMin} to ${cellsMax} cells parted by tabs are needed, the first not empty`,
      )
    }
    return [cells]
  })
}

const cell = (text = ''): string[] =>
  text
    .split('|')
    .map((value) => value.trim())
    .filter((value) => value !== '')

/** Merges rows with the same id. */
function merge(rows: readonly Row[]): Row[] {
  const merged = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.kind}:${row.id}`
    const known = merged.get(key)
    merged.set(key, known === undefined ? row : joined(known, row))
  }
  return [...merged.values()]
}

function joined(a: Row, b: Row): Row {
  const both = (of: (row: Row) => readonly string[]): string[] => [...new Set([...of(a), ...of(b)])]
  return {
    ...a,
    aliases: both((row) => row.aliases),
    is: both((row) => row.is),
    implies: both((row) => row.implies),
    members: both((row) => row.members),
  }
}

function checkReferences({ rows, roles }: Tables, folder: string): void {
  const keys = new Set(rows.map(({ kind, id }) => `${kind}:${id}`))
  const named = [
    ...rows.flatMap(({ kind, is, implies }) => [
      ...is.map((id) => `${kind === 'titles' ? 'skills' : kind}:${id}`),
      ...implies.map((id) => `${kind}:${id}`),
    ]),
    ...roles.flatMap(({ title, typical }) => [`titles:${title}`, ...typical]),
  ]
  const unknown = named.find((key) => !keys.has(key))
  if (unknown !== undefined)
    throw new VocabularyError(`${folder}: "${unknown}" is named but not in any table`)
}
