import { characterFlags, type PageCharacters } from '../page-characters.ts'
import type { PdfiumLibrary } from './library.ts'
import type { TextRun } from './text-runs.ts'

/** Fewer characters are no evidence. Icons, ratings and leaders use few different ones. */
const countMin = 20
const differentMin = 12

interface Kind {
  readonly is: (codePoint: number) => boolean
  /** The characters that `shareMin` is a share of. */
  readonly among: (codePoint: number) => boolean
  /** No language reaches this share. */
  readonly shareMin: number
}

const marks: Kind = { is: isMark, among: () => true, shareMin: 0.6 }
const accented: Kind = { is: isAccented, among: (each) => isAccented(each) || isLetter(each), shareMin: 0.4 }
const rareChinese: Kind = { is: isRare, among: (each) => isRare(each) || isChinese(each), shareMin: 0.1 }

/**
 * Flags the characters of fonts whose text is nonsense as guessed. Some programs renumber the glyphs of a
 * font and don't record their meanings. The codes are then read as letters (`!"#$%&'`, `õÚ_ß¥`, 䃸䄬䋯).
 */
export function markNonsense(
  { direct }: PdfiumLibrary,
  { codePoints, flags }: PageCharacters,
  runs: readonly TextRun[],
): void {
  const byFont = Map.groupBy(runs, ({ object }) => direct.FPDFTextObj_GetFont(object))
  for (const ofFont of byFont.values()) {
    const texts = ofFont.map(({ first, end }) => codePoints.subarray(first, end))
    if (!isNonsense(texts)) continue
    for (const { first, end } of ofFont)
      for (let index = first; index < end; index++)
        if ((codePoints[index] ?? 0) > 0x20) flags[index] = (flags[index] ?? 0) | characterFlags.guessed
  }
}

/** Whether the texts of one font, given as code points, are nonsense. */
export function isNonsense(texts: readonly Uint32Array[]): boolean {
  const counts = new Map<number, number>()
  for (const text of texts)
    for (const codePoint of text)
      if (codePoint > 0x20) counts.set(codePoint, (counts.get(codePoint) ?? 0) + 1)
  const different = [...counts.keys()]
  const countOf = (kind: readonly number[]) => kind.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0)
  return [marks, accented, rareChinese].some(({ is, among, shareMin }) => {
    const found = different.filter(is)
    const count = countOf(found)
    if (found.length < differentMin || count < countMin) return false
    return count > countOf(different.filter(among)) * shareMin
  })
}

function isMark(codePoint: number): boolean {
  return codePoint < 0x7f && !isLetter(codePoint) && !(codePoint >= 0x30 && codePoint <= 0x39)
}

function isLetter(codePoint: number): boolean {
  return (codePoint >= 0x41 && codePoint <= 0x5a) || (codePoint >= 0x61 && codePoint <= 0x7a)
}

function isAccented(codePoint: number): boolean {
  return codePoint > 0xa0 && codePoint <= 0xff
}

function isChinese(codePoint: number): boolean {
  return codePoint >= 0x4e00 && codePoint <= 0x9fff
}

/** Extension A: one character in ten thousand of written Chinese. */
function isRare(codePoint: number): boolean {
  return codePoint >= 0x3400 && codePoint <= 0x4dbf
}
