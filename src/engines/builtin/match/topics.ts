import { readFileSync } from 'node:fs'
import { cosine, unit } from './vectors.ts'

/**
 * What a Chinese text speaks of, told by which pairs of characters stand together in real texts (latent
 * semantic analysis, Deerwester et al. 1990): `公众号` and `推文` come out near each other, though they share
 * nothing. The table was learned once from resumes and job descriptions without any label
 * (`tools/fit-match.ts topics`) and is frozen. English has none: there it told no more than words do.
 */
export type Topics = Float64Array

/** How often each term stands in a text: pairs of neighbouring Chinese characters, Latin words. */
export function countTerms(normalizedTexts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (term: string): void => {
    counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  for (const text of normalizedTexts) {
    for (const run of text.match(runs) ?? []) {
      if (run.charCodeAt(0) < firstChinese) add(run)
      else for (let at = 0; at + 1 < run.length; at += 1) add(run.slice(at, at + 2))
    }
  }
  return counts
}

const runs = /[\u3400-\u9fff]+|[a-z][a-z0-9+#.]{0,39}/gu
const firstChinese = 0x3400

/** What a job speaks of; undefined where it is too short or of a trade that the table knows little of. */
export function topicsOfJob(normalizedTexts: readonly string[]): Topics | undefined {
  const counts = countTerms(normalizedTexts)
  const { terms } = table()
  const known = [...counts.keys()].filter((term) => terms.has(term)).length
  return counts.size < termsMin || known < counts.size * knownShareMin ? undefined : place(counts)
}

const termsMin = 20
/** Nearly all job descriptions of the trades that the table was learned from, left out of it, know more. */
const knownShareMin = 0.4

/** What a resume speaks of. */
export function topicsOfResume(normalizedTexts: readonly string[]): Topics {
  return place(countTerms(normalizedTexts))
}

/** Where a text stands, less where any text stands; of length 1. */
function place(counts: ReadonlyMap<string, number>): Topics {
  const { terms, mean, topics } = table()
  const sum = new Float64Array(mean.length)
  let squares = 0
  for (const [term, count] of counts) {
    const row = terms.get(term)
    if (row === undefined) continue
    const weight = (1 + Math.log(count)) * row.idf
    squares += weight * weight
    const step = weight * row.scale
    for (let topic = 0; topic < sum.length; topic += 1) {
      sum[topic] = (sum[topic] ?? 0) + step * (topics[row.at + topic] ?? 0)
    }
  }
  if (squares === 0) return sum
  const length = Math.sqrt(squares)
  return unit(sum.map((value, topic) => value / length - (mean[topic] ?? 0)))
}

/** How much two texts speak of the same, −1 to 1. */
export const topicLikeness: (job: Topics, resume: Topics) => number = cosine

interface Table {
  readonly terms: ReadonlyMap<string, Row>
  /** Those of all terms, one after the other. */
  readonly topics: Int8Array
  /** What any text has. */
  readonly mean: Float64Array
}

interface Row {
  readonly idf: number
  /** What one step of its topics is worth. */
  readonly scale: number
  /** Where its topics begin among those of all. */
  readonly at: number
}

let loaded: Table | undefined

function table(): Table {
  loaded ??= readTable(readFileSync(new URL('./topics-zh.tsv', import.meta.url), 'utf8'))
  return loaded
}

function readTable(text: string): Table {
  const [head = '', ...rows] = text.trimEnd().split('\n')
  const mean = Float64Array.from(head.split('\t').slice(1), Number)
  const topics = new Int8Array(rows.length * mean.length)
  const terms = rows.map((row, index) => {
    const [term = '', idf, scale, bytes = ''] = row.split('\t')
    const at = index * mean.length
    topics.set(new Int8Array(Buffer.from(bytes, 'base64')), at)
    return [term, { idf: Number(idf), scale: Number(scale), at }] as const
  })
  return { terms: new Map(terms), topics, mean }
}
