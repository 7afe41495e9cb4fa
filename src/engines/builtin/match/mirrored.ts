import { normalize, splitLines, words } from '../text/index.ts'
import { type Hit, vocabulary } from '../vocabulary.ts'
import { withoutClaims } from './claims.ts'
import { isHeld, isTitleAlone } from './heads.ts'
import { type Named, namedIn } from './named.ts'
import type { CutSegments } from './runs.ts'

/** What a job description names: a list of nothing else may have been made for it. */
export interface JobTerms {
  readonly norm: string
  /** Where one Chinese word ends and the next begins depends on what stands beside them. */
  readonly holdsWord: (word: string) => boolean
  /** Keys of all concepts and titles in it. */
  readonly concepts: ReadonlySet<string>
}

/** Both as it stands there and line by line: where two lines have run together, words are lost in the one. */
export function readJobTerms(jdText: string): JobTerms {
  const lines = splitLines(jdText).map(({ text }) => text)
  const text = [jdText, ...lines].join('\n')
  const norm = normalize(text)
  const { concepts, titles } = vocabulary().findAll(norm, text)
  const known = new Set(words(norm))
  const isWithin = (word: string): boolean => /[\u3400-\u9fff]/u.test(word) && norm.includes(word)
  return {
    norm,
    holdsWord: remembering((word) => known.has(word) || isWithin(word)),
    concepts: new Set([...concepts, ...titles].map(keyOf)),
  }
}

const rememberedWordsMax = 20_000

/** A batch asks a job for the same words again and again. */
function remembering(ask: (word: string) => boolean): (word: string) => boolean {
  const known = new Map<string, boolean>()
  return (word) => {
    const told = known.get(word)
    if (told !== undefined) return told
    const answer = ask(word)
    if (known.size < rememberedWordsMax) known.set(word, answer)
    return answer
  }
}

export const keyOf = ({ concept }: Hit): string => `${concept.kind}:${concept.id}`

/** Of the words of a list, so many stand in the job description. */
const sharedMin = 0.75

/**
 * The segments that are lists of the job's own words, however short: they may have been made for it, and show
 * next to nothing. Each with how many names stand in it and in those like it right beside it. A title beside
 * the dates or the employer that it was held with is none.
 */
export function mirroredSegments(
  { segments, inRun }: CutSegments,
  job: JobTerms,
): ReadonlyMap<number, number> {
  const parts = segments.map((segment) => ({ norm: segment.norm, ...namedIn(segment) }))
  const isOwn = parts.map((part) => isMirrored(part, job))
  const isRun = segments.map((segment) => inRun.has(segment))
  const isLoose = (index: number): boolean => isOwn[index] !== true || isTitleAlone(segments[index])
  const isHead = (index: number): boolean =>
    isTitleAlone(segments[index]) && isLoose(index - 1) && isLoose(index + 1) && isHeld(segments, index)
  const isMade = isOwn.map((own, index) => isRun[index] === true || (own && !isHead(index)))
  const found = new Map<number, number>()
  for (let from = 0; from < parts.length; from += 1) {
    let to = from
    while (isMade[to] === true && segments[to]?.section === segments[from]?.section) to += 1
    const names = new Set(parts.slice(from, to).flatMap(({ concepts }) => concepts.map(keyOf)))
    for (let index = from; index < to; index += 1) found.set(index, names.size)
    from = Math.max(from, to - 1)
  }
  return found
}

interface Part extends Named {
  readonly norm: string
}

function isMirrored(
  { norm, concepts: hits, titles, words: counted }: Part,
  { concepts, ...job }: JobTerms,
): boolean {
  if ((norm.match(years) ?? []).some((found) => !job.norm.includes(found))) return false
  const asked = [...hits, ...titles].filter((hit) => concepts.has(keyOf(hit)))
  const rest = withoutClaims(without(norm, asked))
  const other = rest === norm ? [...counted.keys()] : [...new Set(words(rest))]
  const named = new Set(asked.map(({ start }) => start)).size
  const count = named + other.length
  const shared = named + other.filter(job.holdsWord).length
  if (shared === 0 || shared < count * sharedMin) return false
  const stands = [norm, norm.replace(label, '')].some((text) => job.norm.includes(text))
  return count <= briefWordsMax || stands || isList(norm, [...hits, ...titles]) || isList(rest, [])
}

/** What a list is headed by. */
const label = /^[^:：]{1,30}[:：]\s*/u
const years = /(?:19|20)\d\d/gu
/** So few words make no sentence. */
const briefWordsMax = 2

/** A text without the places where something is named. */
function without(norm: string, hits: readonly Hit[]): string {
  let rest = ''
  let from = 0
  for (const { start, end } of [...hits].sort((a, b) => a.start - b.start)) {
    if (start > from) rest += `${norm.slice(from, start)} `
    from = Math.max(from, end)
  }
  return rest + norm.slice(from)
}

const piecesMin = 3
const pieceCharactersMax = 9
const namedShareMin = 0.6
const articles =
  /\b(?:a|an|the|to|of|in|on|for|with|by|at|as|from|that|which|was|were|is|are|i|my|our|their|using)\b/gu
const articlesMax = 0.08
const latinShareMin = 0.8

/** Names and short pieces, one after the other, without the words that make a sentence. */
export function isList(norm: string, hits: readonly Hit[]): boolean {
  const signs = norm.replace(/[\s\p{P}|]+/gu, '').length
  const places = new Map(hits.map(({ start, end }) => [`${start}-${end}`, end - start]))
  const named = [...places.values()].reduce((sum, length) => sum + length, 0)
  if (named >= signs * namedShareMin) return true
  const latin = norm.match(/[a-z][a-z0-9+#.-]*/gu) ?? []
  const isLatin = latin.length > signs / 10 || latin.join('').length > signs * latinShareMin
  if (isLatin) return (norm.match(articles)?.length ?? 0) <= latin.length * articlesMax
  const pieces = norm.split(/[\s,，、/|;；]+/u).filter(Boolean)
  return pieces.length >= piecesMin && signs <= pieces.length * pieceCharactersMax
}
