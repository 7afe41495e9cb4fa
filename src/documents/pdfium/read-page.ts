import { characterFlags, noCharacters, type PageCharacters, pickCharacters } from '../page-characters.ts'
import type { PageReading } from '../page-reading.ts'
import type { PdfiumLibrary } from './library.ts'
import { frameOf, type PageFrame } from './page-frame.ts'
import { objectsOf } from './page-objects.ts'
import { pictureOf } from './picture-of-page.ts'
import { readTextLayer } from './text-layer.ts'
import type { TextRun } from './text-runs.ts'
import { type Sight, sightOf } from './visibility.ts'

/**
 * Reads a loaded page; refuses the document when it has more than `charactersMax` characters. What is drawn
 * behind so many objects of its own comes from annotations; null where there are none.
 */
export function readPage(
  library: PdfiumLibrary,
  document: number,
  page: number,
  pageIndex: number,
  charactersMax: number,
  ownObjects: number | null,
): PageReading {
  const frame = frameOf(library, page)
  const { characters: all, runs } = readTextLayer(library, document, page, frame, charactersMax)
  if (ownObjects !== null) markAnnotations(library, page, frame, all, runs, ownObjects)
  const sights = sightOf(library, page, frame, all, runs)
  const characters = only(all, sights, 'seen')
  const picture = pictureOf(library, page, frame, characters)
  // Over anything but a scan, letters that aren't painted are hidden.
  const layer = picture === 'none' ? noCharacters : only(all, sights, 'overPicture')
  const kept = solidCount(characters) + solidCount(layer)
  const { width, height } = frame
  const hiddenCharacters = solidCount(all) - kept
  return { pageIndex, width, height, characters, layer, hiddenCharacters, picture }
}

function markAnnotations(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  { flags }: PageCharacters,
  runs: readonly TextRun[],
  ownObjects: number,
): void {
  const { texts } = objectsOf(library, page, frame)
  for (const { object, first, end } of runs) {
    if ((texts.get(object)?.order ?? -1) < ownObjects) continue
    for (let index = first; index < end; index++)
      flags[index] = (flags[index] ?? 0) | characterFlags.annotation
  }
}

/** The characters of one kind, with what PDFium put between and behind them. */
function only(characters: PageCharacters, sights: readonly Sight[], sight: Sight): PageCharacters {
  if (sights.every((each) => each === sight)) return characters
  const kept: number[] = []
  let last = false
  for (const [index, each] of sights.entries()) {
    if (isSolid(characters, index)) last = each === sight
    if (last) kept.push(index)
  }
  return pickCharacters(characters, kept)
}

function solidCount(characters: PageCharacters): number {
  let count = 0
  for (let index = 0; index < characters.count; index++) if (isSolid(characters, index)) count += 1
  return count
}

function isSolid({ codePoints, flags }: PageCharacters, index: number): boolean {
  return (codePoints[index] ?? 0) > 0x20 && ((flags[index] ?? 0) & characterFlags.generated) === 0
}
