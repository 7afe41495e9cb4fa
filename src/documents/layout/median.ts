/** The median, the upper one for an even count; 0 for no values. */
export function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
