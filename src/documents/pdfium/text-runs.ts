import { characterFlags, type PageCharacters } from '../page-characters.ts'
import type { PdfiumLibrary } from './library.ts'
import type { Matrix } from './matrix.ts'
import { type Colour, colourOf } from './page-objects.ts'

/** Consecutive characters of one text object. They are painted alike. */
export interface TextRun {
  readonly object: number
  /** The characters from `first` up to but excluding `end`, including generated ones. */
  readonly first: number
  readonly end: number
  /** Maps text space to the coordinates of the file: a, b, c, d, e, f. */
  readonly matrix: Matrix
  /** The font size in points: across the line (height) and along it (width). */
  readonly heightPoints: number
  readonly widthPoints: number
}

/** The characters of a page and the runs in which they are drawn. */
export interface TextLayer {
  readonly characters: PageCharacters
  readonly runs: readonly TextRun[]
}

/** Splits the characters of a text page by text object. */
export function textRunsOf(library: PdfiumLibrary, textPage: number, characters: PageCharacters): TextRun[] {
  const runs: TextRun[] = []
  let object = 0
  let first = 0
  for (let index = 0; index <= characters.count; index++) {
    const end = index === characters.count
    if (!end && ((characters.flags[index] ?? 0) & characterFlags.generated) !== 0) continue
    const next = end ? 0 : library.direct.FPDFText_GetTextObject(textPage, index)
    if (next === object) continue
    if (object !== 0) runs.push({ object, first, end: index, ...sizeAt(library, textPage, first) })
    object = next
    first = index
  }
  return runs
}

function sizeAt(
  { direct, answer, answerFloats }: PdfiumLibrary,
  textPage: number,
  index: number,
): Pick<TextRun, 'matrix' | 'heightPoints' | 'widthPoints'> {
  const size = Math.abs(direct.FPDFText_GetFontSize(textPage, index))
  const known = direct.FPDFText_GetMatrix(textPage, index, answer) === 1
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = known ? answerFloats() : []
  return {
    matrix: [a, b, c, d, e, f],
    heightPoints: size * Math.hypot(c, d),
    widthPoints: size * Math.hypot(a, b),
  }
}

/** How a text object is painted. */
export interface Paint {
  /** Null if it isn't a single colour. Opacity 0 if nothing is painted. */
  readonly colour: Colour | null
  /** Whether it is part of optional content, which viewers can switch off. */
  readonly optional: boolean
  /** Whether the font is embedded, so that PDFium has the shapes of its glyphs. */
  readonly embedded: boolean
}

const strokeOnly = 1
const invisible = 3
const strokeAndClip = 5
const clipOnly = 7

export function paintOf(library: PdfiumLibrary, object: number): Paint {
  const { direct } = library
  const mode = direct.FPDFTextObj_GetTextRenderMode(object)
  const stroked = mode === strokeOnly || mode === strokeAndClip
  const colour = mode === invisible ? nothing : colourOf(library, object, stroked ? 'Stroke' : 'Fill')
  return {
    colour: mode === clipOnly ? null : colour,
    optional: isOptional(library, object),
    embedded: direct.FPDFFont_GetIsEmbedded(direct.FPDFTextObj_GetFont(object)) === 1,
  }
}

const nothing: Colour = [0, 0, 0, 0]
const marksMax = 8
const nameBytesMax = 16
/** The length of the name, then `OC` in UTF-16 with a terminating zero. */
const optionalMark = Uint8Array.of(6, 0, 0, 0, 0x4f, 0, 0x43, 0, 0, 0)

export function isOptional(library: PdfiumLibrary, object: number): boolean {
  const { direct, answer } = library
  const count = Math.min(marksMax, direct.FPDFPageObj_CountMarks(object))
  if (count <= 0) return false
  for (let index = 0; index < count; index++) {
    const mark = direct.FPDFPageObj_GetMark(object, index)
    const known = direct.FPDFPageObjMark_GetName(mark, answer + 4, nameBytesMax, answer) === 1
    if (known && optionalMark.every((byte, at) => byte === library.answerBytes()[at])) return true
  }
  return false
}
