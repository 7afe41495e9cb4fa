/**
 * What becomes of single characters, so that a text can be searched and stored: no control characters, no
 * lone surrogates, one kind of space, and no forms that only a font needs. The text is not normalised
 * otherwise: a full-width comma stays what it is.
 */
export function cleanCharacter(codePoint: number): string {
  if (codePoint >= 0x20 && codePoint < 0x7f) return String.fromCharCode(codePoint)
  if (codePoint < 0x20 || codePoint === 0x7f) return /\s/.test(String.fromCharCode(codePoint)) ? ' ' : ''
  if (codePoint > 0x10ffff) return ''
  const character = String.fromCodePoint(codePoint)
  if (spaces.test(character)) return ' '
  if (hyphens.test(character)) return '-'
  if (fontBullets.has(codePoint)) return '•'
  if (unprintable.test(character) || unseen.test(character)) return ''
  return presentationForms.test(character) ? character.normalize('NFKC') : character
}

const spaces = /\p{Zs}/u
/** A soft hyphen that is drawn, the hyphen, and the one that doesn't break. */
const hyphens = /[\u00ad\u2010\u2011]/
/** The bullets of the Symbol and Wingdings fonts, which have no code point of their own. */
const fontBullets = new Set([0xf0b7, 0xf0a7, 0xf06c, 0xf09f, 0xf0d8, 0xf0fc, 0xf076])
/**
 * Controls, lone surrogates, private use (the glyphs of icon fonts), what is no character, replacements for
 * the unknown, and marks of direction and width that nobody sees. The joiners of scripts that need them
 * stay.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufff9-\ufffd]/u
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/
/**
 * Ligatures, and the radicals and compatibility forms that fonts of Chinese characters put for the
 * character.
 */
const presentationForms = /[\u2e80-\u2fdf\uf900-\ufaff\ufb00-\ufb06\u{2f800}-\u{2fa1f}]/u

/** A text from anywhere, safe to put into a reply: without controls but line breaks, and well formed. */
export function cleanText(text: string): string {
  return text.replace(/[^\n\P{Cc}]|\p{Cs}|\p{Noncharacter_Code_Point}/gu, '')
}
