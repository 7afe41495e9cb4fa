import type { Doc } from './data.ts'

/** Two texts are copies if they share at least this fraction of their character pairs. */
const alikeMin = 0.8

/**
 * Removes texts that are near copies of an earlier text. A text that occurs seven times would count as
 * seven people who write alike, and would skew what is common and what is rare.
 */
export function withoutCopies(docs: readonly Doc[]): Doc[] {
  const kept: { doc: Doc; pairs: ReadonlySet<string> }[] = []
  for (const doc of docs) {
    const pairs = pairsOf(doc.text)
    const isCopy = kept.some((each) => each.doc.kind === doc.kind && overlap(each.pairs, pairs) >= alikeMin)
    if (!isCopy) kept.push({ doc, pairs })
  }
  return kept.map(({ doc }) => doc)
}

function pairsOf(text: string): Set<string> {
  const signs = text.replaceAll(/\s/gu, '')
  return new Set(Array.from(signs, (_, at) => signs.slice(at, at + 2)))
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  if (small.size < alikeMin * large.size) return 0
  let both = 0
  for (const pair of small) if (large.has(pair)) both += 1
  return both / (one.size + other.size - both)
}
