/**
 * A linear model over named features. `optimize/units` reads its roles and titles from such tables.
 * The tables of clauses have hashed features instead (`bucket-table.ts`).
 */
export interface LearnedTable {
  readonly kinds: readonly string[]
  /** Where the weights of a feature begin in `values`: one for each kind. */
  readonly rows: ReadonlyMap<string, number>
  readonly values: Int8Array
}

/** Weights are multiples of this unit. */
export const weightUnit = 0.06
/** Weights are clamped to this number of units, so that each fits into one printable ASCII character. */
export const weightMax = 46
const zeroWeight = 0x4f

/** First line: the kinds; then a line a feature: the feature and a character for the weight of each kind. */
export function writeTable(kinds: readonly string[], rows: ReadonlyMap<string, readonly number[]>): string {
  const lines = [...rows].map(
    ([name, weights]) => `${name}\t${String.fromCharCode(...weights.map((weight) => zeroWeight + weight))}`,
  )
  return `${[kinds.join('\t'), ...lines.sort()].join('\n')}\n`
}

export function readTable(text: string): LearnedTable {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const kinds = head.split('\t')
  const rows = new Map<string, number>()
  const values = new Int8Array(lines.length * kinds.length)
  for (const [at, line] of lines.entries()) {
    const name = line.slice(0, -kinds.length - 1)
    rows.set(name, at * kinds.length)
    for (let kind = 0; kind < kinds.length; kind += 1)
      values[at * kinds.length + kind] = line.charCodeAt(name.length + 1 + kind) - zeroWeight
  }
  return { kinds, rows, values }
}

/** Adds the weights of a feature to the scores of the kinds. */
export function addWeights(scores: Float64Array, feature: string, { rows, values }: LearnedTable): void {
  const from = rows.get(feature)
  if (from === undefined) return
  for (let kind = 0; kind < scores.length; kind += 1)
    scores[kind] = (scores[kind] as number) + (values[from + kind] as number)
}

/** The probability of each kind, in the order of the table. */
export function chancesOf(features: Iterable<string>, table: LearnedTable): number[] {
  const scores = new Float64Array(table.kinds.length)
  for (const feature of features) addWeights(scores, feature, table)
  const top = Math.max(...scores)
  const raised = Array.from(scores, (score) => Math.exp((score - top) * weightUnit))
  const sum = raised.reduce((total, each) => total + each, 0)
  return raised.map((each) => each / sum)
}
