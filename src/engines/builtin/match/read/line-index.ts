import { namedIn } from './named.ts'
import { withoutDenied } from './negation.ts'
import type { Segment } from './segment.ts'
import { countWords, coverageCredit, type WeightedWords, type WordCounts } from './similarity.ts'

/**
 * An index of resume segments by word. A requirement is compared only with segments that share a word with
 * it.
 */
export interface LineIndex {
  /** The coverage of a requirement's words in the resume: in its best segment, and in all segments. */
  find(asked: WeightedWords, mayServe?: (segment: Segment) => boolean): FoundWords
  /** The same for a requirement that contains a denial: it also searches denied text of the resume. */
  findDenied: LineIndex['find']
  /** The word counts of each segment, for the similarity of the whole resume. */
  readonly counts: readonly WordCounts[]
}

export interface FoundWords {
  readonly best: Segment | undefined
  readonly bestCredit: number
  readonly anywhereCredit: number
}

export function indexLines(segments: readonly Segment[]): LineIndex {
  const counts = segments.map((segment) => {
    const affirmed = withoutDenied(segment.norm)
    return affirmed === segment.norm ? namedIn(segment).words : countWords(affirmed)
  })
  const places = placesOf(counts)
  let all: typeof places | undefined
  return {
    counts,
    find: (asked, mayServe) => findWords(segments, places, asked, mayServe),
    findDenied: (asked, mayServe) => {
      all ??= placesOf(segments.map((segment) => namedIn(segment).words))
      return findWords(segments, all, asked, mayServe)
    },
  }
}

function placesOf(counts: readonly WordCounts[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  counts.forEach((words, index) => {
    for (const word of words.keys()) {
      const known = places.get(word)
      if (known === undefined) places.set(word, [index])
      else known.push(index)
    }
  })
  return places
}

function findWords(
  segments: readonly Segment[],
  places: ReadonlyMap<string, readonly number[]>,
  asked: WeightedWords,
  mayServe: (segment: Segment) => boolean = () => true,
): FoundWords {
  const held = new Map<number, Set<string>>()
  const anywhere = new Set<string>()
  for (const word of asked.keys()) {
    for (const index of places.get(word) ?? []) {
      const segment = segments[index]
      if (segment === undefined || !mayServe(segment)) continue
      anywhere.add(word)
      const words = held.get(index)
      if (words === undefined) held.set(index, new Set([word]))
      else words.add(word)
    }
  }
  let best: Segment | undefined
  let bestCredit = 0
  for (const [index, words] of [...held].sort(([a], [b]) => a - b)) {
    const credit = coverageCredit(asked, words)
    if (credit > bestCredit) {
      best = segments[index]
      bestCredit = credit
    }
  }
  return { best, bestCredit, anywhereCredit: coverageCredit(asked, anywhere) }
}
