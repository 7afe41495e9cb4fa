import type { Judged } from './data.ts'
import { generator } from './random.ts'

/** One figure per task: the area under the ROC curve for pairs, nDCG@10 for rankings. */
export type Figures = ReadonlyMap<string, number>
export type Score = (each: Judged) => number

const ranked = /rank/u
const top = 10

export function figuresOf(judged: readonly Judged[], score: Score): Figures {
  const tasks = Map.groupBy(judged, ({ task }) => task)
  return new Map(
    [...tasks].map(([task, rows]) => [task, ranked.test(task) ? ndcg(rows, score) : auc(rows, score)]),
  )
}

/** Ties count half. */
function auc(rows: readonly Judged[], score: Score): number {
  const sorted = rows.map((row) => ({ value: score(row), isGood: row.label > 0 }))
  sorted.sort((a, b) => a.value - b.value)
  const good = sorted.filter(({ isGood }) => isGood).length
  let rankSum = 0
  for (let from = 0; from < sorted.length; ) {
    let to = from
    while (to < sorted.length && sorted[to]?.value === sorted[from]?.value) to += 1
    const rank = (from + 1 + to) / 2
    for (let at = from; at < to; at += 1) if (sorted[at]?.isGood === true) rankSum += rank
    from = to
  }
  return (rankSum - (good * (good + 1)) / 2) / (good * (sorted.length - good))
}

function ndcg(rows: readonly Judged[], score: Score): number {
  const queries = [...Map.groupBy(rows, ({ jd }) => jd).values()]
  const gain = (labels: readonly number[]): number =>
    labels.slice(0, top).reduce((sum, label, index) => sum + (2 ** label - 1) / Math.log2(index + 2), 0)
  const each = queries.map((candidates) => {
    const order = candidates.map((row) => ({ value: score(row), label: row.label, tie: row.tie }))
    order.sort((a, b) => b.value - a.value || a.tie - b.tie)
    const ideal = gain(candidates.map(({ label }) => label).sort((a, b) => b - a))
    return ideal === 0 ? 0 : gain(order.map(({ label }) => label)) / ideal
  })
  return each.reduce((sum, value) => sum + value, 0) / each.length
}

/** The 95 % interval over resampled job descriptions, with a fixed generator: the same result every time. */
export function intervals(
  judged: readonly Judged[],
  score: Score,
  rounds: number,
): Map<string, [number, number]> {
  const tasks = Map.groupBy(judged, ({ task }) => task)
  const found = new Map<string, [number, number]>()
  for (const [task, rows] of tasks) {
    const random = generator(7)
    const groups = [...Map.groupBy(rows, ({ jd }) => jd).values()]
    const values = Array.from({ length: rounds }, (_, round) => {
      const sample = groups.flatMap(() => {
        const group = groups[Math.floor(random() * groups.length)] ?? []
        return [group]
      })
      const renamed = sample.flatMap((group, index) =>
        group.map((row) => ({ ...row, jd: `${round}-${index}` })),
      )
      return figuresOf(renamed, score).get(task) ?? 0
    }).sort((a, b) => a - b)
    const at = (part: number): number => values[Math.floor(part * (values.length - 1))] ?? 0
    found.set(task, [at(0.025), at(0.975)])
  }
  return found
}
