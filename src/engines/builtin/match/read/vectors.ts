/**
 * The direction of a vector less another one, of length 1; nothing stays nothing. Loops, since calls for each
 * place box their numbers.
 */
export function unitBeyond(vector: Float64Array, usual: Float64Array): Float64Array {
  const beyond = new Float64Array(vector.length)
  let squares = 0
  for (let index = 0; index < vector.length; index += 1) {
    const value = (vector[index] ?? 0) - (usual[index] ?? 0)
    beyond[index] = value
    squares += value * value
  }
  if (squares === 0) return beyond
  const length = Math.sqrt(squares)
  for (let index = 0; index < vector.length; index += 1) beyond[index] = (beyond[index] ?? 0) / length
  return beyond
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
