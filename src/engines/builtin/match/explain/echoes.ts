import type { Requirement } from '../job/requirements.ts'
import { indexLines } from '../read/line-index.ts'
import { keyOf, namedIn } from '../read/named.ts'
import { quote } from '../read/quote.ts'
import type { Segment } from '../read/segment.ts'

/** So much of a requirement's words says it. */
const sayingCreditMin = 0.5

/**
 * Where a resume says a requirement only in the words of the job: a verbatim quote, or empty. It shows
 * nothing, but who reads `not found` and finds it there trusts nothing else.
 */
export function echoesOf(segments: readonly Segment[]): (requirement: Requirement) => string {
  if (segments.length === 0) return () => ''
  const lines = indexLines(segments)
  return ({ concepts, words }) => {
    const asked = new Set(concepts.map(({ key }) => key))
    const naming = segments.find((segment) =>
      namedIn(segment).concepts.some(
        (hit) => hit.stance !== 'denied' && [keyOf(hit), ...parentsOf(hit)].some((key) => asked.has(key)),
      ),
    )
    const { best, bestCredit } = naming === undefined ? lines.find(words) : { best: naming, bestCredit: 1 }
    return best === undefined || bestCredit < sayingCreditMin ? '' : quote(best)
  }
}

const parentsOf = ({ concept }: Parameters<typeof keyOf>[0]): string[] =>
  [...concept.is].map((id) => `${concept.kind}:${id}`)
