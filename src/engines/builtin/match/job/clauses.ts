import { rewriteLine, scannerFor } from '../../compliance/index.ts'
import {
  blockTags,
  decodeEntities,
  demands,
  detectLanguage,
  entityBeforeSemicolon,
  type Language,
  type Line,
  normalize,
  otherTags,
  type Section,
  splitSections,
} from '../../text/index.ts'
import { isTraitDemand } from '../person/traits.ts'
import { splitDemands } from './split-demands.ts'

/** A demand or sentence of a job description, outside its sections about the company and its offer. */
export interface Clause {
  /** An exact part of the job description. */
  readonly text: string
  /** The same, normalised and without markup. */
  readonly norm: string
  readonly section: Section['kind']
  /** One of several demands in a list. */
  readonly isPart?: boolean
}

/**
 * The clauses of a job description. A demand about personal traits (`限男性`, `young and energetic`) is left
 * out: it must not affect the score.
 */
export function readClauses(jdText: string, sections = splitSections(jdText)): Clause[] {
  const language = detectLanguage(jdText)
  const scan = scannerFor(jdText, language)
  return sections
    .filter(({ kind }) => kind !== 'offer' && kind !== 'about')
    .flatMap(({ kind, lines }) =>
      lines.flatMap(cut).map(({ text, isPart }) => ({ text, norm: plainNorm(text), section: kind, isPart })),
    )
    .filter(({ text, norm }) => norm !== '' && !isTraitDemand(norm) && !isUnlawful(text, language, scan))
}

/** Whether a criterion demands a personal trait or something unlawful; such a criterion isn't judged. */
export function isBarred(text: string, language: Language): boolean {
  return isTraitDemand(plainNorm(text)) || isUnlawful(text, language, scannerFor(text, language))
}

function isUnlawful(text: string, language: Language, scan: ReturnType<typeof scannerFor>): boolean {
  const hits = scan(text)
  return hits.length > 0 && rewriteLine(text, hits, language).replace(/[\s\p{P}]/gu, '') === ''
}

const marks = /\*{1,3}|_{2,3}|`{1,3}|~~/gu

/** Without HTML tags, and with entities decoded. */
function untagged(text: string): string {
  return decodeEntities(text.replace(blockTags, ' ').replace(otherTags, ' '))
}

/** Normalised, without HTML tags and Markdown signs. */
export function plainNorm(text: string): string {
  return normalize(untagged(text).replace(marks, ' ')).replace(/\s+/gu, ' ').trim()
}

/** The clause verbatim, without markup. */
export function withoutMarkup(text: string): string {
  const plain = untagged(text).replace(marks, '')
  return plain === text ? text.trim() : plain.replace(/\s+/gu, ' ').trim()
}

/** The semicolon that ends an HTML entity doesn't end a sentence. */
const sentenceEnd = new RegExp(
  [
    `(?:[。；！!？?]|(?<!${entityBeforeSemicolon});)+`,
    String.raw`(?<=(?:[a-z0-9)%]|[A-Z]{2})[.])(?<!\b(?:Inc|Ltd|Co|approx|No|min|max|incl)\.)\s+(?=[A-Z0-9$€£])`,
    // In text without capitals a full stop also ends a sentence, except after abbreviations.
    String.raw`(?<=[a-z]{3}[.])(?<!\b(?:eg|ie|etc|vs|incl|approx|exp|yrs|min|max|dept|univ|inc|ltd|corp|cert|equiv|hrs|pref|dev|eng|mgmt|govt)\.)\s+(?=[a-z])`,
  ].join('|'),
  'gu',
)
const edge = /^(?:[\s,，、.。;；#>|*`]|_{2,36}(?!_)|<\/?[a-z][^<>]{0,200}>){1,36}/iu
const edgeAfter = /(?:[\s#|*`]|_{2,36}(?!_)|<\/?[a-z][^<>]{0,200}>){1,36}$/iu

function cut(line: Line): (Line & { readonly isPart: boolean })[] {
  const parts: (Line & { readonly isPart: boolean })[] = []
  let from = 0
  const push = (to: number): void => {
    const raw = line.text.slice(from, to)
    const text = raw.replace(edge, '').replace(edgeAfter, '')
    const start = line.start + from + raw.indexOf(text)
    if (text === '') return
    const found = demands({ text, start, isItem: line.isItem }).flatMap(splitDemands)
    parts.push(...found.map((part) => ({ ...part, isPart: found.length > 1 })))
  }
  for (const match of line.text.matchAll(sentenceEnd)) {
    push(match.index)
    from = match.index + match[0].length
  }
  push(line.text.length)
  return parts.map((part) => ({ ...part, text: part.text.replace(edge, '').replace(edgeAfter, '') }))
}
