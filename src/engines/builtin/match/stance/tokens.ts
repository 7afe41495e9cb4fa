import { stemmer } from 'stemmer'
import { cutChinese } from '../../text/index.ts'
import { isWordCode } from '../read/forms.ts'

/** A word of a normalised text: Chinese as segmented by jieba, Latin as its stem. */
export interface Token {
  readonly stem: string
  readonly start: number
  readonly end: number
}

const pieces = /[\u3400-\u9fff]+|[.]?[a-z0-9\u00c0-\u024f][a-z0-9\u00c0-\u024f+#.\-_&/']*/gu
const wordCharactersMax = 60

/** The words of a normalised text, in order. Callers drop function words. */
export function tokensOf(normalized: string): Token[] {
  const found: Token[] = []
  for (const { 0: piece, index } of normalized.matchAll(pieces)) {
    if (!isWordCode(piece.charCodeAt(0)) && piece.charAt(0) !== '.') {
      let start = index
      for (const word of cutChinese(piece)) {
        found.push({ stem: word, start, end: start + word.length })
        start += word.length
      }
    } else addLatin(found, piece, index)
  }
  return found
}

/** Splits a compound such as `month-end` into its parts. */
function addLatin(found: Token[], piece: string, index: number): void {
  if (keptWhole.has(piece)) {
    found.push({ stem: piece, start: index, end: index + piece.length })
    return
  }
  let from = 0
  while (from < piece.length) {
    while (
      from < piece.length &&
      "-/&_'.".includes(piece.charAt(from)) &&
      !/^\.[a-z]/.test(piece.slice(from))
    )
      from += 1
    let to = from
    while (to < piece.length && !'-/&_'.includes(piece.charAt(to))) to += 1
    let end = to
    while (end > from && ".'".includes(piece.charAt(end - 1))) end -= 1
    const word = piece.slice(from, Math.min(end, from + wordCharactersMax)).replace(/'s$/, '')
    if (word !== '') found.push({ stem: stemOf(word), start: index + from, end: index + end })
    from = to
  }
}

const keptWhole = new Set(['hands-on', 'day-to-day', 'end-to-end'])
const stems = new Map<string, string>()
const rememberedMax = 20_000

export function stemOf(word: string): string {
  let stem = stems.get(word)
  if (stem === undefined) {
    stem = /^[a-z]{4,}$/.test(word) ? stemmer(word) : word
    if (stems.size >= rememberedMax) stems.clear()
    stems.set(word, stem)
  }
  return stem
}
