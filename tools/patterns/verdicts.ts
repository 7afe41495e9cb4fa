import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Pattern } from './patterns.ts'

/**
 * `safe`: recheck finds nothing, and none of our attacks is slow. `measured`: recheck finds a problem or
 * can't decide, and the measured cost of the worst attack on a text of maximum length is within the limits.
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

/** The stored verdicts, by hash. */
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

/** The pattern's file and its first characters, for readers of the table. */
export function whereOf({ source, places }: Pattern): string {
  const [place = ''] = places
  return `${place.replace(/:\d+$/, '')} ${source.replace(/\s/g, ' ').slice(0, shownCharacters)}`
}
