import { refuseDocument } from '../refusals.ts'
import { type PdfiumLibrary, type PerCharacter, workThenFree } from './library.ts'

/**
 * The characters of a page in the order in which they are drawn, as columns: a page may have a million of
 * them. Boxes are in points, from the bottom left corner of the page, as wide as the character's advance.
 */
export interface PageCharacters {
  readonly count: number
  readonly codePoints: Uint32Array
  /** Left, bottom, right, top of each. */
  readonly boxes: Float32Array
  /** A sum of `characterFlags`. */
  readonly flags: Uint8Array
}

export const characterFlags = {
  /** Not drawn: PDFium put a space or a line break between what it found apart. */
  generated: 1,
  /** A hyphen at the end of a line whose word goes on in the next. */
  lineEndHyphen: 2,
  /** The font doesn't say what the glyph means: the code point is a guess. */
  guessed: 4,
} as const

/** Reads the text layer of a loaded page; refuses the document when it has more than `charactersMax`. */
export function readCharacters(library: PdfiumLibrary, page: number, charactersMax: number): PageCharacters {
  const { api } = library
  const textPage = api.FPDFText_LoadPage(page)
  if (textPage === 0) return noCharacters
  return workThenFree(
    () => readColumns(library, textPage, charactersMax),
    () => api.FPDFText_ClosePage(textPage),
  )
}

function readColumns(library: PdfiumLibrary, textPage: number, charactersMax: number): PageCharacters {
  const { api, perCharacter } = library
  const count = Math.max(0, api.FPDFText_CountChars(textPage))
  if (count > charactersMax) throw refuseDocument('pdf_too_complex', '文字过多')
  const codePoints = new Uint32Array(count)
  const boxes = new Float32Array(count * 4)
  const flags = new Uint8Array(count)
  const rectangle = library.allocate(16)
  for (let index = 0; index < count; index++) {
    codePoints[index] = perCharacter.FPDFText_GetUnicode(textPage, index)
    flags[index] = flagsOf(perCharacter, textPage, index)
    if (perCharacter.FPDFText_GetLooseCharBox(textPage, index, rectangle) !== 1) continue
    const [left = 0, top = 0, right = 0, bottom = 0] = library.floatsAt(rectangle, 4)
    const at = index * 4
    boxes[at] = left
    boxes[at + 1] = Math.min(top, bottom)
    boxes[at + 2] = right
    boxes[at + 3] = Math.max(top, bottom)
  }
  library.free(rectangle)
  return { count, codePoints, boxes, flags }
}

export const noCharacters: PageCharacters = {
  count: 0,
  codePoints: new Uint32Array(0),
  boxes: new Float32Array(0),
  flags: new Uint8Array(0),
}

function flagsOf(ask: PerCharacter, textPage: number, index: number): number {
  return (
    (ask.FPDFText_IsGenerated(textPage, index) === 1 ? characterFlags.generated : 0) +
    (ask.FPDFText_IsHyphen(textPage, index) === 1 ? characterFlags.lineEndHyphen : 0) +
    (ask.FPDFText_HasUnicodeMapError(textPage, index) === 1 ? characterFlags.guessed : 0)
  )
}
