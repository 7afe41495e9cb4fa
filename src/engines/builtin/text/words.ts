import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Jieba } from '@node-rs/jieba'

/**
 * The words of a normalised text, without stop words. jieba cuts Chinese. Latin words keep the punctuation
 * of names (`c++`, `c#`, `.net`, `node.js`).
 */
export function words(normalized: string): string[] {
  const found: string[] = []
  for (const piece of normalized.match(pieces) ?? []) {
    if (isCjk(piece)) {
      for (const word of cutChinese(piece)) if (!stopWords.has(word)) found.push(word)
    } else {
      const word = trimSigns(piece)
      if (word !== '' && !stopWords.has(word)) found.push(word)
    }
  }
  return found
}

/** Whether a text starts with a Chinese character. */
function isCjk(text: string): boolean {
  const code = text.charCodeAt(0)
  return code >= 0x3400 && code <= 0x9fff
}

const pieces = /[\u3400-\u9fff]+|[.]?[a-z0-9\u00c0-\u024f][a-z0-9\u00c0-\u024f+#.\-_&/']*/gu
const runMax = 400

function trimSigns(word: string): string {
  let end = word.length
  while (end > 0 && ".-_&/'".includes(word.charAt(end - 1))) end -= 1
  return word.slice(0, Math.min(end, runMax))
}

const cachedMax = 2_000
/** Longer runs rarely repeat, so they aren't cached. */
const rememberedCharactersMax = 100
const cached = new Map<string, readonly string[]>()

/**
 * The words of a run of Chinese. Overlapping parts of a text ask for the same runs again, so recent ones
 * are cached.
 */
export function cutChinese(piece: string): readonly string[] {
  const known = cached.get(piece)
  if (known !== undefined) return known
  const cut = cutter().cut(piece, false)
  if (piece.length > rememberedCharactersMax) return cut
  if (cached.size >= cachedMax) cached.clear()
  cached.set(piece, cut)
  return cut
}

let loaded: Jieba | undefined

function cutter(): Jieba {
  if (loaded === undefined) {
    const path = createRequire(import.meta.url).resolve('@node-rs/jieba/dict.js')
    loaded = Jieba.withDict(readFileSync(path.replace(/dict\.js$/, 'dict.txt')))
  }
  return loaded
}

/** Function words in Chinese and English. */
export const isStopWord = (word: string): boolean => stopWords.has(word)

const stopWords = new Set(
  `a an and are as at be been being but by can could did do does for from had has have he her his i if in into is it
  its may more most must my no nor not of on or our out own s shall she should so such t than that the their them then
  there these they this those to too under up was we were what when where which while who will with would you your
  的 了 和 与 及 或 等 在 是 对 为 有 能 并 以 可 将 由 从 到 于 把 被 让 向 其 该 各 个 等等 以及 并且 我们 你 您 我 他 她 它 相关
  进行 具有 具备 者 之 所 也 都 就 还 又 不 中 上 下 内 后 前 时 会 要 一 一个 一定 能够 可以 通过 根据 按照 如 如果 或者`.split(
    /\s+/,
  ),
)
