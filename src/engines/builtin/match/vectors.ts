/** The same direction, of length 1; nothing stays nothing. */
export function unit(vector: Float64Array): Float64Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** The cosine of two vectors of length 1: −1 to 1. */
export function cosine(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

/** Where a value stands between what is worth nothing and what is worth all: 0 to 1. */
export function ramp(value: number, floor: number, ceiling: number): number {
  return Math.min(1, Math.max(0, (value - floor) / (ceiling - floor)))
}
