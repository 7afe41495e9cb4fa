import { readFileSync } from 'node:fs'

/**
 * How telling a word is: ln((1 + texts) / (1 + texts that hold it)) + 1, counted once over real resumes and
 * job descriptions and then frozen, so that a score means the same whatever else is scored beside it.
 */
export function idf(word: string): number {
  loaded ??= load()
  return loaded.get(word) ?? idfOfUnknown
}

/** Whether the table holds a word: of other languages than English and Chinese it holds few. */
export function isKnownWord(word: string): boolean {
  loaded ??= load()
  return loaded.has(word)
}

/** A word that the table doesn't hold: as often a name or a slip as a skill, so less than its rarest. */
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
