/**
 * The difference of two vectors, scaled to length 1; a zero difference stays zero. Loops, because array
 * callbacks would box each number.
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

/** The cosine of two unit vectors: −1 to 1. */
export function cosine(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

/** Maps a value linearly from `floor`–`ceiling` to 0–1, clamped. */
export function ramp(value: number, floor: number, ceiling: number): number {
  return Math.min(1, Math.max(0, (value - floor) / (ceiling - floor)))
}
