import { characterFlags, noCharacters, type PageCharacters } from '../page-characters.ts'
import { acceptedOf, putActualTexts, takeActualTexts } from './actual-text.ts'
import { readCharacters } from './characters.ts'
import { restoreDropped } from './dropped-letters.ts'
import { joinAccents } from './glyphs/accents.ts'
import { explainGuesses, type FontEncodings } from './glyphs/explain-guesses.ts'
import { nameTexBitmaps } from './glyphs/tex-bitmaps.ts'
import { type PdfiumLibrary, workThenFree } from './library.ts'
import { mendBoxes } from './misplaced-boxes.ts'
import { markNonsense } from './nonsense.ts'
import { type PageFrame, showBoxes } from './page-frame.ts'
import { textsOn } from './text-objects.ts'
import { type TextLayer, textRunsOf } from './text-runs.ts'

/**
 * Reads the text layer of a page. PDFium finds lines and spaces only in text that runs from left to right.
 * If most text of a page runs another way, the page is rotated and read again.
 */
export function readTextLayer(
  library: PdfiumLibrary,
  document: number,
  page: number,
  frame: PageFrame,
  charactersMax: number,
  encodings: FontEncodings,
): TextLayer {
  const { api } = library
  const layer = layerOf(library, document, page, frame, charactersMax, encodings)
  const turn = usualQuarter(layer.characters)
  if (turn === 0) return layer
  const rotation = api.FPDFPage_GetRotation(page)
  api.FPDFPage_SetRotation(page, (rotation + turn) % 4)
  return workThenFree(
    () => layerOf(library, document, page, frame, charactersMax, encodings),
    () => api.FPDFPage_SetRotation(page, rotation),
  )
}

function layerOf(
  library: PdfiumLibrary,
  document: number,
  page: number,
  frame: PageFrame,
  charactersMax: number,
  encodings: FontEncodings,
): TextLayer {
  const texts = textsOn(library, page)
  const actualTexts = takeActualTexts(library, texts.flat())
  const own = readLayer(library, page, texts, frame, charactersMax, encodings)
  const accepted = acceptedOf(actualTexts, own)
  if (accepted.length === 0) return own
  putActualTexts(library, document, accepted)
  return readLayer(library, page, texts, frame, charactersMax, encodings)
}

function readLayer(
  library: PdfiumLibrary,
  page: number,
  texts: readonly (readonly number[])[],
  frame: PageFrame,
  charactersMax: number,
  encodings: FontEncodings,
): TextLayer {
  const textPage = library.api.FPDFText_LoadPage(page)
  if (textPage === 0) return { characters: noCharacters, runs: [] }
  const readAndMend = () => {
    const read = readCharacters(library, textPage, frame, charactersMax)
    const runs = textRunsOf(library, textPage, read)
    const layer = restoreDropped(library, texts, { characters: read, runs })
    const named = explainGuesses(library, layer, encodings)
    const joined = joinAccents(nameTexBitmaps(library, named, encodings))
    markNonsense(library, joined.characters, joined.runs)
    mendBoxes(library, joined.characters.boxes, joined.runs)
    showBoxes(joined.characters.boxes, frame)
    return joined
  }
  return workThenFree(readAndMend, () => library.api.FPDFText_ClosePage(textPage))
}

function usualQuarter({ quarters, flags }: PageCharacters): number {
  const counts = [0, 0, 0, 0]
  for (const [index, quarter] of quarters.entries()) {
    if (((flags[index] ?? 0) & characterFlags.generated) === 0) counts[quarter] = (counts[quarter] ?? 0) + 1
  }
  return counts.indexOf(Math.max(...counts))
}
