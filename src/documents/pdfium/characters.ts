import { refuseDocument } from '../refusals.ts'
import type { DirectCalls, PdfiumLibrary } from './library.ts'
import type { PageFrame } from './page-frame.ts'

/**
 * The characters of a page in the order in which they are drawn, as columns: a page may have a million of
 * them. Boxes are in points, from the bottom left corner of the page as it is shown, as wide as the
 * character's advance.
 */
export interface PageCharacters {
  readonly count: number
  readonly codePoints: Uint32Array
  /** Left, bottom, right, top of each. */
  readonly boxes: Float32Array
  /** A sum of `characterFlags`. */
  readonly flags: Uint8Array
  /** Where the writing goes, in quarters of a turn against the clock: 0 to the right, 1 up the page. */
  readonly quarters: Uint8Array
}

export const characterFlags = {
  /** Not drawn: PDFium put a space or a line break between what it found apart. */
  generated: 1,
  /** A hyphen at the end of a line whose word goes on in the next. */
  lineEndHyphen: 2,
  /** The font doesn't say what the glyph means: the code point is a guess. */
  guessed: 4,
  /** Seen in a picture of the page, which has no drawing order. */
  recognised: 8,
  /** Of a form field or a note: drawn after the page, wherever it stands. */
  annotation: 16,
} as const

/**
 * Reads a text page, its boxes in the coordinates of the file still; refuses the document when it has more
 * than `charactersMax`.
 */
export function readCharacters(
  library: PdfiumLibrary,
  textPage: number,
  frame: PageFrame,
  charactersMax: number,
): PageCharacters {
  const { api, direct, answer } = library
  const count = Math.max(0, api.FPDFText_CountChars(textPage))
  if (count > charactersMax) throw refuseDocument('pdf_too_complex', '文字过多')
  const characters = emptyCharacters(count)
  const { codePoints, boxes, flags, quarters } = characters
  for (let index = 0; index < count; index++) {
    codePoints[index] = direct.FPDFText_GetUnicode(textPage, index)
    flags[index] = flagsOf(direct, textPage, index)
    quarters[index] = quarterOf(direct.FPDFText_GetCharAngle(textPage, index), frame)
    if (direct.FPDFText_GetLooseCharBox(textPage, index, answer) !== 1) continue
    const [left = 0, top = 0, right = 0, bottom = 0] = library.answerFloats()
    const at = index * 4
    boxes[at] = left
    boxes[at + 1] = Math.min(top, bottom)
    boxes[at + 2] = right
    boxes[at + 3] = Math.max(top, bottom)
  }
  return characters
}

export function emptyCharacters(count: number): PageCharacters {
  return {
    count,
    codePoints: new Uint32Array(count),
    boxes: new Float32Array(count * 4),
    flags: new Uint8Array(count),
    quarters: new Uint8Array(count),
  }
}

/** Some of the characters, in the order given. */
export function pickCharacters(from: PageCharacters, indices: readonly number[]): PageCharacters {
  const picked = emptyCharacters(indices.length)
  for (const [at, index] of indices.entries()) {
    picked.codePoints[at] = from.codePoints[index] ?? 0
    picked.boxes.set(from.boxes.subarray(index * 4, index * 4 + 4), at * 4)
    picked.flags[at] = from.flags[index] ?? 0
    picked.quarters[at] = from.quarters[index] ?? 0
  }
  return picked
}

export const noCharacters: PageCharacters = emptyCharacters(0)

function flagsOf(ask: DirectCalls, textPage: number, index: number): number {
  return (
    (ask.FPDFText_IsGenerated(textPage, index) === 1 ? characterFlags.generated : 0) +
    (ask.FPDFText_IsHyphen(textPage, index) === 1 ? characterFlags.lineEndHyphen : 0) +
    (ask.FPDFText_HasUnicodeMapError(textPage, index) === 1 ? characterFlags.guessed : 0)
  )
}

/** The angle is in radians with the clock, or negative where there is none. */
function quarterOf(angle: number, { quarters }: PageFrame): number {
  const own = angle > 0 ? Math.round(angle / (Math.PI / 2)) : 0
  return (8 - own - quarters) % 4
}
