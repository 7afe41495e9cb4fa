/** Features are numbers below this: the hash of a word or a pair; no table contains letters. */
export const bucketBits = 19

export const bucketOf = (hash: number): number =>
  Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - bucketBits)

export const mix = (one: number, other: number): number =>
  (Math.imul(one, 0x01000193) ^ Math.imul(other, 0x9e3779b1)) >>> 0

export function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** English words without their endings. */
export const stemOf = (word: string): string => (word.length > stemmedMin ? word.replace(ending, '') : word)
const ending = /(?:ing|ies|ed|es|s|ly|'s)$/u
const stemmedMin = 4
