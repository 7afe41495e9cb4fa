import { readFileSync } from 'node:fs'
import type { Language } from '../text/index.ts'
import { gramsOf } from './grams.ts'

/**
 * What a linear model says of a sentence in which no rule knows the wording: learned from the labelled
 * sentences by `tools/fit-compliance.ts`, frozen in `rules/<language>/learned.tsv`. All numbers of the table
 * are whole, so that a sentence gets the same answer on every machine.
 */
export interface LearnedTable {
  /** Over which sum, in the table's units, a sentence is told. */
  readonly threshold: number
  readonly bias: number
  readonly themes: readonly Theme[]
  readonly grams: ReadonlyMap<string, GramWeights>
}

interface Theme {
  /** The name of a rule. */
  readonly rule: string
  readonly bias: number
}

export interface GramWeights {
  /** How much a gram speaks for objecting to a sentence at all. */
  readonly weight: number
  /** How much it speaks for themes, by their places in the table, as `place:weight` parted by tabs. */
  readonly themes: string
}

/** The rule whose theme a sentence, as `fold` returns it, is likely to touch; undefined where none is. */
export function suspectedRule(foldedSentence: string, language: Language): string | undefined {
  return judge(foldedSentence, language, tableFor(language))
}

export function judge(foldedSentence: string, language: Language, table: LearnedTable): string | undefined {
  const grams = gramsOf(foldedSentence, language)
  const known = [...grams].flatMap((gram) => table.grams.get(gram) ?? [])
  if (known.length === 0 || weigh(known, grams.size, table) <= table.threshold) return undefined
  return likeliestTheme(known, grams.size, table)
}

/**
 * What the words of a sentence weigh together, in the table's units: above 0 is more likely harmful. Those
 * that the table doesn't know weigh nothing and count all the same: of `hazmat preferred` it knows half.
 */
function weigh(known: readonly GramWeights[], gramsInAll: number, { bias }: LearnedTable): number {
  const sum = known.reduce((total, { weight }) => total + weight, 0)
  return sum / Math.sqrt(gramsInAll) + bias
}

function likeliestTheme(
  known: readonly GramWeights[],
  gramsInAll: number,
  { themes }: LearnedTable,
): string | undefined {
  const sums = themes.map(() => 0)
  for (const pair of known.flatMap((gram) => gram.themes.split('\t').filter(Boolean))) {
    const [place, weight] = pair.split(':').map(Number)
    if (place !== undefined) sums[place] = (sums[place] ?? 0) + (weight ?? 0)
  }
  const values = themes.map(({ bias }, place) => (sums[place] ?? 0) / Math.sqrt(gramsInAll) + bias)
  return themes[values.indexOf(Math.max(...values))]?.rule
}

const tables = new Map<Language, LearnedTable>()

function tableFor(language: Language): LearnedTable {
  const known = tables.get(language)
  if (known !== undefined) return known
  const table = readLearned(readFileSync(new URL(`rules/${language}/learned.tsv`, import.meta.url), 'utf8'))
  tables.set(language, table)
  return table
}

/** First line: threshold, bias, `theme:bias` …; then a line a gram: gram, weight, `place:weight` …. */
export function readLearned(text: string): LearnedTable {
  const [head = '', ...rows] = text.trimEnd().split('\n')
  const [threshold, bias, ...themes] = head.split('\t')
  return {
    threshold: Number(threshold),
    bias: Number(bias),
    themes: themes.map((each) => {
      const [rule = '', themeBias] = each.split(':')
      return { rule, bias: Number(themeBias) }
    }),
    grams: new Map(rows.map(readRow)),
  }
}

/** What tells the themes stays text: few sentences are told, and the table has many such pairs. */
function readRow(row: string): readonly [string, GramWeights] {
  const behindGram = row.indexOf('\t')
  const behindWeight = row.indexOf('\t', behindGram + 1)
  const end = behindWeight < 0 ? row.length : behindWeight
  const weight = Number(row.slice(behindGram + 1, end))
  return [row.slice(0, behindGram), { weight, themes: row.slice(end + 1) }]
}
