import { fileURLToPath } from 'node:url'
import type { Language } from '../text/index.ts'
import { partByWords } from './classify.ts'
import { likeliest, lineGrams, lineKinds, type PartsTable, readParts } from './learned-parts.ts'

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
    file: fileURLToPath(new URL(`words/${language}-learned.tsv`, import.meta.url)),
  }
}
