import type { Language } from '../text/index.ts'
import { type Folded, fold } from './fold.ts'
import { type Rule, rulesFor } from './rules.ts'

/** A rule that fired on a part of a line. */
export interface Hit {
  readonly rule: Rule
  /** Where the words stand in the line, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** What takes their place; empty where they are left out, null where they stay. */
  readonly replacement: string | null
}

/** Finds what the rules object to in one line of a text. */
export type Scanner = (line: string) => Hit[]

/** How far around a match `unlessNear` looks, and how long a sentence may be for `unless`, in characters. */
const nearCharacters: Record<Language, number> = { zh: 10, en: 28 }
const sentenceCharactersMax = 300
const hitsPerLineMax = 50
const sentenceEnd: Record<Language, RegExp> = { zh: /[。;!?]/u, en: /[.;!?](?=\s|$)/u }
const clauseEnd: Record<Language, RegExp> = {
  zh: /[。;!?,:()]|但|不过|其中|然而/u,
  en: /[;!?,:()]|[.](?=\s|$)|\bbut\b|\bhowever\b/iu,
}

/**
 * A scanner for the lines of a text, which must all be in it: a rule that nothing in the whole text
 * matches isn't tried on each line. Exceptions that may stand anywhere are looked up in the whole text,
 * too.
 */
export function scannerFor(wholeText: string, language: Language): Scanner {
  const whole = fold(wholeText, true).text
  const rules = rulesFor(language).flatMap((rule) => {
    if (!rule.needs.test(whole) || found(rule.unlessAnywhere, whole)) return []
    const patterns = rule.patterns.filter(
      ({ match, group }) => (group === undefined || found(group, whole)) && found(match, whole),
    )
    return patterns.length === 0 ? [] : [{ ...rule, patterns }]
  })
  if (rules.length === 0) return () => []
  return (line) => {
    const folded = fold(line)
    const hits: Hit[] = []
    for (const rule of rules) {
      if (hits.length >= hitsPerLineMax) break
      hits.push(...withoutOverlaps(hitsOf(rule, folded, language)))
    }
    return hits.slice(0, hitsPerLineMax).sort((a, b) => a.start - b.start || b.end - a.end)
  }
}

function hitsOf(rule: Rule, folded: Folded, language: Language): Hit[] {
  const hits: Hit[] = []
  for (const { match: pattern, replacement } of rule.patterns) {
    for (const match of folded.text.matchAll(pattern)) {
      const words = match[0]
      if (words.trim() === '' || hits.length >= hitsPerLineMax) break
      const from = match.index + (words.length - words.trimStart().length)
      const to = match.index + words.trimEnd().length
      if (isExcepted(rule, folded.text, from, to, language)) continue
      const start = folded.starts[from] ?? 0
      const end = folded.ends[to - 1] ?? start
      hits.push({ rule, start, end, replacement: replacement === null ? null : fill(replacement, match) })
    }
  }
  return hits
}

/** `$1` stands for a group, `$s` for the plural of what is replaced; `a expert` becomes `an expert`. */
function fill(template: string, match: RegExpExecArray): string {
  const plural = /(?:[^s]s|men|ves)$/iu.test(match[0]) ? 's' : ''
  return template
    .replace(/\$([1-9])/g, (_whole, group: string) => match[Number(group)] ?? '')
    .replace('$s', plural)
    .replace(/\ba (?=[aeio])/giu, (article) => `${article.trimEnd()}n `)
}

function isExcepted(rule: Rule, text: string, start: number, end: number, language: Language): boolean {
  const inside = (exceptions: RegExp | undefined, stop: RegExp) =>
    exceptions !== undefined && found(exceptions, text.slice(...sentenceAround(text, start, end, stop)))
  if (inside(rule.unless, sentenceEnd[language]) || inside(rule.unlessClause, clauseEnd[language]))
    return true
  if (rule.unlessNear === undefined) return false
  const reach = nearCharacters[language]
  const before = text.slice(Math.max(0, start - reach), start)
  return found(rule.unlessNear, before) || found(rule.unlessNear, text.slice(end, end + reach))
}

/** Where the sentence, or the part of one, begins and ends that a match stands in. */
function sentenceAround(text: string, start: number, end: number, stop: RegExp): [number, number] {
  const before = text.slice(Math.max(0, start - sentenceCharactersMax), start)
  let from = before.length
  while (from > 0 && !stop.test(before.slice(from - 1, from + 1))) from -= 1
  const after = text.slice(end, end + sentenceCharactersMax)
  const stopAt = after.search(stop)
  return [start - before.length + from, stopAt < 0 ? end + after.length : end + stopAt]
}

/** `test` of a global expression starts where the last one ended; a search always starts at the front. */
function found(pattern: RegExp | undefined, text: string): boolean {
  return pattern !== undefined && text.search(pattern) >= 0
}

/** Of the hits of one rule that overlap, the longest, or of equals the one with a replacement. */
function withoutOverlaps(hits: readonly Hit[]): Hit[] {
  const kept: Hit[] = []
  const length = ({ start, end }: Hit) => end - start
  const rank = ({ replacement }: Hit) => (replacement ? 0 : 1)
  const byLength = [...hits].sort((a, b) => length(b) - length(a) || rank(a) - rank(b) || a.start - b.start)
  for (const hit of byLength) {
    if (kept.every((other) => hit.end <= other.start || hit.start >= other.end)) kept.push(hit)
  }
  return kept
}
