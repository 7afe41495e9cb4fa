import { createRequire } from 'node:module'

/**
 * Tokens of a text under o200k_base. Loaded at the first call (0.2 s, 75 MB), so that who counts nothing
 * pays nothing.
 *
 * The tokenizer's time grows with the square of an unbroken run (12,000 letters: 0.7 s), so runs longer than
 * `runMax` are cut: the count of such a text can be a few tokens above the exact one, never below.
 */
export function countTokens(text: string): number {
  let count = 0
  for (const piece of piecesWithShortRuns(text)) count += encoding().countTokens(piece, plainText)
  return count
}

const runMax = 256
const run = /[\p{L}\p{M}]+|\s+|\p{N}+|[^\s\p{L}\p{M}\p{N}]+/gu
/** Texts that look like a control token, such as `<|endoftext|>`, are plain text here. */
const plainText = { disallowedSpecial: new Set<string>() }

function piecesWithShortRuns(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (const match of text.matchAll(run)) {
    if (match[0].length <= runMax) continue
    if (match.index > start) pieces.push(text.slice(start, match.index))
    for (let at = 0; at < match[0].length; at += runMax) pieces.push(match[0].slice(at, at + runMax))
    start = match.index + match[0].length
  }
  if (start < text.length) pieces.push(text.slice(start))
  return pieces
}

interface Encoding {
  countTokens(text: string, options: typeof plainText): number
  setMergeCacheSize(size: number): void
}

/** Pieces whose tokens are remembered; small, for they are pieces of people's texts. */
const mergeCacheEntries = 2_000
let loaded: Encoding | undefined

function encoding(): Encoding {
  if (loaded === undefined) {
    loaded = createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Encoding
    loaded.setMergeCacheSize(mergeCacheEntries)
  }
  return loaded
}
