/** The features of a line, and the weight of each for each role. */
export interface RoleTable {
  readonly roles: readonly string[]
  readonly bias: readonly number[]
  /** For each feature, alternating role indexes and weights. */
  readonly weights: ReadonlyMap<string, readonly number[]>
}

/** Weights are integer multiples of this unit, at most `weightMax` of them. */
export const weightUnit = 0.06
export const weightMax = 46
const firstRole = 0x41
const zeroWeight = 0x4f

/** A role and its weight as two ASCII characters. */
export const writePair = (role: number, weight: number): string =>
  String.fromCharCode(firstRole + role, zeroWeight + weight)

/** First line: the roles with their biases. Then one line per feature: the feature and its pairs. */
export function readRoles(text: string): RoleTable {
  const [head = '', ...rows] = text.trimEnd().split('\n')
  const named = head.split('\t').map((each) => each.split(':'))
  return {
    roles: named.map(([role = '']) => role),
    bias: named.map(([, bias]) => Number(bias)),
    weights: new Map(rows.map(readRow)),
  }
}

function readRow(row: string): readonly [string, readonly number[]] {
  const at = row.lastIndexOf('\t')
  const pairs: number[] = []
  for (let place = at + 1; place < row.length; place += 2)
    pairs.push(row.charCodeAt(place) - firstRole, row.charCodeAt(place + 1) - zeroWeight)
  return [row.slice(0, at), pairs]
}
