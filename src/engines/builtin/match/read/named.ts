import { type Hit, vocabulary } from '../../vocabulary.ts'
import { type Stance, stanceAt } from './negation.ts'
import type { Segment } from './segment.ts'
import { countWords, type WordCounts } from './similarity.ts'

/** A name, and how the text speaks of what it names. */
export interface NamedHit extends Hit {
  readonly stance: Stance
}

/** What a segment names, and its words. */
export interface Named {
  readonly concepts: readonly NamedHit[]
  readonly titles: readonly NamedHit[]
  readonly words: WordCounts
}

/** What tells a concept or a title from all others. */
export const keyOf = ({ concept }: Hit): string => `${concept.kind}:${concept.id}`

/** The same of all that it is a case of. */
export const parentsOf = ({ concept }: Hit): string[] => [...concept.is].map((id) => `${concept.kind}:${id}`)

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
  const spokenOf = (hit: Hit): NamedHit => ({ ...hit, stance: stanceAt(norm, hit.start, hit.end) })
  const { concepts, titles } = vocabulary().findAll(norm, original)
  return {
    concepts: concepts.map(spokenOf),
    titles: titles.map(spokenOf),
    words: countWords(norm),
  }
}
