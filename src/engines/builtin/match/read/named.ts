import { type Hit, vocabulary } from '../../vocabulary.ts'
import { type Stance, stanceAt } from './negation.ts'
import type { Segment } from './segment.ts'
import { countWords, type WordCounts } from './similarity.ts'

/** A named concept, and the stance of the text towards it. */
export interface NamedHit extends Hit {
  readonly stance: Stance
}

/** The concepts, titles and words of a segment. */
export interface Named {
  readonly concepts: readonly NamedHit[]
  readonly titles: readonly NamedHit[]
  readonly words: WordCounts
}

/** A unique key of a concept or title. */
export const keyOf = ({ concept }: Hit): string => `${concept.kind}:${concept.id}`

/** The keys of its parent concepts. */
export const parentsOf = ({ concept }: Hit): string[] => [...concept.is].map((id) => `${concept.kind}:${id}`)

const known = new WeakMap<Segment, Named>()

/** What a segment names; cached per segment. */
export function namedIn(segment: Segment): Named {
  let named = known.get(segment)
  if (named === undefined) {
    named = namedInText(segment.norm, segment.text)
    known.set(segment, named)
  }
  return named
}

/** What a part of a segment names. */
export function namedInText(norm: string, original = norm): Named {
  const spokenOf = (hit: Hit): NamedHit => ({ ...hit, stance: stanceAt(norm, hit.start, hit.end) })
  const { concepts, titles } = vocabulary().findAll(norm, original)
  return {
    concepts: concepts.map(spokenOf),
    titles: titles.map(spokenOf),
    words: countWords(norm),
  }
}
