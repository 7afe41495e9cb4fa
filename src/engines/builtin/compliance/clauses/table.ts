import { readFileSync } from 'node:fs'
import type { Language } from '../../text/index.ts'

/**
 * The kinds of clauses. `fine` describes the job. `aside` addresses a colleague, or belongs to the page or
 * mail around the job. Every other kind is the name of a compliance rule.
 */
export interface ClauseTable {
  readonly kinds: readonly string[]
  readonly bias: readonly number[]
  /** For each feature, alternating kinds and weights. */
  readonly weights: ReadonlyMap<string, readonly number[]>
}

/** Weights are multiples of this unit. */
export const weightUnit = 0.06
const firstKind = 0x41
const zeroWeight = 0x4f
/** Weights are clamped to this value, so that every pair fits into two ASCII characters. */
export const weightMax = 46

/** A kind and its weight as two characters. */
export const writePair = (kind: number, weight: number): string =>
  String.fromCharCode(firstKind + kind, zeroWeight + weight)

/** First line: kinds with their biases; then a line a feature: the feature and its pairs. */
export function readTable(text: string): ClauseTable {
  const [head = '', ...rows] = text.trimEnd().split('\n')
  const named = head.split('\t').map((each) => each.split(':'))
  return {
    kinds: named.map(([kind = '']) => kind),
    bias: named.map(([, bias]) => Number(bias)),
    weights: new Map(rows.map(readRow)),
  }
}

function readRow(row: string): readonly [string, readonly number[]] {
  const at = row.lastIndexOf('\t')
  const pairs: number[] = []
  for (let place = at + 1; place < row.length; place += 2)
    pairs.push(row.charCodeAt(place) - firstKind, row.charCodeAt(place + 1) - zeroWeight)
  return [row.slice(0, at), pairs]
}

const tables = new Map<Language, ClauseTable>()

export function tableOf(language: Language): ClauseTable {
  const known = tables.get(language)
  if (known !== undefined) return known
  const table = readTable(readFileSync(new URL(`./${language}.generated.tsv`, import.meta.url), 'utf8'))
  tables.set(language, table)
  return table
}
