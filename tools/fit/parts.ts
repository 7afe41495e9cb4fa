import { readFileSync } from 'node:fs'
import type { Language, PartsTraining } from '../../src/engines/index.ts'
import { separate } from './linear.ts'

/** A line, and the part of a job description that it belongs to. */
export interface LabelledLine {
  readonly kind: string
  readonly text: string
}

/** What stands in fewer lines tells nothing about others. */
const linesMin = 2
/** Weights are kept as whole numbers of this part. */
const unit = 1000
/** Without the grams that weigh less for every kind a third of the table gives the same answers. */
const weightMin = 60

export function readLabelled(language: Language): LabelledLine[] {
  const file = new URL(`../../src/engines/builtin/optimize/parts/labelled/${language}.tsv`, import.meta.url)
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [kind = '', text = ''] = row.split('\t')
      return { kind, text }
    })
}

/** The table of how much each gram of a line speaks for each kind of line. */
export function learnParts(lines: readonly LabelledLine[], { grams, kinds }: PartsTraining): string {
  const all = lines.map(({ text }) => grams(text))
  const counts = new Map<string, number>()
  for (const gram of all.flatMap((each) => [...each])) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  const kept = [...counts].filter(([gram, count]) => count >= linesMin && !/[\t\n]/u.test(gram))
  const columns = new Map(
    kept
      .map(([gram]) => gram)
      .sort()
      .map((gram, place) => [gram, place]),
  )
  const rows = all.map((each) => ({
    places: [...each].flatMap((gram) => columns.get(gram) ?? []),
    size: each.size,
  }))
  const planes = kinds.map((kind) =>
    separate(
      rows,
      lines.map((line) => line.kind === kind),
      columns.size,
    ),
  )
  const whole = (value: number) => Math.round(value * unit)
  const weighing = [...columns].flatMap(([gram, column]) => {
    const weights = planes.map((plane) => whole(plane.weights[column] ?? 0))
    return weights.some((weight) => Math.abs(weight) >= weightMin) ? [[gram, ...weights].join('\t')] : []
  })
  return [planes.map(({ bias }) => whole(bias)).join('\t'), ...weighing, ''].join('\n')
}
