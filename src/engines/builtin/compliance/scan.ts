import type { Language } from '../text/index.ts'
import { clausesOf, judgeClause } from './clauses/index.ts'
import { type Folded, fold } from './fold.ts'
import { once, type Rule, type RulePattern, rulesFor } from './rules.ts'

/** A rule that fired on a part of a line. */
export interface Hit {
  readonly rule: Rule
  /** The position of the words in the line, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The replacement; empty if the words are removed, null if they are kept. */
  readonly replacement: string | null
}

export const lineBreak = /[\n\r\u0085\u2028\u2029]+/u

/** Finds the hits of the rules in one line of a text. */
export type Scanner = (line: string) => Hit[]

/**
 * The distance from a match that `unlessNear` covers, and the longest sentence for `unless`, in characters.
 */
const nearCharacters: Record<Language, number> = { zh: 10, en: 28 }
const sentenceCharactersMax = 300
const hitsPerLineMax = 50
const sentenceEnd: Record<Language, RegExp> = { zh: /[。;!?]/u, en: /[.;!?](?=\s|$)/u }
const sentenceEnds: Record<Language, RegExp> = { zh: /[。;!?] ?/gu, en: /[.;!?] (?=[A-Z])/gu }
const pieceCharactersMin = 240
const clauseEnd: Record<Language, RegExp> = {
  zh: /[。;!?,:()]|但|不过|其中|然而/u,
  en: /[;!?,:()]|[.](?=\s|$)|\bbut\b|\bhowever\b/iu,
}

/**
 * A scanner for the lines of a text. Every line must be part of the text, because exceptions may be
 * anywhere in it.
 */
export function scannerFor(wholeText: string, language: Language): Scanner {
  const { patterns, prefilter } = rulesFor(language)
  const isExempt = exemptionsIn(wholeText)
  return (line) => {
    const folded = fold(line)
    const byRule = new Map<Rule, Hit[]>()
    for (const piece of piecesOf(folded.text, language)) {
      for (const index of prefilter.candidates(piece.text)) {
        const pattern = patterns[index]
        if (pattern === undefined || !matches(pattern, piece.text) || isExempt(pattern.rule)) continue
        const hits = byRule.get(pattern.rule) ?? []
        byRule.set(pattern.rule, [...hits, ...hitsOf(pattern, piece, folded, language)])
      }
    }
    const isFine = byRule.size === 0 ? () => false : fineStretches(line, language)
    return [...byRule.values()]
      .flatMap((hits) => withoutOverlaps(hits.slice(0, hitsPerLineMax)))
      .filter(({ start, end, replacement }) => replacement || !isFine(start, end))
      .slice(0, hitsPerLineMax)
      .sort((a, b) => a.start - b.start || b.end - a.end)
  }
}

/** The ranges that the trained table rates as harmless: there the words of a rule have another meaning. */
function fineStretches(line: string, language: Language): (start: number, end: number) => boolean {
  const sure = clausesOf(line, language).filter(
    ({ text }) => text.length >= clauseCharactersMin && judgeClause(text, language).fine >= sureMin,
  )
  return (start, end) => sure.some((clause) => clause.start <= start && end <= clause.end)
}

const sureMin = 0.97
const clauseCharactersMin = 5

/** The rules that a text lifts by wording anywhere in it. */
export function exemptionsIn(wholeText: string): (rule: Rule) => boolean {
  const whole = once(() => fold(wholeText, true).text)
  const exempt = new Map<Rule, boolean>()
  return (rule) => {
    const known = exempt.get(rule) ?? found(rule.unlessAnywhere(), whole())
    exempt.set(rule, known)
    return known
  }
}

/** A part of a line, and its start. */
interface Piece {
  readonly text: string
  readonly start: number
}

/**
 * Splits a long line between sentences. No pattern spans many sentences, and a long text meets the demands
 * of many more patterns than its parts do.
 */
