import { normalize, words } from '../text/index.ts'
import { type Hit, vocabulary } from '../vocabulary.ts'
import { type Named, namedIn } from './named.ts'
import type { Segment } from './segments.ts'

/** What a job description names: a list of nothing else may have been made for it. */
export interface JobTerms {
  readonly norm: string
  readonly words: ReadonlySet<string>
  /** Keys of all concepts and titles in it. */
  readonly concepts: ReadonlySet<string>
}

export function readJobTerms(jdText: string): JobTerms {
  const norm = normalize(jdText)
  const hits = [...vocabulary().find(norm, jdText), ...vocabulary().findTitles(norm)]
  return { norm, words: new Set(words(norm)), concepts: new Set(hits.map(keyOf)) }
}

const keyOf = ({ concept }: Hit): string => `${concept.kind}:${concept.id}`

/** Of the words of a list, so many stand in the job description. */
const sharedMin = 0.75

/**
 * The segments that are lists of the job's own words, however short: they may have been made for it, and show
 * next to nothing. Each with how many names stand in it and in those like it right beside it. A title beside
 * the dates or the employer that it was held with is none.
 */
export function mirroredSegments(segments: readonly Segment[], job: JobTerms): ReadonlyMap<number, number> {
  const parts = segments.map((segment) => ({ norm: segment.norm, ...namedIn(segment) }))
  const isOwn = parts.map((part) => isMirrored(part, job))
  const isLoose = (index: number): boolean => isOwn[index] !== true || isTitle(parts[index])
  const isMade = parts.map((part, index) => {
    const isHead = isTitle(part) && isLoose(index - 1) && isLoose(index + 1) && isHeld(segments, index)
    return isOwn[index] === true && !isHead
  })
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

/** Of the signs of a line that is a title, so many belong to its name; nobody is skilled in one. */
const titleShareMin = 0.6
const isTitle = (part: Part | undefined): boolean =>
  part?.norm.replace(claim, '') === part?.norm &&
  part?.titles.some(({ start, end }) => end - start >= part.norm.length * titleShareMin) === true

const year = /(?:19|20)\d\d/u
const employer =
  /\b(?:ltd|inc|llc|corp|pvt|company|client|university|college)\b|公司|集团|事务所|银行|医院|学校|大学/u

/** A line that says no more than when, where and as what. */
const headLineMax = 60
/** A Chinese sign takes the room of two. */
const room = (norm: string): number => norm.replace(/[\u3400-\u9fff]/gu, '  ').length

/** True where the line before or after tells when or with whom. */
function isHeld(segments: readonly Segment[], index: number): boolean {
  const { section } = segments[index] ?? {}
  return [segments[index - 1], segments[index + 1]].some(
    (beside) =>
      beside !== undefined &&
      room(beside.norm) <= headLineMax &&
      (year.test(beside.norm) || (beside.section === section && employer.test(beside.norm))),
  )
}

/** Words around a list that say nothing but that it is one. */
const claim =
  /熟[悉练]|精通|掌握|擅长|了解|使用|技能|能力|专业|工具|\b(?:skills?|proficient|familiar|experienced?|knowledge|expert|expertise|tools?|technologies|strong|excellent|in|with|of|and)\b/gu

interface Part extends Named {
  readonly norm: string
}

function isMirrored({ norm, concepts: hits, titles }: Part, { concepts, ...job }: JobTerms): boolean {
  if (/\d{4}/u.test(norm)) return false
  const asked = [...hits, ...titles].filter((hit) => concepts.has(keyOf(hit)))
  const rest = without(norm, asked).replace(claim, ' ')
  if (!job.norm.includes(norm) && !isList(norm, hits) && !isList(rest, [])) return false
  const other = new Set(words(rest))
  const named = new Set(asked.map(keyOf))
  const shared = named.size + [...other].filter((word) => holds(job, word)).length
  return shared > 0 && shared >= (named.size + other.size) * sharedMin
}

/** Where one Chinese word ends and the next begins depends on what stands beside them. */
function holds({ norm, words: known }: Pick<JobTerms, 'norm' | 'words'>, word: string): boolean {
  return known.has(word) || (/[\u3400-\u9fff]/u.test(word) && norm.includes(word))
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
const latinShareMin = 0.8

/** Names and short pieces, one after the other, without the words that make a sentence. */
export function isList(norm: string, hits: readonly Hit[]): boolean {
  const signs = norm.replace(/[\s\p{P}]+/gu, '').length
  const places = new Map(hits.map(({ start, end }) => [`${start}-${end}`, end - start]))
  const named = [...places.values()].reduce((sum, length) => sum + length, 0)
  if (named >= signs * namedShareMin) return true
  const latin = norm.match(/[a-z][a-z0-9+#.-]*/gu) ?? []
  const isLatin = latin.length > signs / 10 || latin.join('').length > signs * latinShareMin
  if (isLatin) return (norm.match(articles)?.length ?? 0) <= latin.length * articlesMax
  const pieces = norm.split(/[\s,，、/|;；]+/u).filter(Boolean)
  return pieces.length >= piecesMin && signs <= pieces.length * pieceCharactersMax
}
