/**
 * Estimates how much two texts share, by their common runs of a few characters. Each text is represented by
 * its smallest hashes (a bottom-k sketch): exact for texts with no more runs than that, and within about 0.01
 * for longer ones. Linear in the text; two sketches are compared in one pass.
 */

const runCharacters = 6
const sketchMax = 1_024
const base = 0x01000193

/** The smallest hashes of a text's runs, ascending. A text shorter than a run has none. */
export type Sketch = Uint32Array

export function sketchOf(text: string): Sketch {
  const count = text.length - runCharacters + 1
  if (count <= 0) return new Uint32Array(0)
  const hashes = new Uint32Array(count)
  let power = 1
  for (let at = 1; at < runCharacters; at++) power = Math.imul(power, base)
  let hash = 0
  for (let at = 0; at < text.length; at++) {
    if (at >= runCharacters) hash = (hash - Math.imul(text.charCodeAt(at - runCharacters), power)) | 0
    hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
    if (at >= runCharacters - 1) hashes[at - runCharacters + 1] = mixed(hash)
  }
  return smallest(hashes.sort())
}

/** Spreads similar hashes over the whole range, so that the smallest ones are a fair sample of the runs. */
function mixed(hash: number): number {
  let value = hash
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

function smallest(sorted: Uint32Array): Sketch {
  const kept = new Uint32Array(Math.min(sketchMax, sorted.length))
  let count = 0
  for (const hash of sorted) {
    if (count > 0 && kept[count - 1] === hash) continue
    if (count === kept.length) break
    kept[count] = hash
    count += 1
  }
  return kept.slice(0, count)
}

/** The Jaccard similarity of two texts, 0 to 1: shared runs divided by all runs. */
export function likeness(a: Sketch, b: Sketch): number {
  let [inA, inB, common, seen] = [0, 0, 0, 0]
  while (seen < sketchMax && (inA < a.length || inB < b.length)) {
    const left = a[inA] ?? Number.POSITIVE_INFINITY
    const right = b[inB] ?? Number.POSITIVE_INFINITY
    if (left === right) common += 1
    if (left <= right) inA += 1
    if (right <= left) inB += 1
    seen += 1
  }
  return seen === 0 ? 0 : common / seen
}
