import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The longest piece that can be counted, in UTF-16 units. */
export const pieceMax = 256

/**
 * Counts the o200k_base tokens of one piece; no token crosses a piece boundary. It merges the two
 * neighbours whose token has the lowest rank until no pair is a token. The result equals the library's. It
 * allocates no strings for lookups: a fifth of the time, and 7 MB per thread instead of 60.
 */
export function countTokensOfPiece(text: string): number {
  tokens ??= readTokens()
  const size = encoder.encodeInto(text, piece).written
  return rankOf(tokens, 0, size) === none ? countMerged(tokens, size) : 1
}

const encoder = new TextEncoder()
/** The bytes of the piece, the start of each part, and the rank of each part merged with the next. */
const piece = new Uint8Array(3 * pieceMax)
const starts = new Uint32Array(piece.length + 1)
const ranks = new Uint32Array(starts.length)
const none = 0xffff_ffff

function countMerged(known: Tokens, size: number): number {
  let parts = size
  const rankAt = (part: number): number =>
    part + 2 > parts ? none : rankOf(known, starts[part] ?? 0, starts[part + 2] ?? 0)
  for (let part = 0; part <= size; part += 1) starts[part] = part
  for (let part = 0; part <= size; part += 1) ranks[part] = rankAt(part)
  for (let at = lowest(parts); ranks[at] !== none; at = lowest(parts)) {
    starts.copyWithin(at + 1, at + 2, parts + 1)
    ranks.copyWithin(at, at + 1, parts)
    parts -= 1
    ranks[at] = rankAt(at)
    if (at > 0) ranks[at - 1] = rankAt(at - 1)
  }
  return parts
}

/** The index of the lowest rank; the first of equals. */
function lowest(parts: number): number {
  let at = 0
  for (let part = 1; part < parts; part += 1) if ((ranks[part] ?? none) < (ranks[at] ?? none)) at = part
  return at
}

interface Tokens {
  /** The bytes of all tokens, concatenated by rank. */
  readonly bytes: Uint8Array
  /** The start of each token, and the end of the last one. */
  readonly begin: Uint32Array
  /**
   * A hash table that is two fifths full. A slot holds the rank plus 1 in its low bits and hash bits above.
   */
  readonly slots: Uint32Array
}

const rankBits = 18
const rankMask = (1 << rankBits) - 1
const slotMask = (1 << 19) - 1

/** The rank of the token between two byte offsets of the piece. */
function rankOf({ bytes, begin, slots }: Tokens, from: number, to: number): number {
  const hash = hashOf(piece, from, to)
  for (let slot = hash & slotMask; ; slot = (slot + 1) & slotMask) {
    const held = slots[slot] ?? 0
    if (held === 0) return none
    if ((held ^ hash) >>> rankBits !== 0) continue
    const rank = (held & rankMask) - 1
    const shift = (begin[rank] ?? 0) - from
    if ((begin[rank + 1] ?? 0) - shift !== to) continue
    let at = from
    while (at < to && piece[at] === bytes[at + shift]) at += 1
    if (at === to) return rank
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return hash
}

let tokens: Tokens | undefined

/** Each line of the file is a token in base64, a space and its rank. The rank is the line number. */
function readTokens(): Tokens {
  const path = createRequire(import.meta.url).resolve('gpt-tokenizer/data/o200k_base.tiktoken')
  const file = readFileSync(path, 'latin1')
  const bytes = Buffer.alloc(file.length)
  const begin = new Uint32Array(rankMask)
  const slots = new Uint32Array(slotMask + 1)
  let [rank, at] = [0, 0]
  for (let line = 0; line < file.length; line = file.indexOf('\n', line) + 1) {
    const end = at + bytes.write(file.slice(line, file.indexOf(' ', line)), at, 'base64')
    const hash = hashOf(bytes, at, end)
    let slot = hash & slotMask
    while (slots[slot] !== 0) slot = (slot + 1) & slotMask
    slots[slot] = (hash & ~rankMask) | (rank + 1)
    rank += 1
    at = end
    begin[rank] = at
  }
  return { bytes: bytes.subarray(0, at), begin, slots }
}
