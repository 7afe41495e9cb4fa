import type { PageReading } from '../page-reading.ts'
import { characterFlags, noCharacters, type PageCharacters, readCharacters } from './characters.ts'
import { type PdfiumLibrary, workThenFree } from './library.ts'
import { frameOf, type PageFrame } from './page-frame.ts'
import { pictureOf } from './picture-of-page.ts'

/** Reads a loaded page; refuses the document when it has more than `charactersMax` characters. */
export function readPage(
  library: PdfiumLibrary,
  page: number,
  pageIndex: number,
  charactersMax: number,
): PageReading {
  const frame = frameOf(library, page)
  const characters = textLayer(library, page, frame, charactersMax)
  return {
    pageIndex,
    width: frame.width,
    height: frame.height,
    characters,
    layer: noCharacters,
    hiddenCharacters: 0,
    picture: pictureOf(library, page, frame, characters),
  }
}

/**
 * PDFium finds lines and spaces in text that runs from left to right. Where most of a page doesn't, it is
 * turned until it does, and read again.
 */
function textLayer(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  charactersMax: number,
): PageCharacters {
  const { api } = library
  const characters = charactersOf(library, page, frame, charactersMax)
  const turn = usualQuarter(characters)
  if (turn === 0) return characters
  const rotation = api.FPDFPage_GetRotation(page)
  api.FPDFPage_SetRotation(page, (rotation + turn) % 4)
  return workThenFree(
    () => charactersOf(library, page, frame, charactersMax),
    () => api.FPDFPage_SetRotation(page, rotation),
  )
}

function charactersOf(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  charactersMax: number,
): PageCharacters {
  const textPage = library.api.FPDFText_LoadPage(page)
  if (textPage === 0) return noCharacters
  return workThenFree(
    () => readCharacters(library, textPage, frame, charactersMax),
    () => library.api.FPDFText_ClosePage(textPage),
  )
}

function usualQuarter({ quarters, flags }: PageCharacters): number {
  const counts = [0, 0, 0, 0]
  for (const [index, quarter] of quarters.entries()) {
    if (((flags[index] ?? 0) & characterFlags.generated) === 0) counts[quarter] = (counts[quarter] ?? 0) + 1
  }
  return counts.indexOf(Math.max(...counts))
}
