import type { Training } from '../../src/engines/index.ts'
import { type Row, separate } from './linear.ts'

/** A sentence, and the rules that object to it: none where it is harmless. */
export interface Sample {
  readonly text: string
  readonly rules: readonly string[]
}

/** What stands in fewer sentences tells nothing about others. */
const sentencesMin = 2
/** Weights are kept as whole numbers of this part. */
const unit = 1000
/** Without the smaller weights a third of the table gives the same answers. */
const [weightMin, themeWeightMin] = [50, 150]

/** Over which weight, in thousandths, a sentence is told, and a theme of it beside the likeliest. */
export interface Thresholds {
  readonly sentence: number
  readonly theme: number
}

/** The table of how much a sentence weighs and which themes are the likeliest. */
export function learnTable(samples: readonly Sample[], training: Training, thresholds: Thresholds): string {
  const grams = samples.map(({ text }) => training.grams(text))
  const columns = columnsOf(grams)
  const rows = grams.map((each) => rowOf(each, columns))
  const plane = separate(
    rows,
    samples.map(({ rules }) => rules.length > 0),
    columns.size,
  )
  const harmful = samples.flatMap(({ rules }, index) =>
    rules.length > 0 ? [{ rules, row: rows[index] ?? { places: [], size: 0 } }] : [],
  )
  const themes = [...new Set(harmful.flatMap(({ rules }) => rules))].sort().map((rule) => ({
    rule,
    plane: separate(
      harmful.map(({ row }) => row),
      harmful.map(({ rules }) => rules.includes(rule)),
      columns.size,
    ),
  }))
  const whole = (value: number) => Math.round(value * unit)
  const head = [
    thresholds.sentence,
    thresholds.theme,
    whole(plane.bias),
    ...themes.map((each) => `${each.rule}:${whole(each.plane.bias)}`),
  ]
  const lines = [...columns].flatMap(([gram, column]) => {
    const weight = whole(plane.weights[column] ?? 0)
    const places = themes.flatMap((each, place) => {
      const value = whole(each.plane.weights[column] ?? 0)
      return Math.abs(value) < themeWeightMin ? [] : [`${place}:${value}`]
    })
    return Math.abs(weight) < weightMin && places.length === 0 ? [] : [[gram, weight, ...places].join('\t')]
  })
  return [head.join('\t'), ...lines, ''].join('\n')
}

function columnsOf(all: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const grams of all) for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  const kept = [...counts].filter(([gram, count]) => count >= sentencesMin && !/[\t\n]/u.test(gram))
  kept.sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(kept.map(([gram], index) => [gram, index]))
}

function rowOf(grams: ReadonlySet<string>, columns: ReadonlyMap<string, number>): Row {
  return { places: [...grams].flatMap((gram) => columns.get(gram) ?? []), size: grams.size }
}
