import { normalize } from '../text/index.ts'
import { type Part, parts } from './classify.ts'
import type { DraftLine } from './draft.ts'

export interface Merged {
  readonly lines: DraftLine[]
  /** The words that were said twice. */
  readonly duplicates: string[]
}

/** More lines than this are compared by their words alone, so that time stays linear. */
const comparedMax = 300
const similarityMin = 0.85

/**
 * Says each thing once. Lines are the same where their words are, or where one holds almost all of the
 * other and both have the same numbers, names and negations; the longer one stays, in the more binding
 * part.
 */
export function mergeDuplicates(lines: readonly DraftLine[]): Merged {
  const kept: Known[] = []
  const byKey = new Map<string, Known>()
  const duplicates: string[] = []
  for (const line of lines) {
    const known = know(line)
    if (known.key === '') continue
    const same =
      byKey.get(known.key) ?? (kept.length < comparedMax ? kept.find((each) => says(each, known)) : undefined)
    if (same === undefined) {
      kept.push(known)
      byKey.set(known.key, known)
      continue
    }
    duplicates.push(known.key.length <= same.key.length ? line.text : same.line.text)
    const part = moreBinding(same.line.part, line.part)
    const longer = known.key.length > same.key.length ? known : same
    const index = kept.indexOf(same)
    kept[index] = { ...longer, line: { part, text: longer.line.text } }
    byKey.set(known.key, kept[index])
    byKey.set(same.key, kept[index])
  }
  return { lines: kept.map(({ line }) => line), duplicates }
}

interface Known {
  readonly line: DraftLine
  readonly key: string
  readonly pairs: ReadonlySet<string>
  /** Numbers, Latin words and negations, in order: two lines that differ in them say different things. */
  readonly facts: string
}

function know(line: DraftLine): Known {
  const text = normalize(line.text)
  const key = text.replace(/[\s\p{P}]/gu, '')
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < key.length; at += 1) pairs.add(key.slice(at, at + 2))
  const facts = text.match(/[0-9]+(?:[.][0-9]+)?|[a-z][a-z+#.]*|不|无|非|没/gu) ?? []
  return { line, key, pairs, facts: facts.sort().join(' ') }
}

function says(a: Known, b: Known): boolean {
  if (a.facts !== b.facts) return false
  const [small, large] = a.pairs.size <= b.pairs.size ? [a, b] : [b, a]
  if (small.pairs.size < 4 || small.pairs.size < large.pairs.size * 0.5) return false
  let shared = 0
  for (const pair of small.pairs) if (large.pairs.has(pair)) shared += 1
  return (
    shared / (small.pairs.size + large.pairs.size - shared) >= similarityMin || large.key.includes(small.key)
  )
}

/** A requirement stated twice is a must where one of the two is. */
function moreBinding(a: Part, b: Part): Part {
  return parts.indexOf(a) <= parts.indexOf(b) ? a : b
}
