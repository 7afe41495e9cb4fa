import { readFileSync } from 'node:fs'
import {
  bucketUnit,
  featuresOfTokens,
  type Stretch,
  unitsMax,
  type Weight,
  writeBuckets,
} from '../src/engines/builtin/compliance/clauses/index.ts'
import { fold } from '../src/engines/builtin/compliance/fold.ts'
import type { Language } from '../src/engines/builtin/text/index.ts'
import { type Example, fitLogistic } from './logistic.ts'

/** A clause, and which of its words harm. */
export interface SpanRow {
  readonly text: string
  readonly marked: readonly Stretch[]
}

/** A line each; what harms stands between `⟦` and `⟧`. */
export function spanRows(language: Language): SpanRow[] {
  return readFileSync(new URL(`labelled/spans/${language}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const marked: Stretch[] = []
      let text = ''
      let start = 0
      for (const character of line) {
        if (character === '⟦') start = text.length
        else if (character === '⟧') marked.push({ start, end: text.length })
        else text += character
      }
      return { text, marked }
    })
}

/** The table that tells which words of a clause harm. */
export function fitSpans(rows: readonly SpanRow[], language: Language): Uint8Array {
  const examples: Example[] = rows.flatMap(({ text, marked }) => {
    const { text: plain, starts } = fold(text)
    return featuresOfTokens(plain.toLowerCase(), language).map(({ at, features }) => {
      const place = starts[at.start] ?? 0
      const isIn = marked.some(({ start, end }) => start <= place && place < end)
      return { features: features.map(String), label: isIn ? 1 : 0, group: text }
    })
  })
  const { names, weights, bias } = fitLogistic(examples, {
    classes: 2,
    epochs: 3,
    rate: 0.15,
    decay: 0.002,
    countMin: 3,
    errorMin: 0.02,
  })
  const counts = new Map<string, number>()
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const units = (value: number): number =>
    Math.max(-unitsMax, Math.min(unitsMax, Math.round(value / bucketUnit)))
  const all: (Weight & { readonly moved: number })[] = weights.flatMap(([out = 0, inside = 0], id) => {
    const value = inside - out
    const moved = Math.abs(value) * Math.sqrt(counts.get(names[id] ?? '') ?? 1)
    return units(value) === 0 ? [] : { feature: Number(names[id]), kind: 0, units: units(value), moved }
  })
  const kept = all.sort((a, b) => b.moved - a.moved).slice(0, weightsMax)
  return writeBuckets(['in'], [Math.round(((bias[1] ?? 0) - (bias[0] ?? 0)) / bucketUnit)], kept)
}

const weightsMax = 40_000
