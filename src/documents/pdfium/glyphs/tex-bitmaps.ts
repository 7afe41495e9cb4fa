import { characterFlags } from '../../page-characters.ts'
import type { PdfiumLibrary } from '../library.ts'
import type { TextLayer, TextRun } from '../text-runs.ts'
import type { FontEncoding } from './font-encodings.ts'
import { fontNameOf } from './font-programs.ts'
import { withTexts } from './with-texts.ts'

/**
 * Decodes the letters of bitmap fonts made by TeX. Such a font has no name and calls the glyph of code 27
 * `a27`. The codes follow the usual TeX encodings, OT1 (The TeXbook, appendix F) or T1 (encguide).
 */
export function nameTexBitmaps(
  library: PdfiumLibrary,
  layer: TextLayer,
  encodings: () => readonly FontEncoding[],
): TextLayer {
  const { codePoints, flags } = layer.characters
  if (!flags.some((each) => (each & characterFlags.guessed) !== 0)) return layer
  const unnamed = layer.runs.filter((run) => isGuessed(layer, run) && fontNameOf(library, run.object) === '')
  if (unnamed.length === 0 || !encodings().some(isNumbered)) return layer
  const fonts = Map.groupBy(unnamed, ({ object }) => library.direct.FPDFTextObj_GetFont(object))
  const texts = new Map<number, string>()
  for (const runs of fonts.values()) {
    const indices = runs.flatMap(({ first, end }) =>
      Array.from({ length: end - first }, (_, at) => first + at),
    )
    const solid = indices.filter((index) => ((flags[index] ?? 0) & characterFlags.guessed) !== 0)
    const codes = solid.map((index) => codePoints[index] ?? 0)
    const letterOf = codes.every((code) => code < 256) && isText(codes) ? letters(codes) : null
    if (letterOf === null) continue
    for (const index of solid) texts.set(index, letterOf(codePoints[index] ?? 0))
  }
  return texts.size === 0 ? layer : withTexts(layer, texts)
}

function isGuessed({ characters }: TextLayer, { first }: TextRun): boolean {
  return ((characters.flags[first] ?? 0) & characterFlags.guessed) !== 0
}

function isNumbered({ baseFont, names }: FontEncoding): boolean {
  return (
    baseFont === '' &&
    names.size > 0 &&
    [...names].every(([code, name]) => name === `a${code}` || name === '.notdef')
  )
}

/**
 * Minimum share of letters in the codes of a text font. Codes of symbol and mathematics fonts have other
 * meanings.
 */
const letterShareMin = 0.6

function isText(codes: readonly number[]): boolean {
  const isLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
  return codes.filter(isLetter).length >= codes.length * letterShareMin
}

function letters(codes: readonly number[]): (code: number) => string {
  const inOt1 = codes.filter((code) => code >= 0x0b && code <= 0x0f).length
  const inT1 = codes.filter((code) => (code >= 0x1b && code <= 0x1f) || code >= 0x80).length
  const table = inT1 > inOt1 ? t1 : ot1
  return (code) => table.get(code) ?? (code > 0x20 && code < 0x7f ? String.fromCharCode(code) : '')
}

const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl']

const ot1: ReadonlyMap<number, string> = new Map([
  ...from(0x0b, ligatures),
  ...from(0x10, [...'ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ']),
  ...from(0x22, ['”']),
  ...from(0x27, ['’']),
  ...from(0x5c, ['“']),
  ...from(0x5f, ['˙']),
  ...from(0x60, ['‘']),
  ...from(0x7b, [...'–—˝˜¨']),
])

const t1: ReadonlyMap<number, string> = new Map([
  ...from(0x00, [...'`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—']),
  ...from(0x19, ['ı', 'ȷ', ...ligatures]),
  ...from(0x27, ['’']),
  ...from(0x60, ['‘']),
  ...from(0x7f, ['-']),
  ...from(0x80, [...'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£']),
  ...from(0xc0, [...'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß']),
])

function from(first: number, texts: readonly string[]): [number, string][] {
  return texts.map((text, at) => [first + at, text])
}
