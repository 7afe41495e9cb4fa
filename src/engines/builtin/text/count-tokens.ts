import { countTokensOfPiece, pieceMax } from './byte-pairs.ts'
import { allMatches } from './patterns.ts'
import { forEachPiece } from './token-pieces.ts'

/**
 * Counts the o200k_base tokens of a text. Text that looks like a control token (`<|endoftext|>`) counts as
 * plain text. Counting one piece takes quadratic time (12,000 letters: 0.7 s), so pieces longer than
 * `pieceMax` are cut. The count of such a text may be a few tokens too high, never too low.
 */
export function countTokens(text: string): number {
  let count = 0
  const isUsual = forEachPiece(text, (from, to) => {
    count += tokensOf(text, from, to)
  })
  if (isUsual) return count
  return (text.match(anyPieces) ?? []).reduce((sum, piece) => sum + tokensOf(piece, 0, piece.length), 0)
}

/**
 * Counts the tokens of a result as JSON. The results of one job share many strings: each string is counted
 * once, with the punctuation behind it, and cached. No token joins two punctuation characters with a letter
 * behind them.
 */
export function countTokensOfJson(json: string): number {
  let count = 0
  let from = 0
  for (const { index } of [...allMatches(json, joint), { index: json.length }]) {
    const to = index + jointLength
    count += tokensOfPart(json.slice(from, to))
    from = to
  }
  return count
}

/** Between two strings, before a character that forms no token with the punctuation before it. */
const joint = /"[:,]"(?=[A-Za-z0-9\u3400-\u9fff])/g
const jointLength = 3

function tokensOfPart(part: string): number {
  const known = rememberedParts.get(part)
  if (known !== undefined) return known
  const tokens = countTokens(part)
  if (rememberedParts.size >= rememberedPartsMax) rememberedParts.clear()
  if (part.length <= rememberedPartMax) rememberedParts.set(part, tokens)
  return tokens
}

const rememberedPartsMax = 2_000
/** Advice repeats between results; longer texts don't. */
const rememberedPartMax = 200
const rememberedParts = new Map<string, number>()

const [upper, lower] = ['\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}', '\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}']
const before = '[^\\r\\n\\p{L}\\p{N}]?'
const behind = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?"
/** The o200k_base pattern. No token crosses a match. Used for texts with rare characters. */
const anyPieces = new RegExp(
  [
    `${before}[${upper}]*[${lower}]+${behind}|${before}[${upper}]+[${lower}]*${behind}`,
    '\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
  ].join('|'),
  'gu',
)

/**
 * A cache of pieces, since most pieces are common words. The characters of all cached pieces are
 * concatenated, so that a lookup allocates no string. When the cache is full, it is cleared.
 */
const knownSigns = new Uint16Array(1 << 18)
let knownEnd = 0
const slotMask = (1 << 16) - 1
const slotsTakenMax = slotMask >> 1
/** A slot holds the start of its piece plus 1, the length of the piece, and its tokens. */
const slotFields = 3
const slots = new Uint32Array((slotMask + 1) * slotFields)
let slotsTaken = 0
/** The most slots a lookup probes. A hostile text may collide; a piece without a free slot isn't cached. */
const looksMax = 32

function tokensOf(text: string, from: number, to: number): number {
  const length = to - from
  if (length > pieceMax) return tokensOf(text, from, from + pieceMax) + tokensOf(text, from + pieceMax, to)
  let hash = 0x811c9dc5
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  let slot = ((hash ^ (hash >>> 15)) & slotMask) * slotFields
  for (let looks = 0; slots[slot] !== 0; looks += 1) {
    if (looks === looksMax) return countTokensOfPiece(text.slice(from, to))
    const shift = (slots[slot] ?? 0) - 1 - from
    let at = slots[slot + 1] === length ? from : to + 1
    while (at < to && knownSigns[at + shift] === text.charCodeAt(at)) at += 1
    if (at === to) return slots[slot + 2] ?? 0
    slot = (slot + slotFields) % slots.length
  }
  return remember(text.slice(from, to), slot)
}

function remember(piece: string, slot: number): number {
  const tokens = countTokensOfPiece(piece)
  if (slotsTaken >= slotsTakenMax || knownEnd + piece.length > knownSigns.length) {
    slots.fill(0)
    slotsTaken = 0
    knownEnd = 0
    return tokens
  }
  slots.set([knownEnd + 1, piece.length, tokens], slot)
  slotsTaken += 1
  for (let at = 0; at < piece.length; at += 1) knownSigns[knownEnd + at] = piece.charCodeAt(at)
  knownEnd += piece.length
  return tokens
}
