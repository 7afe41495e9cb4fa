import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constructingPlaces, literalPatterns } from './literals.ts'
import type { Construction } from './record.ts'

/** A pattern of the product, and every place that writes or constructs it. */
export interface Pattern {
  readonly source: string
  readonly flags: string
  readonly places: readonly string[]
}

export interface Collection {
  readonly patterns: readonly Pattern[]
  /** Code that constructs a pattern but was not run: `collect.ts` has to call it. */
  readonly unseen: readonly string[]
}

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const outputMax = 256 * 1024 * 1024

/** Every pattern of the product: literals from the sources, all others as they are constructed. */
export async function collectPatterns(): Promise<Collection> {
  const sites = constructingPlaces()
  const modules = new Set(sites.map((place) => place.replace(/:\d+$/, '')))
  const args = ['--import', new URL('record.ts', import.meta.url).href, file('collect.ts'), ...modules]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: outputMax })
  const made = JSON.parse(stdout) as Construction[]
  const seen = new Set(made.flatMap(({ lines }) => lines))
  const all = new Map<string, Pattern & { readonly places: string[] }>()
  const add = (source: string, flags: string, place: string): void => {
    const key = `${flags}/${source}`
    const known = all.get(key) ?? { source, flags, places: [] }
    if (!known.places.includes(place)) known.places.push(place)
    all.set(key, known)
  }
  for (const { source, flags, place } of literalPatterns()) add(source, flags, place)
  for (const { source, flags, lines } of made) add(source, flags, lines[0] ?? '')
  return { patterns: [...all.values()], unseen: sites.filter((place) => !seen.has(place)) }
}
