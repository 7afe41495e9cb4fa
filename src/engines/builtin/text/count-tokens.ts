import { countTokensOfPiece, pieceMax } from './byte-pairs.ts'

/**
 * Tokens of a text under o200k_base; what looks like a control token, such as `<|endoftext|>`, is plain text.
 *
 * The time grows with the square of an unbroken piece (12,000 letters: 0.7 s), so pieces longer than
 * `pieceMax` are cut: the count of such a text can be a few tokens above the exact one, never below.
 */
export function countTokens(text: string): number {
  let count = 0
  for (const piece of text.match(usual.test(text) ? usualPieces : anyPieces) ?? []) count += tokensOf(piece)
  return count
}

/**
 * Tokens of a result as JSON. Of the strings in it many stand in the results of all resumes of a job: each is
 * counted once, with the signs behind it. Two signs before a letter are of no token with it.
 */
export function countTokensOfJson(json: string): number {
  let count = 0
  for (const part of json.split(/(?<="[:,]")(?=[A-Za-z0-9\u3400-\u9fff])/)) {
    const known = rememberedParts.get(part) ?? countTokens(part)
    count += known
    if (part.length > rememberedPartMax) continue
    if (rememberedParts.size >= rememberedPartsMax) rememberedParts.clear()
    rememberedParts.set(part, known)
  }
  return count
}

const rememberedPartsMax = 2_000
/** Advice comes again, a text doesn't. */
const rememberedPartMax = 200
const rememberedParts = new Map<string, number>()

/** No token lies in two pieces. As o200k_base has it, with the signs of each class. */
function pieces(upper: string, lower: string, letter: string, digit: string, flags: string): RegExp {
  const before = `[^\\r\\n${letter}${digit}]?`
  const behind = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?"
  const words = `${before}[${upper}]*[${lower}]+${behind}|${before}[${upper}]+[${lower}]*${behind}`
  const others = `[${digit}]{1,3}| ?[^\\s${letter}${digit}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`
  return new RegExp(`${words}|${others}`, flags)
}

const anyPieces = pieces(
  '\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}',
  '\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}',
  '\\p{L}',
  '\\p{N}',
  'gu',
)
/** Chinese, letters of Western Europe and signs: most texts have no others, and take a third of the time. */
const chinese = '\\u3400-\\u4dbf\\u4e00-\\u9fff'
const [upper, lower] = [`A-ZÀ-ÖØ-Þ${chinese}`, `a-zß-öø-ÿ${chinese}`]
const signs =
  '\\u0080-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b8\\u00bb\\u00bf×÷\\u2000-\\u206f\\u2500-\\u2775\\u2794-\\u2bff\\u3000-\\u3004\\u3008-\\u3020\\ue000-\\uf8ff\\uff01-\\uff0f\\uff1a-\\uff20'
const usual = new RegExp(`^[\\t\\r\\n -~${signs}${upper}${lower}]*$`)
const usualPieces = pieces(upper, lower, `${upper}${lower}`, '0-9', 'g')

const rememberedMax = 32_000
/** Most pieces are words that come again and again: here they are at hand, in the vocabulary far apart. */
const remembered = new Map<string, number>()

function tokensOf(piece: string): number {
  const known = remembered.get(piece)
  if (known !== undefined) return known
  let count = 0
  for (let at = 0; at < piece.length; at += pieceMax) {
    count += countTokensOfPiece(piece.slice(at, at + pieceMax))
  }
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(piece, count)
  return count
}
