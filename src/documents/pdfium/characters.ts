import { characterFlags, emptyCharacters, type PageCharacters } from '../page-characters.ts'
import { refuseDocument } from '../refusals.ts'
import type { DirectCalls, PdfiumLibrary } from './library.ts'
import type { PageFrame } from './page-frame.ts'

/**
 * Reads the characters of a text page, with boxes in the coordinates of the file. Refuses the document if
 * the page has more than `charactersMax`.
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

function flagsOf(ask: DirectCalls, textPage: number, index: number): number {
  return (
    (ask.FPDFText_IsGenerated(textPage, index) === 1 ? characterFlags.generated : 0) +
    (ask.FPDFText_IsHyphen(textPage, index) === 1 ? characterFlags.lineEndHyphen : 0) +
    (ask.FPDFText_HasUnicodeMapError(textPage, index) === 1 ? characterFlags.guessed : 0)
  )
}

/** Converts a clockwise angle in radians; a negative one means that it is unknown. */
function quarterOf(angle: number, { quarters }: PageFrame): number {
  const own = angle > 0 ? Math.round(angle / (Math.PI / 2)) : 0
  return (8 - own - quarters) % 4
}
