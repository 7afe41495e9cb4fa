import type { Doc } from './data.ts'

/** From this part of their pairs of signs in common on, of two texts one is a copy of the other. */
const alikeMin = 0.8

/**
 * The texts without those that copy an earlier one but for a few signs: what stands in a collection seven
 * times would be learned as seven people who speak alike, and whoever says the same as unlike all others.
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
