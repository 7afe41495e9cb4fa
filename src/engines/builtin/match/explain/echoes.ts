import type { Requirement } from '../job/requirements.ts'
import { indexLines } from '../read/line-index.ts'
import { keyOf, namedIn, parentsOf } from '../read/named.ts'
import { quote } from '../read/quote.ts'
import type { Segment } from '../read/segment.ts'

/** The minimum word credit for a line to repeat a requirement. */
const sayingCreditMin = 0.5
const quoteCharactersMax = 80

/**
 * Returns a verbatim quote where the resume only repeats the job's words for a requirement, or an empty
 * string. It is no evidence, but a report of `not found` would contradict what the reader sees.
 */
export function echoesOf(segments: readonly Segment[]): (requirement: Requirement) => string {
  if (segments.length === 0) return () => ''
  const lines = indexLines(segments)
  return ({ concepts, words }) => {
    const asked = new Set(concepts.map(({ key }) => key))
    for (const segment of segments) {
      const hit = namedIn(segment).concepts.find(
        (each) => each.stance !== 'denied' && [keyOf(each), ...parentsOf(each)].some((key) => asked.has(key)),
      )
      if (hit !== undefined) return quote(segment, hit.start, quoteCharactersMax)
    }
    const { best, bestCredit } = lines.find(words)
    return best === undefined || bestCredit < sayingCreditMin ? '' : quote(best, 0, quoteCharactersMax)
  }
}
