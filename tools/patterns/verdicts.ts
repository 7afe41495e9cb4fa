import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Pattern } from './patterns.ts'

/**
 * `safe`: recheck finds nothing, and no attack of ours is slow. `measured`: recheck finds something or can't
 * tell, and the worst attack on a text as long as a call may bring takes a few milliseconds.
 */
export type Verdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'measured'; readonly reason: string; readonly where: string }

const file = new URL('verdicts.tsv', import.meta.url)
const head = `# Verdicts on the patterns of the product: written by "npm run gen -- patterns", see CONTRIBUTING.md.
# The hash of flags and source; safe, or measured and why that is enough.
`
const hashDigits = 12
const shownCharacters = 60

export function hashOf({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string {
  return createHash('sha256').update(`${flags}/${source}`).digest('hex').slice(0, hashDigits)
}

/** The verdicts that are kept, by hash. */
export function readVerdicts(): Map<string, Verdict> {
  const lines = readFileSync(file, 'utf8').split('\n')
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'))
  return new Map(
    rows.map(([hash = '', kind, reason = '', where = '']) => [
      hash,
      kind === 'measured' ? { kind, reason, where } : { kind: 'safe' },
    ]),
  )
}

export function writeVerdicts(verdicts: ReadonlyMap<string, Verdict>): void {
  const rows = [...verdicts].map(([hash, verdict]) =>
    verdict.kind === 'safe' ? `${hash}\tsafe\n` : `${hash}\tmeasured\t${verdict.reason}\t${verdict.where}\n`,
  )
  writeFileSync(file, head + rows.sort().join(''))
}

/** The file that has the pattern and its beginning, for people who read the table. */
export function whereOf({ source, places }: Pattern): string {
  const [place = ''] = places
  return `${place.replace(/:\d+$/, '')} ${source.replace(/\s/g, ' ').slice(0, shownCharacters)}`
}
