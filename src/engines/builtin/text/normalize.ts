import { ConverterFactory } from 'opencc-js/core'
import { from, to } from 'opencc-js/preset/t2cn'

/** Zero-width characters: joiners, direction marks, soft hyphens, variation selectors and tags. */
export const invisible = /\p{Default_Ignorable_Code_Point}+/gu
const otherControls = /(?![\n\r\t])\p{Cc}/gu
const anyInvisible =
  /[^\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2100-\u2bff\u3000-\u3163\u3165-\u9fff\uff01-\uff5e\n\r\t]/u
/** Most lines of an English text; they need lower case only. */
const plain = /^[\u0020-\u007e\n\r\t]*$/u
const anyCjk = /[\u3400-\u9fff]/u

/** Removes invisible characters and keeps every visible one. */
export function removeInvisible(text: string): string {
  return anyInvisible.test(text) ? text.replace(invisible, '').replace(otherControls, ' ') : text
}

/** The form for comparing texts: NFKC, no invisible characters, simplified Chinese, lower case. */
export function normalize(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return toSimplified(removeInvisible(text).normalize('NFKC')).toLowerCase()
}

/**
 * Converts traditional Chinese, including Taiwanese words, to simplified Chinese. Other text is unchanged.
 */
export function toSimplified(text: string): string {
  if (!anyCjk.test(text) || !hasTraditional(text)) return text
  const { convert } = converter()
  return convert(text)
}

function hasTraditional(text: string): boolean {
  const { isTraditional } = converter()
  for (let index = 0; index < text.length; index += 1) {
    if (isTraditional[text.charCodeAt(index)] === 1) return true
  }
  return false
}

interface Converter {
  readonly convert: (text: string) => string
  /** Characters that the conversion changes. A text without them is skipped. */
  readonly isTraditional: Uint8Array
}

let loaded: Converter | undefined

function converter(): Converter {
  loaded ??= loadConverter()
  return loaded
}

function loadConverter(): Converter {
  const convert = ConverterFactory(from.twp ?? [], to.cn ?? [])
  const isTraditional = new Uint8Array(0x10000)
  for (let code = 0x4e00; code <= 0x9fff; code += 1) {
    const character = String.fromCharCode(code)
    if (convert(character) !== character) isTraditional[code] = 1
  }
  return { convert, isTraditional }
}
