import { normalize, splitLines, words } from '../text/index.ts'
import { type Hit, vocabulary } from '../vocabulary.ts'
import { behindEmployer, isHeld, isTitleAlone, year } from './heads.ts'
import { namedIn } from './named.ts'
import { isMadeForJob } from './own-words.ts'
import type { CutSegments } from './tails.ts'

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
  return {
    norm,
    holdsWord: remembering(wordsOf(norm)),
    concepts: new Set([...concepts, ...titles].map(keyOf)),
  }
}

/** Whether a text has a word, also where another would cut it into other words. */
function wordsOf(norm: string): (word: string) => boolean {
  const latin = norm.match(/[a-z]+/gu) ?? []
  const known = new Set([...words(norm), ...latin])
  const unparted = norm.replace(/[^a-z0-9\u3400-\u9fff]+/gu, '')
  return (word) => {
    if (known.has(word)) return true
    if (!/[\u3400-\u9fff]/u.test(word)) return word.length >= unpartedMin && unparted.includes(word)
    const half = word.length >> 1
    const parts = particles.test(word) ? [word.slice(1)] : [word.slice(0, half), word.slice(half)]
    return (
      norm.includes(word) || (word.length > 2 && parts.every((each) => each !== '' && norm.includes(each)))
    )
  }
}

/** What a Chinese word may seem to begin with. */
const particles = /^[对有从为与和及在会用做]/u

/** Shorter Latin words stand in others by accident. */
const unpartedMin = 6

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

/**
 * The segments that are nothing but the job's own words, however short: they may have been made for it, and
 * show next to nothing. Each with how many names stand in it and in those like it right beside it. A title
 * beside the dates or the employer that it was held with is none.
 */
export function mirroredSegments(
  { segments, tails }: CutSegments,
  job: JobTerms,
): ReadonlyMap<number, number> {
  const parts = segments.map((segment) => ({ norm: segment.norm, ...namedIn(segment) }))
  const isOwn = segments.map((segment) => isMadeForJob(segment, job))
  const isTail = segments.map((segment) => tails.has(segment))
  const isLoose = (index: number): boolean => isOwn[index] !== true || isTitleAlone(segments[index])
  // Behind its dates in one line it needs no line behind it, nor do the job's words tell what work it was.
  const isHead = (index: number): boolean => {
    if (!isTitleAlone(segments[index]) || !isLoose(index - 1)) return false
    const before = segments[index - 1]?.norm ?? ''
    if (isTail[index] === true && behindEmployer.test(before)) return false
    if (isLoose(index + 1)) return isHeld(segments, index)
    const isInLine = isTail[index] === true && year.test(before)
    return (
      isInLine &&
      isHeld(
        segments.filter((_, at) => at <= index || isOwn[at] !== true),
        index,
      )
    )
  }
  const isMade = isOwn.map((own, index) => (isTail[index] === true || own) && !isHead(index))
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
