import type { ComplianceFinding, Severity } from '../../../contract/index.ts'
import { fold } from './fold.ts'
import source from './rules/en/tone.json' with { type: 'json' }

const masculine = wholeWords(source.masculine)
const feminine = wholeWords(source.feminine)
const wordsToldMax = 8

function wholeWords(words: string): RegExp {
  return new RegExp(String.raw`\b(?:${words})\b`, 'giu')
}

/**
 * Whether an English text as a whole asks for traits that are read as masculine. No single word of
 * `rules/en/tone.json` is at fault alone: the check counts the different words, minus those of the other
 * list.
 */
export function findTone(text: string): ComplianceFinding[] {
  const folded = fold(text, true)
  const found = [...folded.text.matchAll(masculine)]
  const distinct = new Map(found.map((match) => [match[0].toLowerCase(), match]))
  const others = new Set((folded.text.match(feminine) ?? []).map((word) => word.toLowerCase()))
  const isMarked = distinct.size >= source.masculineMin && distinct.size - others.size >= source.surplusMin
  const first = found[0]
  if (!isMarked || first === undefined) return []
  const start = folded.starts[first.index] ?? 0
  const end = folded.ends[first.index + first[0].length - 1] ?? start
  const words = [...distinct.keys()].slice(0, wordsToldMax).join(', ')
  return [
    {
      quote: text.slice(start, end),
      rule: source.name,
      severity: source.severity as Severity,
      legalBasis: source.legalBasis,
      suggestion: source.suggestion.replace('{words}', words),
    },
  ]
}
