import type { DegreeLevel } from '../read/degrees.ts'
import type { Segment } from '../read/segment.ts'
import { type Aspect, best } from './aspect.ts'
import { degreeAsked, degreeNames } from './degree-names.ts'
import { type Mark, marksOf } from './marks.ts'
import { isDenied, type PlacedSentence, placedSentences } from './placed-sentence.ts'

interface Held {
  readonly level: DegreeLevel
  readonly marks: ReadonlySet<Mark>
  readonly source: PlacedSentence
  readonly start: number
  readonly end: number
}

export interface HeldDegrees {
  readonly held: readonly Held[]
  /** The resume says somewhere that the degree was not awarded. */
  readonly isWithoutDegree: boolean
}

/** The number of characters before and after a degree that are searched for marks of its mode of study. */
const around = { before: 40, after: 48 } as const

export function readDegrees(segments: readonly Segment[]): HeldDegrees {
  const held = placedSentences(segments, (norm, text) => degreeNames(norm, text).length > 0).flatMap(
    (source) => {
      const { norm, text } = source.sentence
      const all = degreeNames(norm, text)
      return all.map(({ level, start, end }) => {
        const from = Math.max(
          0,
          start - around.before,
          ...all.filter((each) => each.end <= start).map((each) => each.end),
        )
        const to = Math.min(
          end + around.after,
          ...all.filter((each) => each.start >= end).map((each) => each.start),
        )
        return { level, marks: marksOf(norm.slice(from, to)), source, start, end }
      })
    },
  )
  return { held, isWithoutDegree: segments.some(({ norm }) => marksOf(norm).has('noDegree')) }
}

/** Credit for a degree that doesn't fully satisfy the requirement. */
const worth = { oneBelow: 0.4, unfinished: 0.35, otherWay: 0.25, courseOnly: 0.1, short: 0.1 } as const

/**
 * Compares the degree that a requirement demands with those held: level, completion, award, and full-time
 * study if demanded. Undefined if none is demanded or held.
 */
export function judgeDegree(
  normalized: string,
  original: string,
  { held, isWithoutDegree }: HeldDegrees,
): Aspect | undefined {
  const asked = degreeAsked(normalized, original)
  if (asked === undefined || held.length === 0) return undefined
  const marks = marksOf(normalized)
  const wantsFullTime = marks.has('fullTime') && !marks.has('partTime')
  const isOpen = marks.has('underWay')
  const wantsAward = /学位|学士|\bdegree\b|\bbachelor/u.test(normalized)
  return best(
    held.map((each) => {
      let credit: number = each.level >= asked ? 1 : each.level === asked - 1 ? worth.oneBelow : worth.short
      const cap = (most: number): void => {
        credit = Math.min(credit, most)
      }
      if (isDenied(each.source, each.start, each.end, true)) cap(worth.short)
      if (each.marks.has('underWay') && !isOpen) cap(each.level > asked ? 0.79 : worth.unfinished)
      if (each.marks.has('unfinished')) cap(worth.unfinished)
      if (each.marks.has('courseOnly')) cap(worth.courseOnly)
      if (isWithoutDegree && wantsAward && each.level === 3) cap(0.6)
      if (wantsFullTime && each.marks.has('partTime')) cap(worth.otherWay)
      return { credit, place: { segment: each.source.segment, at: each.source.at } }
    }),
  )
}
