/** A block of an alignment: one pair of equal elements, or the differing elements between such pairs. */
export interface AlignedBlock<First, Second> {
  readonly before: readonly First[]
  readonly after: readonly Second[]
}

/** Aligns two sequences with the fewest changes. Time and memory grow with the product of their lengths. */
export function alignedBlocks<First, Second>(
  first: readonly First[],
  second: readonly Second[],
  isSame: (one: First, other: Second) => boolean,
): AlignedBlock<First, Second>[] {
  const [rows, columns] = [first.length, second.length]
  const costs = costsOf(first, second, isSame)
  const costAt = (row: number, column: number) => costs[row]?.[column] ?? 0
  const blocks: { before: First[]; after: Second[] }[] = []
  let open: { before: First[]; after: Second[] } | undefined
  for (let [row, column] = [0, 0]; row < rows || column < columns; ) {
    const [one, other] = [first[row], second[column]]
    const both = one !== undefined && other !== undefined
    const cost = costAt(row, column)
    if (both && cost === costAt(row + 1, column + 1) && isSame(one, other)) {
      blocks.push({ before: [one], after: [other] })
      open = undefined
      ;[row, column] = [row + 1, column + 1]
      continue
    }
    if (open === undefined) {
      open = { before: [], after: [] }
      blocks.push(open)
    }
    if (both && cost === costAt(row + 1, column + 1) + 1) {
      open.before.push(one)
      open.after.push(other)
      ;[row, column] = [row + 1, column + 1]
    } else if (one !== undefined && (column === columns || cost === costAt(row + 1, column) + 1)) {
      open.before.push(one)
      row += 1
    } else if (other !== undefined) {
      open.after.push(other)
      column += 1
    }
  }
  return blocks
}

/** The fewest changes between the remainders of both sequences, for each pair of positions. */
function costsOf<First, Second>(
  first: readonly First[],
  second: readonly Second[],
  isSame: (one: First, other: Second) => boolean,
): Uint16Array[] {
  const [rows, columns] = [first.length, second.length]
  const costs = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
  for (let row = rows; row >= 0; row--) {
    const [cells, below] = [costs[row], costs[row + 1]]
    const one = first[row]
    for (let column = columns; column >= 0; column--) {
      if (cells === undefined || (row === rows && column === columns)) continue
      const other = second[column]
      const down = row < rows ? (below?.[column] ?? 0) + 1 : Number.POSITIVE_INFINITY
      const right = column < columns ? (cells[column + 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      const both = one !== undefined && other !== undefined
      const across = both
        ? (below?.[column + 1] ?? 0) + (isSame(one, other) ? 0 : 1)
        : Number.POSITIVE_INFINITY
      cells[column] = Math.min(down, right, across)
    }
  }
  return costs
}
