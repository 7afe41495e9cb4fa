import { countTokensOfPiece, pieceMax } from './byte-pairs.ts'
import { allMatches } from './patterns.ts'
import { forEachPiece } from './token-pieces.ts'

/**
 * Tokens of a text under o200k_base; what looks like a control token, such as `<|endoftext|>`, is plain text.
 *
 * The time grows with the square of an unbroken piece (12,000 letters: 0.7 s), so pieces longer than
 * `pieceMax` are cut: the count of such a text can be a few tokens above the exact one, never below.
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
 * Tokens of a result as JSON. Of the strings in it many stand in the results of all resumes of a job: each is
 * counted once, with the signs behind it. Two signs before a letter are of no token with it.
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

/** Between two strings, before a sign that no token has with what stands before it. */
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
/** Advice comes again, a text doesn't. */
const rememberedPartMax = 200
const rememberedParts = new Map<string, number>()

const [upper, lower] = ['\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}', '\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}']
const before = '[^\\r\\n\\p{L}\\p{N}]?'
const behind = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?"
/** No token lies in two pieces: the pattern of o200k_base, for texts with signs that hardly any has. */
const anyPieces = new RegExp(
  [
    `${before}[${upper}]*[${lower}]+${behind}|${before}[${upper}]+[${lower}]*${behind}`,
    '\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
  ].join('|'),
  'gu',
)

/**
 * Most pieces are words that come again and again. Those known stand one behind the other, each with its
 * tokens, so that no text is made to ask for one; where there is no more room, all are forgotten.
 */
const knownSigns = new Uint16Array(1 << 18)
let knownEnd = 0
const slotMask = (1 << 16) - 1
const slotsTakenMax = slotMask >> 1
/** Of each slot where its piece begins, counted from 1, how long it is, and its tokens. */
const slotFields = 3
const slots = new Uint32Array((slotMask + 1) * slotFields)
let slotsTaken = 0
/** A text may be made of pieces that want the same slots: one that finds none by then isn't remembered. */
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
