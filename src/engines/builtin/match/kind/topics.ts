import { readFileSync } from 'node:fs'
import { cosine, unitBeyond } from '../read/vectors.ts'

/**
 * The topics of a Chinese text by latent semantic analysis (Deerwester et al. 1990): character pairs that
 * occur together, in role terms and real texts, are near each other. `公众号` and `推文` are near each other
 * although they share no character. The table was learned once from the vocabulary and from unlabelled
 * resumes and job descriptions (`tools/fit-match.ts topics`) and is frozen. English has no table: it added
 * nothing to word similarity.
 */
export type Topics = Float64Array

/**
 * A Latin word, or a pair of adjacent Chinese characters encoded as a number, which avoids creating
 * strings.
 */
type Term = string | number

function termsOf(normalizedText: string): Term[] {
  const terms: Term[] = []
  for (const run of normalizedText.match(runs) ?? []) {
    if (run.charCodeAt(0) < firstChinese) terms.push(run)
    else for (let at = 0; at + 1 < run.length; at += 1) terms.push(pairAt(run, at))
  }
  return terms
}

const runs = /[\u3400-\u9fff]+|[a-z][a-z0-9+#.]{0,39}/gu
const firstChinese = 0x3400
const chineseBits = 15
const chineseMask = (1 << chineseBits) - 1

function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) - firstChinese) << chineseBits) | (text.charCodeAt(at + 1) - firstChinese)
}

function nameOf(term: Term): string {
  if (typeof term === 'string') return term
  return String.fromCharCode(firstChinese + (term >> chineseBits), firstChinese + (term & chineseMask))
}

function countAll<Key>(lists: readonly (readonly Key[])[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const list of lists) for (const key of list) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The count of each term in the texts: pairs of adjacent Chinese characters, and Latin words. */
export function countTerms(normalizedTexts: readonly string[]): Map<string, number> {
  return countAll(normalizedTexts.map((text) => termsOf(text).map(nameOf)))
}

/** The topics of a job; undefined if it is too short or the table knows too few of its terms. */
export function topicsOfJob(normalizedTexts: readonly string[]): Topics | undefined {
  const counts = countAll(normalizedTexts.map(termsOf))
  const { rows } = table()
  const known = [...counts.keys()].filter((term) => rows.has(term)).length
  const isKnown = counts.size >= termsMin && known >= counts.size * knownShareMin
  return isKnown ? topicsOf(normalizedTexts.map(knownTerms)) : undefined
}

const termsMin = 20
/**
 * In trades that the table covers, nearly all job descriptions that it wasn't learned from are above this.
 */
const knownShareMin = 0.4

/** The terms of a text that the table has, in order, as row numbers. */
export type KnownTerms = readonly number[]

export function knownTerms(normalizedText: string): KnownTerms {
  const { rows } = table()
  const known: number[] = []
  for (const term of termsOf(normalizedText)) {
    const row = rows.get(term)
    if (row !== undefined) known.push(row)
  }
  return known
}

/**
 * The joint topics of texts: their direction minus the mean, with length 1. With few known terms the length
 * is shorter, in proportion to the square root of their number.
 */
export function topicsOf(texts: readonly KnownTerms[]): Topics {
  const { idf, scales, topics, mean } = table()
  const sum = new Float64Array(mean.length)
  let squares = 0
  const counts = countAll(texts)
  for (const [row, count] of counts) {
    const weight = (1 + Math.log(count)) * (idf[row] ?? 0)
    squares += weight * weight
    const step = weight * (scales[row] ?? 0)
    const at = row * mean.length
    for (let topic = 0; topic < sum.length; topic += 1) {
      sum[topic] = (sum[topic] ?? 0) + step * (topics[at + topic] ?? 0)
    }
  }
  if (squares === 0) return sum
  const length = Math.sqrt(squares)
  for (let topic = 0; topic < sum.length; topic += 1) sum[topic] = (sum[topic] ?? 0) / length
  const coverage = Math.min(1, Math.sqrt(counts.size / termsMin))
  return unitBeyond(sum, mean).map((value) => value * coverage)
}

/** The likeness of two topic vectors, −1 to 1. */
export const topicLikeness: (job: Topics, resume: Topics) => number = cosine

interface Table {
  readonly rows: ReadonlyMap<Term, number>
  readonly idf: Float64Array
  /** The scale of each row's quantised topics. */
  readonly scales: Float64Array
  /** The topics of all rows, concatenated. */
  readonly topics: Int8Array
  /** The mean over all texts. */
  readonly mean: Float64Array
}

let loaded: Table | undefined

function table(): Table {
  loaded ??= readTable(readFileSync(new URL('./topics-zh.tsv', import.meta.url), 'utf8'))
  return loaded
}

function readTable(text: string): Table {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const cells = lines.map((line) => line.split('\t'))
  const mean = Float64Array.from(head.split('\t').slice(1), Number)
  const topics = new Int8Array(lines.length * mean.length)
  cells.forEach(([, , , bytes = ''], row) => {
    topics.set(Buffer.from(bytes, 'base64'), row * mean.length)
  })
  return {
    rows: new Map(cells.map(([name = ''], row) => [termsOf(name)[0] ?? name, row])),
    idf: Float64Array.from(cells, ([, idf]) => Number(idf)),
    scales: Float64Array.from(cells, ([, , scale]) => Number(scale)),
    topics,
    mean,
  }
}
