import { isStopWord } from '../../text/index.ts'
import { isKnownWord } from '../read/idf.ts'
import { ramp } from '../read/vectors.ts'

/**
 * The words of a text in a language without tables. Vocabulary and topics don't cover it, so words are
 * compared by their first letters (endings vary) with BM25.
 */
export interface OtherWords {
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
}

const letters = /[\p{L}\p{M}]+/gu
const han = /\p{Script=Han}/u
const marks = /\p{M}+/gu
/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Shorter words are mostly function words. Longer words are compared by their beginning and weigh more. */
const lettersMin = 4
const beginning = 8
const lettersTelling = 5
const informativeOf = (word: string): number =>
  unspaced.test(word) ? 1 : Math.min(1, (word.length - lettersMin + 1) / lettersTelling) ** 2

export function otherWords(text: string): OtherWords {
  const counts = new Map<string, number>()
  let total = 0
  const add = (word: string): void => {
    counts.set(word, (counts.get(word) ?? 0) + 1)
    total += 1
  }
  for (const [word] of text.normalize('NFD').replace(marks, '').toLowerCase().matchAll(letters)) {
    if (unspaced.test(word)) for (let at = 0; at + 1 < word.length; at += 1) add(word.slice(at, at + 2))
    else if (word.length >= lettersMin) add(word.slice(0, beginning))
  }
  return { counts, total }
}

const wordsMin = 16
const knownMax = 0.25

/** Whether a text is neither Chinese nor English: the frequency table has few of its words. */
export function isOtherLanguage(text: string): boolean {
  if (han.test(text)) return false
  const words = new Set(text.toLowerCase().match(letters) ?? [])
  if (words.size < wordsMin) return false
  const known = [...words].filter((word) => isKnownWord(word) || isStopWord(word)).length
  return known < knownMax * words.size
}

/** Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), with their usual values. */
const saturation = 1.2
const lengthShare = 0.75
const usualLength = 220
const askedMax = 4
/** The similarity of unrelated texts, and of very similar ones. */
const likeness = { floor: 0.02, ceiling: 0.6 } as const

/** The weighted share of the job's words that the resume contains, 0 to 1. */
export function otherLikeness(job: OtherWords, resume: OtherWords): number {
  const length = saturation * (1 - lengthShare + (lengthShare * resume.total) / usualLength)
  let sum = 0
  let most = 0
  for (const [word, count] of job.counts) {
    const weight = informativeOf(word) * Math.sqrt(Math.min(askedMax, count))
    const found = resume.counts.get(word) ?? 0
    most += weight
    sum += (weight * found * (1 + saturation)) / (found + length)
  }
  return most === 0 ? 0 : ramp(sum / most / (1 + saturation), likeness.floor, likeness.ceiling)
}
