import { readFileSync } from 'node:fs'
import {
  bucketBits,
  featuresOfTokens,
  type Stretch,
  writeBuckets,
} from '../src/engines/builtin/compliance/clauses/index.ts'
import { fold } from '../src/engines/builtin/compliance/fold.ts'
import type { Language } from '../src/engines/builtin/text/index.ts'
import { type BucketWeights, fitBuckets, heaviest } from './buckets.ts'
import { type LawRow, lawRows, readMarks } from './law.ts'

/** A clause and its harmful words. */
export interface SpanRow {
  readonly text: string
  readonly marked: readonly Stretch[]
}

/** Lines with the harmful words between `⟦` and `⟧`, and the harmful units of labelled postings. */
export function spanRows(language: Language, law: readonly LawRow[] = lawRows(language)): SpanRow[] {
  const rows = readFileSync(new URL(`labelled/spans/${language}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(readMarks)
  const units = law.filter(({ rules }) => rules.length > 0)
  return [...rows, ...Array.from({ length: lawWeight }, () => units).flat()]
}

const lawWeight = 2

/** The table that finds the harmful words of a clause. */
export function fitSpans(rows: readonly SpanRow[], language: Language): Uint8Array {
  const examples = rows.flatMap(({ text, marked }) => {
    const { text: plain, starts } = fold(text)
    return featuresOfTokens(plain.toLowerCase(), language).map(({ at, features }) => {
      const place = starts[at.start] ?? 0
      const isIn = marked.some(({ start, end }) => start <= place && place < end)
      return { features: [...new Set(features)], label: isIn ? 1 : 0 }
    })
  })
  const fitted = fitBuckets(examples, {
    features: 2 ** bucketBits,
    classes: 2,
    epochs: 3,
    rate: 0.15,
    decay: 0.002,
    countMin: 3,
    errorMin: 0.02,
  })
  const { bias, weights } = heaviest(differences(fitted), false, weightsMax)
  return writeBuckets(['in'], bias, weights)
}

/** Two classes need one weight a feature: the difference of theirs. */
function differences({ weights, bias, counts }: BucketWeights): BucketWeights {
  const own = Float32Array.from(counts, (_count, at) => (weights[2 * at + 1] ?? 0) - (weights[2 * at] ?? 0))
  return { weights: own, bias: Float32Array.of((bias[1] ?? 0) - (bias[0] ?? 0)), counts }
}

const weightsMax = 40_000
