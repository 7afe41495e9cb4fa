import { readFileSync } from 'node:fs'
import { monthNumber } from '../src/engines/builtin/match/read/dates.ts'

export type Label = 'met' | 'partly' | 'not_met'

/** One ad and five resumes in order of decreasing fit. */
export interface LabelledSet {
  readonly id: string
  readonly title: string
  readonly jd: string
  readonly requirements: readonly { readonly text: string; readonly priority: 'must' | 'preferred' }[]
  readonly resumes: readonly {
    readonly text: string
    readonly fit: number
    readonly labels: readonly (Label | 'unknown')[]
  }[]
}

/** The month in which the rows were written; current jobs end then. */
export const writtenIn = monthNumber(2026, 11)

export function readLines<Line>(path: string | URL): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line)
}

export const labelledSets = (language: 'zh' | 'en'): LabelledSet[] =>
  readLines(new URL(`./labelled/sets-${language}.jsonl`, import.meta.url))
