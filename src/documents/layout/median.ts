/** The value in the middle, the upper one of two; 0 where there is none. */
export function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
