import type { Requirement } from '../job/requirements.ts'
import { indexLines } from '../read/line-index.ts'
import { keyOf, namedIn, parentsOf } from '../read/named.ts'
import { quote } from '../read/quote.ts'
import type { Segment } from '../read/segment.ts'

/** So much of a requirement's words says it. */
const sayingCreditMin = 0.5
const quoteCharactersMax = 80

/**
 * Where a resume says a requirement only in the words of the job: a verbatim quote, or empty. It shows
 * nothing, but who reads `not found` and finds it there trusts nothing else.
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
