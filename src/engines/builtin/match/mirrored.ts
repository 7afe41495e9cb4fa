import { normalize, words } from '../text/index.ts'
import { type Hit, vocabulary } from '../vocabulary.ts'
import { type Named, namedIn } from './named.ts'
import type { Segment } from './segments.ts'

/** What a job description names: a list of nothing else may have been made for it. */
export interface JobTerms {
  readonly words: ReadonlySet<string>
  /** Keys of all concepts and titles in it. */
  readonly concepts: ReadonlySet<string>
}

export function readJobTerms(jdText: string): JobTerms {
  const norm = normalize(jdText)
  const hits = [...vocabulary().find(norm, jdText), ...vocabulary().findTitles(norm)]
  return { words: new Set(words(norm)), concepts: new Set(hits.map(keyOf)) }
}

const keyOf = ({ concept }: Hit): string => `${concept.kind}:${concept.id}`

/** Lines as short as this that follow each other are one list. */
const shortLineMax = 24
const wordsOfLongList = 6
const wordsOfAnyList = 2
/** Of the words of a list, so many stand in the job description. */
const sharedMin = 0.85
/** A short list is one when it names so many of what the job names. */
const coveredMin = 0.6

/**
 * The segments that are lists of the job's own words: they may have been made for it, and show next to
 * nothing.
 */
export function mirroredSegments(segments: readonly Segment[], job: JobTerms): ReadonlySet<number> {
  const found = new Set<number>()
  for (const block of blocks(segments)) {
    const parts = block.flatMap((index) => {
      const segment = segments[index]
      return segment === undefined ? [] : [{ norm: segment.norm, ...namedIn(segment) }]
    })
    if (isMirrored(parts, job)) for (const index of block) found.add(index)
  }
  return found
}

/** Long segments by themselves, short ones of a section with those beside them. */
function blocks(segments: readonly Segment[]): number[][] {
  const all: number[][] = []
  let open: number[] | undefined
  segments.forEach(({ norm, section }, index) => {
    const isShort = norm.length <= shortLineMax && !/\d{4}/u.test(norm)
    const last = open?.at(-1)
    if (isShort && open !== undefined && last !== undefined && segments[last]?.section === section) {
      open.push(index)
      return
    }
    const block = [index]
    all.push(block)
    open = isShort ? block : undefined
  })
  return all
}

/** Words around a list that say nothing but that it is one. */
const claim =
  /熟[悉练]|精通|掌握|擅长|了解|使用|技能|能力|专业|工具|\b(?:skills?|proficient|familiar|experienced?|knowledge|expert|expertise|tools?|technologies|strong|excellent|in|with|of|and)\b/gu

interface Part extends Named {
  readonly norm: string
}

function isMirrored(parts: readonly Part[], { words: known, concepts }: JobTerms): boolean {
  if (
    !isList(
      parts.map(({ norm }) => norm).join('、'),
      parts.flatMap(({ concepts }) => concepts),
    )
  )
    return false
  const named = new Set<string>()
  let places = 0
  const other = new Set<string>()
  for (const { norm, concepts: hits, titles } of parts) {
    const asked = [...hits, ...titles].filter((hit) => concepts.has(keyOf(hit)))
    for (const hit of asked) named.add(keyOf(hit))
    places += countPlaces(asked)
    for (const word of words(without(norm, asked).replace(claim, ' '))) other.add(word)
  }
  const shared = named.size + [...other].filter((word) => known.has(word)).length
  const total = named.size + other.size
  if (places + other.size < wordsOfAnyList || shared < total * sharedMin) return false
  return total >= wordsOfLongList || named.size >= Math.max(wordsOfAnyList, concepts.size * coveredMin)
}

/** `Backend Engineer` is a skill and a title, and one name. */
function countPlaces(hits: readonly Hit[]): number {
  let count = 0
  let until = -1
  for (const { start, end } of [...hits].sort((a, b) => a.start - b.start)) {
    if (start >= until) count += 1
    until = Math.max(until, end)
  }
  return count
}

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

/** Names and short pieces, one after the other, without the words that make a sentence. */
export function isList(norm: string, hits: readonly Hit[]): boolean {
  const signs = norm.replace(/[\s\p{P}]+/gu, '').length
  const places = new Map(hits.map(({ start, end }) => [`${start}-${end}`, end - start]))
  const named = [...places.values()].reduce((sum, length) => sum + length, 0)
  if (named >= signs * namedShareMin) return true
  const latin = norm.match(/[a-z][a-z0-9+#.-]*/gu) ?? []
  if (latin.length > signs / 10) return (norm.match(articles)?.length ?? 0) <= latin.length * articlesMax
  const pieces = norm.split(/[\s,，、/|;；]+/u).filter(Boolean)
  return pieces.length >= piecesMin && signs <= pieces.length * pieceCharactersMax
}
