import { readFileSync } from 'node:fs'
import { type LearnedTable, readTable } from '../../compliance/index.ts'
import type { Language } from '../../text/index.ts'
import { parts } from '../draft.ts'
import { likeliestChain } from './chain.ts'
import { featuresOf } from './features.ts'
import type { Unit } from './units.ts'

/**
 * What a unit is: a part of the job description, the title of a job, a heading, or noise (addressed to a
 * colleague, or from the mail or page around the job).
 */
export const roles = [...parts, 'title', 'heading', 'noise'] as const
export type Role = (typeof roles)[number]

/** The roles of all units of a text: the likeliest sequence according to the learned table. */
export function rolesOf(units: readonly Unit[], language: Language): Role[] {
  return rolesBy(units, featuresOf(units, language, true), tableOf(language))
}

/** The same with given features and table, to measure a table before it is adopted. */
export function rolesBy(
  units: readonly Unit[],
  features: readonly (readonly string[])[],
  table: LearnedTable,
): Role[] {
  const isExcluded = (at: number, kind: string) => kind === 'heading' && units[at]?.isHeading !== true
  return likeliestChain({ features, steps: units.map(({ before }) => before) }, table, isExcluded) as Role[]
}

const tables = new Map<Language, LearnedTable>()

function tableOf(language: Language): LearnedTable {
  const known = tables.get(language)
  if (known !== undefined) return known
  const table = readTable(readFileSync(new URL(`./${language}.generated.tsv`, import.meta.url), 'utf8'))
  tables.set(language, table)
  return table
}
