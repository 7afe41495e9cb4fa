/**
 * A linear model over named features. `optimize/units` reads its roles and titles from such tables.
 * The tables of clauses have hashed features instead (`bucket-table.ts`).
 */
export interface LearnedTable {
  readonly kinds: readonly string[]
  readonly bias: readonly number[]
  /** For each feature, alternating kinds and weights. */
  readonly weights: ReadonlyMap<string, readonly number[]>
}

/** Weights are multiples of this unit. */
const weightUnit = 0.06
const firstKind = 0x41
const zeroWeight = 0x4f
/** Weights are clamped to this value, so that every pair fits into two ASCII characters. */
export const weightMax = 46

/** A kind and its weight as two characters. */
export const writePair = (kind: number, weight: number): string =>
  String.fromCharCode(firstKind + kind, zeroWeight + weight)

/** First line: kinds with their biases; then a line a feature: the feature and its pairs. */
export function readTable(text: string): LearnedTable {
  const [head = '', ...rows] = text.trimEnd().split('\n')
  const named = head.split('\t').map((each) => each.split(':'))
  return {
    kinds: named.map(([kind = '']) => kind),
    bias: named.map(([, bias]) => Number(bias)),
    weights: new Map(rows.map(readRow)),
  }
}

/** The probability of each kind, in the order of the table. All inputs are integers times one unit. */
export function chancesOf(features: Iterable<string>, table: LearnedTable): number[] {
  const scores = [...table.bias]
  for (const feature of features) {
    const pairs = table.weights.get(feature)
    if (pairs === undefined) continue
    for (let at = 0; at < pairs.length; at += 2) {
      const kind = pairs[at] ?? 0
      scores[kind] = (scores[kind] ?? 0) + (pairs[at + 1] ?? 0)
    }
  }
  const top = Math.max(...scores)
  const raised = scores.map((score) => Math.exp((score - top) * weightUnit))
  const sum = raised.reduce((total, each) => total + each, 0)
  return raised.map((each) => each / sum)
}

function readRow(row: string): readonly [string, readonly number[]] {
  const at = row.lastIndexOf('\t')
  const pairs: number[] = []
  for (let place = at + 1; place < row.length; place += 2)
    pairs.push(row.charCodeAt(place) - firstKind, row.charCodeAt(place + 1) - zeroWeight)
  return [row.slice(0, at), pairs]
}
