import type { SeenText } from '../redact/seen-text.ts'
import { originalPart } from '../redact/seen-text.ts'

/** A text without white space, in one width and case, and the original offset of each character. */
interface Folded {
  readonly text: string
  readonly places: readonly number[]
}

/** Finds a model's quotes in a text, despite changes to white space, width, case and quotation marks. */
export interface QuoteFinder {
  /** The parts of the original that form the quote; empty if any part is missing. */
  find(quote: string): readonly string[]
}

const quoteCharactersMax = 600
const partCharactersMin = 2

export function createQuoteFinder(seen: SeenText): QuoteFinder {
  const folded = fold(seen.text)
  const findPart = (part: string): string | undefined => {
    const { text } = fold(part)
    if ([...text].length < partCharactersMin || !/[\p{L}\p{N}]/u.test(text)) return undefined
    const at = folded.text.indexOf(text)
    if (at < 0) return undefined
    const start = folded.places[at] ?? 0
    const end = (folded.places[at + text.length - 1] ?? 0) + 1
    return originalPart(seen, start, end)
  }
  return {
    find(quote) {
      if (quote.length > quoteCharactersMax) return []
      const whole = findPart(bare(quote))
      if (whole !== undefined) return [whole]
      const parts = bare(quote)
        .split(/\.{3,6}|…{1,3}|\[\.\.\.\]/u)
        .map(bare)
        .filter((part) => part !== '')
      const found = parts.flatMap((part) => findPart(part) ?? [])
      return parts.length > 1 && found.length === parts.length ? found : []
    },
  }
}

/** A quote without surrounding quotation marks, list marks or a final full stop. */
function bare(quote: string): string {
  return quote.replace(/^[\s"'“”‘’「」『』•●*-]{1,8}/u, '').replace(/[\s"'“”‘’「」『』。.,，;；]{1,8}$/u, '')
}

/** Folds each character separately, so that its offset is known. */
function fold(text: string): Folded {
  const places: number[] = []
  let folded = ''
  let at = 0
  for (const sign of text) {
    const form = /\s/u.test(sign) ? '' : plainSign(sign.normalize('NFKC').toLowerCase())
    for (let index = 0; index < form.length; index += 1) places.push(at)
    folded += form
    at += sign.length
  }
  return { text: folded, places }
}

const plainSigns: Readonly<Record<string, string>> = {
  ...{ '“': '"', '”': '"', '‘': "'", '’': "'", '–': '-', '—': '-', '−': '-', '‐': '-', '‑': '-' },
  ...{ '，': ',', '。': '.', '；': ';', '：': ':', '（': '(', '）': ')', '、': ',' },
}
const plainSign = (sign: string): string => plainSigns[sign] ?? sign