function piecesOf(text: string, language: Language): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  for (const stop of text.length > pieceCharactersMin ? text.matchAll(sentenceEnds[language]) : []) {
    const end = stop.index + stop[0].length
    if (end - start < pieceCharactersMin) continue
    pieces.push({ text: text.slice(start, end), start })
    start = end
  }
  if (start < text.length) pieces.push({ text: text.slice(start), start })
  return pieces
}

function hitsOf(
  { rule, match: pattern, replacement }: RulePattern,
  piece: Piece,
  line: Folded,
  language: Language,
): Hit[] {
  const hits: Hit[] = []
  for (const match of piece.text.matchAll(pattern())) {
    const words = match[0]
    if (words.trim() === '' || hits.length >= hitsPerLineMax) break
    const from = piece.start + match.index + (words.length - words.trimStart().length)
    const to = piece.start + match.index + words.trimEnd().length
    if (isExcepted(rule, line.text, from, to, language)) continue
    const start = line.starts[from] ?? 0
    const span =
      replacement === '' && language === 'en' ? (timeSpan.exec(line.text.slice(to))?.[0] ?? '') : ''
    const end = line.ends[to + span.length - 1] ?? start
    hits.push({ rule, start, end, replacement: replacement === null ? null : fill(replacement, match) })
  }
  return hits
}

/** `no felonies in the last 7 years`: the time span has no meaning without the removed words before it. */
const timeSpan =
  /^ (?:in|within|over|for|during) (?:the |your )?(?:last|past|previous) [a-z0-9]{1,6} (?:years?|yrs?|months?)\b/iu

/** `$1` is replaced by a group, `$s` by the plural ending of the match; `a expert` becomes `an expert`. */
function fill(template: string, match: RegExpExecArray): string {
  const plural = /(?:[^s]s|men|ves)$/iu.test(match[0]) ? 's' : ''
  return template
    .replace(/\$([1-9])/g, (_whole, group: string) => match[Number(group)] ?? '')
    .replace('$s', plural)
    .replace(/\ba (?=[aeio])/giu, (article) => `${article.trimEnd()}n `)
}

/** Whether the context of a match, in a folded text, makes it lawful. */
export function isExcepted(
  rule: Rule,
  text: string,
  start: number,
  end: number,
  language: Language,
): boolean {
  const inside = (exceptions: RegExp | undefined, stop: RegExp) =>
    exceptions !== undefined && found(exceptions, text.slice(...sentenceAround(text, start, end, stop)))
  if (inside(rule.unless(), sentenceEnd[language]) || inside(rule.unlessClause(), clauseEnd[language]))
    return true
  const near = rule.unlessNear()
  if (near === undefined) return false
  const reach = nearCharacters[language]
  const before = text.slice(Math.max(0, start - reach), start)
  return found(near, before) || found(near, text.slice(end, end + reach))
}

/** The range of the sentence, or of its part, that contains a match. */
function sentenceAround(text: string, start: number, end: number, stop: RegExp): [number, number] {
  const before = text.slice(Math.max(0, start - sentenceCharactersMax), start)
  let from = before.length
  while (from > 0 && !stop.test(before.slice(from - 1, from + 1))) from -= 1
  const after = text.slice(end, end + sentenceCharactersMax)
  const stopAt = after.search(stop)
  return [start - before.length + from, stopAt < 0 ? end + after.length : end + stopAt]
}

/** The test in lower case excludes most texts, and its pattern is cheaper to compile. */
function matches({ group, lower, match }: RulePattern, text: string): boolean {
  const low = text.toLowerCase()
  if (low.length !== text.length) return found(match(), text)
  const people = group()
  return (people === undefined || found(people, low)) && found(lower(), low) && found(match(), text)
}

/**
 * `test` of a global expression starts at the end of the last match; `search` always starts at the
 * beginning.
 */
function found(pattern: RegExp | undefined, text: string): boolean {
  return pattern !== undefined && text.search(pattern) >= 0
}

/** Of overlapping hits of one rule, keeps the longest; of equals, the one with a replacement. */
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
