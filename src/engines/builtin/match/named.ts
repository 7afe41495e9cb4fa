import { type Hit, vocabulary } from '../vocabulary.ts'
import type { Segment } from './segments.ts'
import { countWords, type WordCounts } from './similarity.ts'

/** What a segment names, and its words. */
export interface Named {
  readonly concepts: readonly Hit[]
  readonly titles: readonly Hit[]
  readonly words: WordCounts
}

const known = new WeakMap<Segment, Named>()

/** What a segment names, looked for once. */
export function namedIn(segment: Segment): Named {
  let named = known.get(segment)
  if (named === undefined) {
    named = namedInText(segment.norm, segment.text)
    known.set(segment, named)
  }
  return named
}

/** The same of a part of a segment. */
export function namedInText(norm: string, original = norm): Named {
  return {
    concepts: vocabulary().find(norm, original),
    titles: vocabulary().findTitles(norm),
    words: countWords(norm),
  }
}
