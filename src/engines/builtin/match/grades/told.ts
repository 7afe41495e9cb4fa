import { stanceAt } from '../read/negation.ts'
import type { Segment } from '../read/segment.ts'
import { stanceByRules } from '../stance/rules.ts'
import { readSentences, type Sentence } from '../stance/sentence.ts'
import type { Stance } from '../stance/stances.ts'

/** A sentence of a resume, and the segment that it is in. */
export interface Told {
  readonly sentence: Sentence
  readonly segment: Segment
  /** Where the sentence begins in the segment's normalised text, about. */
  readonly at: number
}

/** The sentences of those segments in which something is looked for. */
export function toldIn(
  segments: readonly Segment[],
  isWanted: (norm: string, text: string) => boolean,
): Told[] {
  return segments.flatMap((segment) => {
    if (segment.section === 'wish' || !isWanted(segment.norm, segment.text)) return []
    return readSentences(segment.text).map((sentence) => ({
      sentence,
      segment,
      at: Math.max(0, segment.norm.indexOf(sentence.norm.slice(0, sameMin))),
    }))
  })
}
/** So many signs tell one sentence of a segment from another. */
const sameMin = 12

const against: ReadonlySet<Stance> = new Set(['denied', 'lapsed', 'others', 'wished', 'learning', 'interest'])

/**
 * Whether the words beside a place say that it isn't so, isn't so yet, or is so of somebody else. With
 * `mayLearn` it doesn't matter that it is still being studied for.
 */
export function isDenied({ sentence }: Told, start: number, end: number, mayLearn = false): boolean {
  const stance = stanceByRules(sentence, start, end)
  if (mayLearn && stance === 'learning') return false
  return against.has(stance) || stanceAt(sentence.norm, start, end) === 'denied'
}
