import {
  bySentence,
  isDegreeAlone,
  judgeClause,
  type ReadClause,
  readLawfully,
  rewriteLine,
  type Scanner,
} from '../compliance/index.ts'
import type { Language } from '../text/index.ts'

/** A part of a text, in UTF-16 units. */
export interface Piece {
  readonly start: number
  readonly end: number
}

/** A text without the clauses that must not be published, and the clauses removed. */
export interface Sieved {
  readonly text: string
  /** The parts of the given text that `text` consists of, without white space at its end. */
  readonly pieces: readonly Piece[]
  /** Text addressed to a colleague, or from the mail or page around the job. */
  readonly left: readonly string[]
  /** Unlawful clauses, removed completely. */
  readonly taken: readonly string[]
  /**
   * Clauses that may be unlawful, or that contain more than the unlawful words: a person must decide before
   * publication.
   */
  readonly unsettled: readonly string[]
}

/**
 * Removes complete clauses, and in English complete sentences if one begins with the objectionable words,
 * so no sentence is cut in the middle. Words that a rule can rewrite (`scan`) stay for that rule.
 * `saysHowToApply`: whether the words at a place are for applicants, so that they aren't said to a
 * colleague.
 */
export function sieve(
  text: string,
  language: Language,
  whole: string,
  scan: Scanner,
  saysHowToApply: (place: number) => boolean = () => false,
): Sieved {
  const left: string[] = []
  const taken: string[] = []
  const unsettled: string[] = []
  const clauses = readLawfully(text, language, whole).map((clause): ReadClause => {
    const isKept = clause.verdict === 'aside' && clause.isBeside !== true && saysHowToApply(clause.start)
    return isKept ? { ...clause, verdict: 'fine' } : clause
  })
  if (clauses.every(({ verdict }) => verdict === 'fine')) return { ...entire(text), left, taken, unsettled }
  const kept: Piece[] = []
  let at = 0
  for (const sentence of bySentence(clauses)) {
    const goes = goingOf(sentence, text, language, scan)
    const out = sentence.filter((clause) => goes.has(clause))
    for (const words of joined(out, text)) {
      const isSure = sentence.some((clause) => clause.verdict === 'harm' || isMended(clause, language, scan))
      if (out.every(({ verdict }) => verdict === 'aside')) left.push(words)
      else if (isSure && !statesMore.test(words)) taken.push(words)
      else unsettled.push(words)
    }
    kept.push(...keptOf(sentence, goes, text, at))
    at = sentence.at(-1)?.until ?? at
  }
  // If the input contains nothing else, the words are meant as the text itself.
  const rest = kept.map(({ start, end }) => text.slice(start, end)).join('')
  if (rest.trim() === '' && left.length > 0 && taken.length + unsettled.length === 0)
    return { ...entire(text), left: [], taken, unsettled }
  return { text: rest.trimEnd(), pieces: kept, left, taken, unsettled }
}

/** Sums, counts, times, degrees and names beside the objectionable words. */
const statesMore =
  /[$£€¥￥]\s?\d|\d\s{0,2}(?:元|块|[kK千万]|名|个|人|位|点|小时|天|%|h(?:ours?|rs?)?\b|am\b|pm\b|days?\b)|[A-Z]{3,}|20\d\d年|硕士|博士/u

/** The clauses to remove from a sentence. */
function goingOf(
  sentence: readonly ReadClause[],
  source: string,
  language: Language,
  scan: Scanner,
): Set<ReadClause> {
  const objected = sentence.filter(
    (clause) =>
      clause.verdict !== 'fine' && !(clause.verdict !== 'aside' && isMended(clause, language, scan)),
  )
  const going = new Set(objected)
  if (objected.length === 0) return going
  const [first] = sentence
  if (language === 'en' && first !== undefined && going.has(first))
    for (const each of sentence) going.add(each)
  const stays = sentence.filter((clause) => !going.has(clause))
  if (stays.length === 1 && first !== undefined && stays[0] === first && isBareLabel(first, source))
    going.add(first)
  return going
}

/** `年龄：` with no value left. */
function isBareLabel({ text, end }: ReadClause, source: string): boolean {
  return /[:：]/u.test(source.charAt(end)) && text.length <= labelCharactersMax && !/\d/u.test(text)
}
const labelCharactersMax = 12

/** Whether the rules have a replacement for the words they object to. */
function isMended({ text }: ReadClause, language: Language, scan: Scanner): boolean {
  const hits = scan(text).filter(({ replacement }) => replacement !== null)
  if (hits.length === 0) return false
  const rest = rewriteLine(text, hits, language)
  return rest === '' || isDegreeAlone(rest) || judgeClause(rest, language).fine >= fineMin
}

const fineMin = 0.6

/** Neighbouring removed clauses are quoted together. */
function joined(clauses: readonly ReadClause[], text: string): string[] {
  const runs: { start: number; end: number; until: number }[] = []
  for (const { start, end, until } of clauses) {
    const last = runs.at(-1)
    if (last !== undefined && text.slice(last.until, start).trim() === '') Object.assign(last, { end, until })
    else runs.push({ start, end, until })
  }
  return runs.map(({ start, end }) => text.slice(start, end))
}

/** The rest of a sentence: it begins as a list item if the sentence did, and ends as the sentence did. */
function keptOf(
  sentence: readonly ReadClause[],
  goes: ReadonlySet<ReadClause>,
  text: string,
  from: number,
): Piece[] {
  const stays = sentence.filter((clause) => !goes.has(clause))
  const [first, last] = [sentence[0], sentence.at(-1)]
  if (first === undefined || last === undefined) return []
  const before = { start: from, end: first.start }
  const lineEnd = text.slice(last.end, last.until).indexOf('\n')
  if (stays.length === 0)
    return lineEnd < 0 ? [before] : [before, { start: last.end + lineEnd, end: last.end + lineEnd + 1 }]
  const mark = stays[0] === first ? 0 : (listMark.exec(first.text)?.[0] ?? '').length
  return [
    before,
    { start: first.start, end: first.start + mark },
    ...stays.flatMap(({ start, end, until }, at) => [
      { start, end },
      at === stays.length - 1 ? { start: last.end, end: last.until } : { start: end, end: until },
    ]),
  ]
}

const entire = (text: string) => ({ text, pieces: [{ start: 0, end: text.length }] })

const listMark = /^(?:[-*•·]|\d{1,2}[.、)）])\s{0,2}/u
