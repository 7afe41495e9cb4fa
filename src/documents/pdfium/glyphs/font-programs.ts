import type { PdfiumLibrary } from '../library.ts'

const nameBytesMax = 256

/** The name of a text object's font, without the subset prefix. */
export function fontNameOf({ direct, allocate, free, bytesAt }: PdfiumLibrary, object: number): string {
  const at = allocate(nameBytesMax)
  const length = direct.FPDFFont_GetBaseFontName(direct.FPDFTextObj_GetFont(object), at, nameBytesMax)
  const known = length > 1 && length <= nameBytesMax
  const name = known ? Buffer.from(bytesAt(at, length - 1)).toString('latin1') : ''
  free(at)
  return name.replace(/^[A-Z]{6}\+/, '')
}

/** The encoding of a Type 1 font program is in its clear-text head. The rest is encrypted. */
const headBytesMax = 32_768

/** The glyph names that an embedded Type 1 font program gives to codes. */
export function programNamesOf(library: PdfiumLibrary, object: number): Map<number, string> {
  const { direct, answer, answerBytes, allocate, free, bytesAt } = library
  const names = new Map<number, string>()
  const font = direct.FPDFTextObj_GetFont(object)
  if (direct.FPDFFont_GetIsEmbedded(font) !== 1) return names
  if (direct.FPDFFont_GetFontData(font, 0, 0, answer) !== 1) return names
  const size = Buffer.from(answerBytes()).readUInt32LE()
  const at = size > 0 ? allocate(size) : 0
  if (at === 0) return names
  const isRead = direct.FPDFFont_GetFontData(font, at, size, answer) === 1
  const head = isRead ? Buffer.from(bytesAt(at, Math.min(size, headBytesMax))).toString('latin1') : ''
  free(at)
  if (!head.startsWith('%!')) return names
  for (const [, code, name = ''] of head.matchAll(/\bdup\s{1,4}(\d{1,3})\s{0,4}\/([^\s/<>[\]()]{1,127})/g))
    names.set(Number(code), name)
  return names
}
