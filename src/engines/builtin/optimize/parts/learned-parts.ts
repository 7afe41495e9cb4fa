import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gramsOf } from '../../compliance/index.ts'
import { endsWithTitle, isBenefits, type Language, normalize } from '../../text/index.ts'
import { type Part, parts } from '../draft.ts'
import { isPay } from '../facts/pay.ts'
import { isPlace } from '../facts/places.ts'
import { cues } from '../words/cues.ts'
import { partByWords } from './classify.ts'

/** What a line can be: of a part, or said to a colleague or by a job board and nothing of the job. */
export const lineKinds = [...parts, 'noise'] as const
export type LineKind = (typeof lineKinds)[number]

/**
 * What a linear model makes of lines on which no cue speaks: learned from `labelled/<language>.tsv` by
 * `tools/fit-parts.ts`, frozen in `words/<language>-learned.tsv`. All numbers are whole, so that a line gets
 * the same answer on every machine.
 */
export interface PartsTable {
  /** How much speaks for each kind before a word is read, by the kind's place in `lineKinds`. */
  readonly biases: readonly number[]
  /** The weights of a gram, by the kind's place. */
  readonly grams: ReadonlyMap<string, readonly number[]>
}

/** In units of the table: how far the likeliest kind is ahead of the next. */
export interface Likely {
  readonly kind: LineKind
  readonly lead: number
}

/** The part that the cues of a line speak for, else the one that its words make likely. */
export function partOfLine(line: string, language: Language, isPoint = false): Part | undefined {
  return partByWords(line, language) ?? learnedPart(line, language, isPoint)
}

/** Undefined where two parts are nearly as likely, or none is. */
function learnedPart(line: string, language: Language, isPoint: boolean): Part | undefined {
  if (isPlace(line, language)) return undefined
  const { kind, lead } = likeliest(line, language, tableFor(language))
  const isSure = lead >= (isPoint && !ofPoints.has(kind) ? pointLeadMin : leadMin)
  return kind === 'noise' || !isSure ? undefined : kind
}

/** Whether a line is most likely said to a colleague, or by a job board, and states nothing of the job. */
export function isAside(line: string, language: Language): boolean {
  if (line.length > asideCharactersMax || /\d/u.test(line)) return false
  const table = tableFor(language)
  const { kind, lead } = likeliest(line, language, table)
  if (kind !== 'noise' || lead < pointLeadMin) return false
  const words = wordsOf(normalize(line))
  return words.filter((word) => table.grams.has(word)).length >= words.length * knownShareMin
}

/** Below this, the neighbours of a line tell more than its words. */
const leadMin = 300
/** Points of what is asked for are that, unless their words are sure of something else. */
const pointLeadMin = 400
const ofPoints: ReadonlySet<LineKind> = new Set(['must', 'preferred', 'offer'])
const asideCharactersMax = 60
/** A line of names that the table doesn't know may say anything. */
const knownShareMin = 0.6
const wordsOf = (text: string): string[] => text.match(/[a-z0-9']+|[\u3400-\u9fff]/gu) ?? []
const lineCharactersMax = 300

export function likeliest(line: string, language: Language, { biases, grams }: PartsTable): Likely {
  const own = lineGrams(line.slice(0, lineCharactersMax), language)
  const sums = biases.map(() => 0)
  for (const gram of own) {
    grams.get(gram)?.forEach((weight, place) => {
      sums[place] = (sums[place] ?? 0) + weight
    })
  }
  const [first, second] = sums
    .map((sum, place) => ({
      kind: lineKinds[place],
      weight: sum / Math.sqrt(own.size) + (biases[place] ?? 0),
    }))
    .sort((a, b) => b.weight - a.weight)
  return { kind: first?.kind ?? 'other', lead: (first?.weight ?? 0) - (second?.weight ?? 0) }
}

/** What a line is told by: its words, how it begins and ends, its length, and which cues it has. */
export function lineGrams(line: string, language: Language): Set<string> {
  const text = normalize(line).replace(/\d+/gu, '0').trim()
  const grams = gramsOf(text, language)
  const words = wordsOf(text)
  const [first = '', second = ''] = words
  for (const edge of [`^${first}`, `^${first} ${second}`, `${words.at(-1)}$`]) grams.add(edge)
  grams.add(`#${Math.min(4, Math.floor(words.length / 3))}`)
  for (const sign of signsOf(line, language)) grams.add(`@${sign}`)
  return grams
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

const tables = new Map<Language, PartsTable>()

function tableFor(language: Language): PartsTable {
  const known = tables.get(language)
  if (known !== undefined) return known
  const table = readParts(readFileSync(new URL(`../words/${language}-learned.tsv`, import.meta.url), 'utf8'))
  tables.set(language, table)
  return table
}

/** First line: the biases; then a line a gram: the gram and its weights. */
export function readParts(text: string): PartsTable {
  const [head = '', ...rows] = text.trimEnd().split('\n')
  return {
    biases: head.split('\t').map(Number),
    grams: new Map(
      rows.map((row) => {
        const [gram = '', ...weights] = row.split('\t')
        return [gram, weights.map(Number)]
      }),
    ),
  }
}

/** What `tools/fit-parts.ts` learns the table of `learned-parts.ts` by. */
export interface PartsTraining {
  readonly kinds: readonly string[]
  readonly grams: (line: string) => Set<string>
  /** The part that the cues speak for, without what was learned. */
  readonly byCues: (line: string) => string | undefined
  readonly read: (table: string) => PartsTable
  readonly judge: (line: string, table: PartsTable) => { readonly likely: string; readonly lead: number }
  /** Where the table is kept. */
  readonly file: string
}

export function partsTrainingOf(language: Language): PartsTraining {
  return {
    kinds: lineKinds,
    grams: (line) => lineGrams(line, language),
    byCues: (line) => partByWords(line, language),
    read: readParts,
    judge: (line, table) => {
      const { kind, lead } = likeliest(line, language, table)
      return { likely: kind, lead }
    },
    file: fileURLToPath(new URL(`../words/${language}-learned.tsv`, import.meta.url)),
  }
}
