import { characterFlags, noCharacters, type PageCharacters } from '../page-characters.ts'
import { believedOf, putActualTexts, takeActualTexts } from './actual-text.ts'
import { readCharacters } from './characters.ts'
import { type PdfiumLibrary, workThenFree } from './library.ts'
import { mendBoxes } from './misplaced-boxes.ts'
import { markNonsense } from './nonsense.ts'
import { type PageFrame, showBoxes } from './page-frame.ts'
import { type TextLayer, textRunsOf } from './text-runs.ts'
import { refuseTooManyTexts } from './too-many-texts.ts'

/**
 * PDFium finds lines and spaces in text that runs from left to right. Where most of a page doesn't, it is
 * turned until it does, and read again.
 */
export function readTextLayer(
  library: PdfiumLibrary,
  document: number,
  page: number,
  frame: PageFrame,
  charactersMax: number,
): TextLayer {
  const { api } = library
  const layer = layerOf(library, document, page, frame, charactersMax)
  const turn = usualQuarter(layer.characters)
  if (turn === 0) return layer
  const rotation = api.FPDFPage_GetRotation(page)
  api.FPDFPage_SetRotation(page, (rotation + turn) % 4)
  return workThenFree(
    () => layerOf(library, document, page, frame, charactersMax),
    () => api.FPDFPage_SetRotation(page, rotation),
  )
}

function layerOf(
  library: PdfiumLibrary,
  document: number,
  page: number,
  frame: PageFrame,
  charactersMax: number,
): TextLayer {
  refuseTooManyTexts(library, page)
  const actualTexts = takeActualTexts(library, page)
  const own = readLayer(library, page, frame, charactersMax)
  const believed = believedOf(actualTexts, own)
  if (believed.length === 0) return own
  putActualTexts(library, document, believed)
  return readLayer(library, page, frame, charactersMax)
}

function readLayer(library: PdfiumLibrary, page: number, frame: PageFrame, charactersMax: number): TextLayer {
  const textPage = library.api.FPDFText_LoadPage(page)
  if (textPage === 0) return { characters: noCharacters, runs: [] }
  const read = () => {
    const characters = readCharacters(library, textPage, frame, charactersMax)
    const runs = textRunsOf(library, textPage, characters)
    markNonsense(library, characters, runs)
    mendBoxes(library, characters.boxes, runs)
    showBoxes(characters.boxes, frame)
    return { characters, runs }
  }
  return workThenFree(read, () => library.api.FPDFText_ClosePage(textPage))
}

function usualQuarter({ quarters, flags }: PageCharacters): number {
  const counts = [0, 0, 0, 0]
  for (const [index, quarter] of quarters.entries()) {
    if (((flags[index] ?? 0) & characterFlags.generated) === 0) counts[quarter] = (counts[quarter] ?? 0) + 1
  }
  return counts.indexOf(Math.max(...counts))
}
