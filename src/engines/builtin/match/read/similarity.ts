import { words } from '../../text/index.ts'
import { coverageCeiling, coverageFloor, similarityCeiling, similarityFloor } from '../weights.ts'
import { idf, isKnownWord } from './idf.ts'
import { ramp } from './vectors.ts'

/** The words of a text with their weights: (1 + ln count) × idf. */
export type WeightedWords = ReadonlyMap<string, number>

export function weightedWords(normalizedTexts: readonly string[]): WeightedWords {
  return weigh(normalizedTexts.map(countWords))
}

/** The number of times that each word occurs in a text. */
export type WordCounts = ReadonlyMap<string, number>

export function countWords(normalizedText: string): WordCounts {
  const counts = new Map<string, number>()
  for (const word of words(normalizedText)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The words of several texts together, with their weights. */
export function weigh(
  texts: readonly WordCounts[],
  isLeftOut: (word: string) => boolean = () => false,
): WeightedWords {
  const sums = new Map<string, number>()
  for (const counts of texts) {
    for (const [word, count] of counts) sums.set(word, (sums.get(word) ?? 0) + count)
  }
  for (const [word, count] of sums) {
    if (isLeftOut(word)) sums.delete(word)
    else sums.set(word, (1 + Math.log(count)) * idf(word))
  }
  return sums
}

/** Years, numbers and degrees are scored separately, so they don't affect similarity. */
const measures: ReadonlySet<string> = new Set(
  `年 专业 专业本科 专业大专 本科 大专 专科 硕士 博士 学士 研究生 高中 中专 学历 学位
  bachelor bachelor's bachelors master master's masters mba mca phd ph.d diploma degree degrees associate associate's
  be b.e b.s bsc b.sc btech b.tech bcom b.com b.a m.e m.s msc m.sc mtech m.tech mcom m.com
  high school secondary hsc ssc`.split(/\s+/u),
)

const isMeasure = (word: string): boolean => measures.has(word) || /^\d[\d.\-/]*$/u.test(word)

/** The words that describe what texts are about, with their weights. */
export function topicalWords(texts: readonly WordCounts[]): WeightedWords {
  return weigh(texts, isMeasure)
}

/**
 * The words of a resume that are compared with a job: those in the frequency table, and those of the job.
 * Any other word may be a name, and a rare name would lower the similarity to every job.
 */
export function comparedWords(texts: readonly WordCounts[], job: WeightedWords): WeightedWords {
  return weigh(texts, (word) => isMeasure(word) || !(isKnownWord(word) || job.has(word)))
}

/** Cosine of two texts, 0 to 1. */
export function cosine(a: WeightedWords, b: WeightedWords): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let dot = 0
  for (const [word, weight] of small) dot += weight * (large.get(word) ?? 0)
  const lengths = length(a) * length(b)
  return lengths === 0 ? 0 : dot / lengths
}

function length(weights: WeightedWords): number {
  let sum = 0
  for (const weight of weights.values()) sum += weight * weight
  return Math.sqrt(sum)
}

/** The credit for a cosine, 0 to 1. The square root gives low values more weight. */
export function similarityCredit(value: number): number {
  return Math.sqrt(ramp(value, similarityFloor, similarityCeiling))
}

/** The credit, 0 to 1, for the weighted share of a line's words that a text holds. */
export function coverageCredit(line: WeightedWords, held: ReadonlySet<string>): number {
  let all = 0
  for (const weight of line.values()) all += weight
  let found = 0
  for (const word of held) found += line.get(word) ?? 0
  return all === 0 ? 0 : ramp(found / all, coverageFloor, coverageCeiling)
}
