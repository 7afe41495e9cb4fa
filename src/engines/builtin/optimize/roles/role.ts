import { readFileSync } from 'node:fs'
import { chancesOf, gramsOf, type LearnedTable, readTable } from '../../compliance/index.ts'
import { endsWithTitle, isBenefits, type Language, normalize } from '../../text/index.ts'
import { type Part, parts } from '../draft.ts'
import { isPay } from '../facts/pay.ts'
import { isPlace } from '../facts/places.ts'
import { partByWords } from '../parts/classify.ts'
import { cues } from '../words/cues.ts'

/** The possible roles of a line: a part, the title, or noise from a message to a colleague or a job board. */
export const roles = [...parts, 'title', 'noise'] as const
export type Role = (typeof roles)[number]

export interface RoleOfLine {
  readonly role: Role
  readonly chance: number
}

/**
 * The likeliest role of a line according to the trained table (`training/roles.ts`). The features include
 * the word lists, so a cue weighs as much as it was right in the labelled lines. All weights are integers:
 * a line gets the same role on every machine.
 */
export function roleOf(line: string, language: Language): RoleOfLine {
  const key = language + line
  const known = judged.get(key)
  if (known !== undefined) return known
  const judgement = roleBy(featuresOf(line, language), tableOf(language))
  if (judged.size >= judgedMax) judged.clear()
  if (line.length <= lineCharactersMax) judged.set(key, judgement)
  return judgement
}

/** A cache: the same line is classified as a clause, in its sentence and among its neighbours. */
const judged = new Map<string, RoleOfLine>()
const judgedMax = 2_000

/** The same with a given table, to measure a table before it is adopted. */
export function roleBy(features: Iterable<string>, table: LearnedTable): RoleOfLine {
  const chances = chancesOf(features, table)
  const chance = Math.max(...chances)
  const role = table.kinds[chances.indexOf(chance)] as Role | undefined
  return { role: role ?? 'other', chance }
}

/** The part of a line: from the trained table if that is certain enough, otherwise from its cues. */
export function partOfLine(line: string, language: Language, isPoint = false): Part | undefined {
  const cue = partByWords(line, language)
  if (isPlace(line, language)) return cue
  const { role, chance } = roleOf(line, language)
  if (role === 'noise' || role === 'title') return cue
  const least = cue === undefined ? (isPoint && !ofPoints.has(role) ? pointMin : partMin) : overCueMin
  return chance >= least ? role : cue
}

/** Below this chance, the neighbours of a line say more than its words. */
const partMin = 0.5
/** List items of requirements stay requirements, unless their words clearly indicate another part. */
const pointMin = 0.7
const overCueMin = 0.85
const ofPoints: ReadonlySet<Role> = new Set(['must', 'preferred', 'offer'])

/**
 * Whether a line most likely addresses a colleague or comes from a job board, and states nothing about the
 * job.
 */
export function isAside(line: string, language: Language): boolean {
  if (line.length > asideCharactersMax || /\d/u.test(line)) return false
  const { role, chance } = roleOf(line, language)
  if (role !== 'noise' || chance < asideMin) return false
  const { weights } = tableOf(language)
  const words = wordsOf(normalize(line))
  return words.filter((word) => weights.has(word)).length >= words.length * knownShareMin
}

const asideMin = 0.6
const asideCharactersMax = 60
/** A line of names that the table doesn't know may belong to any part. */
const knownShareMin = 0.6
const wordsOf = (text: string): string[] => text.match(/[a-z0-9']+|[\u3400-\u9fff]/gu) ?? []
const lineCharactersMax = 300

/** The features of a line: its words, its beginning and end, its length, and its cues. */
export function featuresOf(line: string, language: Language): Set<string> {
  const own = line.slice(0, lineCharactersMax)
  const text = normalize(own).replace(/\d+/gu, '0').trim()
  const features = gramsOf(text, language)
  const words = wordsOf(text)
  const [first = '', second = ''] = words
  for (const edge of [`^${first}`, `^${first} ${second}`, `${words.at(-1)}$`]) features.add(edge)
  features.add(`#${Math.min(4, Math.floor(words.length / 3))}`)
  for (const sign of signsOf(own, language)) features.add(`@${sign}`)
  return features
}

function signsOf(line: string, language: Language): string[] {
  const text = normalize(line).trim()
  const named = Object.entries(cues[language]).filter(([, cue]) => (cue as RegExp).test(text))
  return [
    ...named.map(([name]) => name),
    ...(isPay(line, language) ? ['pay'] : []),
    ...(isPlace(line, language) ? ['place'] : []),
    ...(endsWithTitle(line) ? ['title'] : []),
    ...(isBenefits(text) ? ['benefits'] : []),
    `part ${partByWords(line, language)}`,
  ]
}

const tables = new Map<Language, LearnedTable>()

function tableOf(language: Language): LearnedTable {
  const known = tables.get(language)
  if (known !== undefined) return known
  const table = readTable(readFileSync(new URL(`./${language}.generated.tsv`, import.meta.url), 'utf8'))
  tables.set(language, table)
  return table
}
