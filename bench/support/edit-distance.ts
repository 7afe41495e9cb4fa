/** The number of characters to change, insert or delete to turn one text into the other (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let previous = Uint32Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const current = new Uint32Array(b.length + 1)
    current[0] = row
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current[column] = Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
