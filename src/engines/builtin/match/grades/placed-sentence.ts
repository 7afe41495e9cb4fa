import { stanceAt } from '../read/negation.ts'
import type { Segment } from '../read/segment.ts'
import { stanceByRules } from '../stance/rules.ts'
import { readSentences, type Sentence } from '../stance/sentence.ts'
import type { Stance } from '../stance/stances.ts'

/** A sentence of a resume, and its segment. */
export interface PlacedSentence {
  readonly sentence: Sentence
  readonly segment: Segment
  /** The approximate offset of the sentence in the segment's normalised text. */
  readonly at: number
}

/** The sentences of those segments that pass `isWanted`. */
export function placedSentences(
  segments: readonly Segment[],
  isWanted: (norm: string, text: string) => boolean,
): PlacedSentence[] {
  return segments.flatMap((segment) => {
    if (segment.section === 'wish' || !isWanted(segment.norm, segment.text)) return []
    return readSentences(segment.text).map((sentence) => ({
      sentence,
      segment,
      at: Math.max(0, segment.norm.indexOf(sentence.norm.slice(0, sameMin))),
    }))
  })
}
/** A sentence is found in its segment by this many first characters. */
const sameMin = 12

const against: ReadonlySet<Stance> = new Set(['denied', 'lapsed', 'others', 'wished', 'learning', 'interest'])

/**
 * Whether the words around a position deny it, postpone it or attribute it to another person. With
 * `mayLearn`, being studied for doesn't count as denied.
 */
export function isDenied(
  { sentence }: PlacedSentence,
  start: number,
  end: number,
  mayLearn = false,
): boolean {
  const stance = stanceByRules(sentence, start, end)
  if (mayLearn && stance === 'learning') return false
  return against.has(stance) || stanceAt(sentence.norm, start, end) === 'denied'
}
