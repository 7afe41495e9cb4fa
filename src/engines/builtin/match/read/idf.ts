import { readFileSync } from 'node:fs'

/**
 * The inverse document frequency of a word: ln((1 + texts) / (1 + texts with the word)) + 1. It was counted
 * over real resumes and job descriptions and is frozen, so a score doesn't depend on the other texts
 * scored.
 */
export function idf(word: string): number {
  loaded ??= load()
  return loaded.get(word) ?? idfOfUnknown
}

/** Whether the table has a word. It has few words of languages other than English and Chinese. */
export function isKnownWord(word: string): boolean {
  loaded ??= load()
  return loaded.has(word)
}

/**
 * The value of a word not in the table. It is often a name or a typo, so it is below that of the rarest
 * word.
 */
export const idfOfUnknown = 5.2

let loaded: ReadonlyMap<string, number> | undefined

function load(): ReadonlyMap<string, number> {
  const text = readFileSync(new URL('./idf.tsv', import.meta.url), 'utf8')
  const rows = text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
  return new Map(
    rows.map((row) => {
      const [word = '', value = '0'] = row.split('\t')
      return [word, Number(value)]
    }),
  )
}
