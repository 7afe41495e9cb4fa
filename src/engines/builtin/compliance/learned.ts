import { readFileSync } from 'node:fs'
import type { Language } from '../text/index.ts'
import { gramsOf } from './grams.ts'

/**
 * What a linear model says of a sentence in which no rule knows the wording: learned from the labelled
 * sentences by `tools/fit-compliance.ts`, frozen in `rules/<language>/learned.tsv`. All numbers of the table
 * are whole, so that a sentence gets the same answer on every machine.
 */
export interface LearnedTable {
  /** Over which sums, in the table's units, a sentence is told, and a theme beside the likeliest. */
  readonly threshold: number
  readonly themeThreshold: number
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

/** The rules whose themes a sentence, as `fold` returns it, is likely to touch; none where it is harmless. */
export function suspectedRules(foldedSentence: string, language: Language): string[] {
  return judge(foldedSentence, language, tableFor(language))
}

export function judge(foldedSentence: string, language: Language, table: LearnedTable): string[] {
  const grams = gramsOf(foldedSentence, language)
  const known = [...grams].flatMap((gram) => table.grams.get(gram) ?? [])
  const weight = weigh(known, grams.size, table)
  if (known.length === 0 || weight + partOfTheme(clearTheme) <= table.threshold) return []
  const themes = weighThemes(known, grams.size, table)
  if (weight + partOfTheme(themes[0]?.weight ?? 0) <= table.threshold) return []
  return themes
    .filter((theme, index) => index === 0 || theme.weight > table.themeThreshold)
    .map(({ rule }) => rule)
}

/**
 * What the words of a sentence weigh together, in the table's units: above 0 is more likely harmful. Those
 * that the table doesn't know weigh nothing and count all the same: of `hazmat preferred` it knows half.
 */
function weigh(known: readonly GramWeights[], gramsInAll: number, { bias }: LearnedTable): number {
  const sum = known.reduce((total, { weight }) => total + weight, 0)
  return sum / Math.sqrt(gramsInAll) + bias
}

/**
 * What no theme claims is told only if it weighs the more: of such sentences half were harmless, as
 * `Evenings only.` is. A theme that is clear, or clearly none, says no more by being clearer still.
 */
function partOfTheme(likeliest: number): number {
  return Math.max(-clearTheme, Math.min(likeliest, clearTheme)) / 2
}

const clearTheme = 300

/** How much the words of a sentence speak for each theme, the likeliest first. */
function weighThemes(
  known: readonly GramWeights[],
  gramsInAll: number,
  { themes }: LearnedTable,
): { readonly rule: string; readonly weight: number }[] {
  const sums = themes.map(() => 0)
  for (const pair of known.flatMap((gram) => gram.themes.split('\t').filter(Boolean))) {
    const [place, weight] = pair.split(':').map(Number)
    if (place !== undefined) sums[place] = (sums[place] ?? 0) + (weight ?? 0)
  }
  return themes
    .map(({ rule, bias }, place) => ({ rule, weight: (sums[place] ?? 0) / Math.sqrt(gramsInAll) + bias }))
    .sort((a, b) => b.weight - a.weight)
}

const tables = new Map<Language, LearnedTable>()

function tableFor(language: Language): LearnedTable {
  const known = tables.get(language)
  if (known !== undefined) return known
  const table = readLearned(readFileSync(new URL(`rules/${language}/learned.tsv`, import.meta.url), 'utf8'))
  tables.set(language, table)
  return table
}

/** First line: both thresholds, bias, `theme:bias` …; then a line a gram: gram, weight, `place:weight` …. */
export function readLearned(text: string): LearnedTable {
  const [head = '', ...rows] = text.trimEnd().split('\n')
  const [threshold, themeThreshold, bias, ...themes] = head.split('\t')
  return {
    threshold: Number(threshold),
    themeThreshold: Number(themeThreshold),
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
