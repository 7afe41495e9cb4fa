import type { Requirement } from '../../builtin/match/job/requirements.ts'
import { keyOf, type Named, namedInText, parentsOf } from '../../builtin/match/read/named.ts'
import { normalize, words } from '../../builtin/text/index.ts'

/**
 * Whether a quote speaks of what a requirement asks for, as far as words and the vocabulary can tell: the
 * same thing, a case of it, what goes with it, or one of its telling words. A model may be talked into
 * quoting anything; what it quotes must have something to do with what was asked.
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

/** A telling word of the one in the other, as it is or by its stem. */
function sharesWords(asked: ReadonlyMap<string, number>, said: readonly string[]): boolean {
  const weights = [...asked.values()]
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length)
  const stems = new Set(said.map(stemOf))
  return [...asked].some(
    ([word, weight]) => weight >= mean * tellingShareMin && word.length > 1 && stems.has(stemOf(word)),
  )
}

const tellingShareMin = 0.75
const stemOf = (word: string): string => (/^[a-z]{5,}$/u.test(word) ? word.slice(0, 5) : word)
