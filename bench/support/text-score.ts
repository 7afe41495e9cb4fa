/** How close a text is to the text that a person reads. Each score is between 0 and 1. */
export interface TextScore {
  /** F1 of the words, in any order: measures whether the text is present. */
  readonly bag: number
  /** The share of the found words that are in the person's order. */
  readonly order: number
  /** F1 of neighbouring words: interleaved columns lower it. */
  readonly adjacency: number
}

export function scoreOf(reference: string, text: string): TextScore {
  const [wanted, found] = [wordsOf(reference), wordsOf(text)]
  const bag = f1(wanted, found)
  const sequence = (2 * commonLength(wanted, found)) / Math.max(1, wanted.length + found.length)
  return { bag, order: bag === 0 ? 0 : sequence / bag, adjacency: f1(pairsOf(wanted), pairsOf(found)) }
}

/**
 * Ignores icons, bullets, invisible characters, and differences between kinds of dashes and quotation
 * marks.
 */
const unread = /[\p{Cc}\p{Cf}\p{Co}\ufffd•‣◦▪▫●○■□⁃∙·・⚫⬤◆◇❖➢▸►★☆❯›»]/gu
const dashes = /[‐‑‒–—―−﹣－─]/g
const quotes: readonly (readonly [RegExp, string])[] = [
  [/[‘’‛′`´]/g, "'"],
  [/[“”„″]/g, '"'],
]
/** A word or number, one Chinese character, or one mark. */
const word = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+|[^\s\p{L}\p{N}]/gu

function wordsOf(text: string): string[] {
  const lines = text
    .replace(/[\n\r\f\t]/g, ' ')
    .replace(unread, ' ')
    .normalize('NFKC')
    .replace(dashes, '-')
  const folded = quotes.reduce((each, [quote, plain]) => each.replace(quote, plain), lines)
  return folded.toLowerCase().match(word) ?? []
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((each, index) => `${words[index]} ${each}`)
}

function f1(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>()
  for (const each of wanted) left.set(each, (left.get(each) ?? 0) + 1)
  let both = 0
  for (const each of found) {
    const count = left.get(each) ?? 0
    if (count > 0) both += 1
    left.set(each, count - 1)
  }
  const all = wanted.length + found.length
  return all === 0 ? 1 : (2 * both) / all
}

/** The length of the longest common subsequence. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let above = new Int32Array(b.length + 1)
  for (const each of a) {
    const row = new Int32Array(b.length + 1)
    for (const [index, other] of b.entries()) {
      row[index + 1] =
        each === other ? (above[index] ?? 0) + 1 : Math.max(above[index + 1] ?? 0, row[index] ?? 0)
    }
    above = row
  }
  return above[b.length] ?? 0
}
