import { characterFlags, type PageCharacters } from '../../page-characters.ts'
import type { PdfiumLibrary } from '../library.ts'
import type { TextLayer, TextRun } from '../text-runs.ts'
import type { FontEncoding } from './font-encodings.ts'
import { fontNameOf, programNamesOf } from './font-programs.ts'
import { textOfGlyphName } from './glyph-names.ts'
import { withTexts } from './with-texts.ts'

/** The encodings of a document's fonts, read on first use. */
export type FontEncodings = () => readonly FontEncoding[]

/**
 * Replaces guessed characters with letters if the glyph name gives them. These are ligatures, as TeX and
 * type designers name them. Only guesses beside letters of the same font are examined, so files whose only
 * guesses are icons aren't scanned. Boxes are in the coordinates of the file.
 */
export function explainGuesses(
  library: PdfiumLibrary,
  layer: TextLayer,
  encodings: FontEncodings,
): TextLayer {
  if (!layer.characters.flags.some((flags) => (flags & characterFlags.guessed) !== 0)) return layer
  const texts = new Map<number, string>()
  for (const [at, run] of layer.runs.entries()) {
    const near = [run, layer.runs[at - 1], layer.runs[at + 1]]
    for (let index = run.first; index < run.end; index++) {
      if (!isGuessedCode(layer.characters, index)) continue
      if (!isBesideLetters(library, layer.characters, near, index)) continue
      const text = textOf(library, layer.characters, run, index, encodings)
      if (text !== null) texts.set(index, text)
    }
  }
  return texts.size === 0 ? layer : withTexts(layer, texts)
}

/** For an unknown glyph, PDFium returns its code. */
function isGuessedCode({ codePoints, flags }: PageCharacters, index: number): boolean {
  return ((flags[index] ?? 0) & characterFlags.guessed) !== 0 && (codePoints[index] ?? 0) < 256
}

/** How many characters on each side of a guess are examined; ligatures may be adjacent. */
const besideMax = 3

/** `near`: the run of the character, then its neighbours. */
function isBesideLetters(
  { direct }: PdfiumLibrary,
  characters: PageCharacters,
  near: readonly (TextRun | undefined)[],
  index: number,
): boolean {
  const fontOf = (run: TextRun | undefined) => run && direct.FPDFTextObj_GetFont(run.object)
  return near.some((run) => {
    if (run === undefined || fontOf(run) !== fontOf(near[0])) return false
    const end = Math.min(run.end, index + besideMax + 1)
    for (let other = Math.max(run.first, index - besideMax); other < end; other++)
      if (isLetter(characters, other)) return true
    return false
  })
}

function isLetter({ codePoints, flags }: PageCharacters, index: number): boolean {
  if (((flags[index] ?? 0) & (characterFlags.guessed | characterFlags.generated)) !== 0) return false
  return /\p{L}/u.test(String.fromCodePoint(codePoints[index] ?? 0))
}

/**
 * Fonts with the same name may have different glyphs at the same code. The font whose glyph has the drawn
 * width is used. If the file gives no names, the embedded font is read.
 */
function textOf(
  library: PdfiumLibrary,
  { codePoints, boxes }: PageCharacters,
  run: TextRun,
  index: number,
  encodings: FontEncodings,
): string | null {
  const code = codePoints[index] ?? 0
  const baseFont = fontNameOf(library, run.object)
  const width = ((boxes[index * 4 + 2] ?? 0) - (boxes[index * 4] ?? 0)) / run.widthPoints
  const named = encodings().filter((each) => each.baseFont === baseFont && each.names.has(code))
  const differences = named.map((each) => Math.abs((each.widthOf(code) ?? 0) / 1000 - width))
  const nearest = Math.min(...differences)
  const names = named.filter((_, at) => differences[at] === nearest).map((each) => each.names.get(code))
  if (names.length === 0) names.push(programNamesOf(library, run.object).get(code))
  const texts = new Set(names.map((name = '') => textOfGlyphName(name)))
  const [text = null] = texts
  return texts.size === 1 ? text : null
}
