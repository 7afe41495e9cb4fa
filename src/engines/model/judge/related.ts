import type { Requirement } from '../../builtin/match/job/requirements.ts'
import { keyOf, type Named, namedInText, parentsOf } from '../../builtin/match/read/named.ts'
import { normalize, words } from '../../builtin/text/index.ts'

/**
 * Whether a quote is about the requirement, judged by words and vocabulary. It must name the same concept,
 * a case of it, a related concept or a distinctive word. A hostile resume may make the model quote
 * unrelated text.
 */
export function isRelated({ norm, words: asked, concepts }: Requirement, quotes: readonly string[]): boolean {
  const said = normalize(quotes.join('\n'))
  const inQuote = keysIn(namedInText(said))
  const wanted = [...concepts.map(({ key }) => key), ...keysIn(namedInText(norm))]
  return wanted.some((key) => inQuote.has(key)) || sharesWords(asked, words(said))
}

function keysIn({ concepts, titles }: Named): ReadonlySet<string> {
  return new Set(
    [...concepts, ...titles].flatMap((hit) => {
      const { kind, implies, fields } = hit.concept
      return [keyOf(hit), ...parentsOf(hit), ...fields, ...[...implies].map((id) => `${kind}:${id}`)]
    }),
  )
}

/** Whether a distinctive word of the requirement occurs in the quote, verbatim or by its stem. */
function sharesWords(asked: ReadonlyMap<string, number>, said: readonly string[]): boolean {
  const weights = [...asked.values()]
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length)
  const stems = new Set(said.map(stemOf))
  return [...asked].some(
    ([word, weight]) => weight >= mean * distinctiveShareMin && word.length > 1 && stems.has(stemOf(word)),
  )
}

const distinctiveShareMin = 0.75
const stemOf = (word: string): string => (/^[a-z]{5,}$/u.test(word) ? word.slice(0, 5) : word)
