import type { PageReading } from '../page-reading.ts'
import { noCharacters, readCharacters } from './characters.ts'
import type { PdfiumLibrary } from './library.ts'

/** Reads a loaded page; refuses the document when it has more than `charactersMax` characters. */
export function readPage(
  library: PdfiumLibrary,
  page: number,
  pageIndex: number,
  charactersMax: number,
): PageReading {
  const { api } = library
  return {
    pageIndex,
    width: api.FPDF_GetPageWidthF(page),
    height: api.FPDF_GetPageHeightF(page),
    characters: readCharacters(library, page, charactersMax),
    layer: noCharacters,
    hiddenCharacters: 0,
    picture: 'none',
  }
}
