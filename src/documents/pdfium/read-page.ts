import { type Box, overlapX, overlapY, unionOf } from '../layout/box.ts'
import { boxOf } from '../layout/fragments.ts'
import { characterFlags, noCharacters, type PageCharacters, pickCharacters } from '../page-characters.ts'
import type { PageReading } from '../page-reading.ts'
import type { FontEncodings } from './glyphs/explain-guesses.ts'
import type { PdfiumLibrary } from './library.ts'
import { frameOf, type PageFrame } from './page-frame.ts'
import { objectsOf } from './page-objects.ts'
import { pictureOf } from './picture-of-page.ts'
import { readTextLayer } from './text-layer.ts'
import type { TextRun } from './text-runs.ts'
import { flagUnread } from './unread-glyphs.ts'
import { type Sight, sightOf } from './visibility.ts'

/**
 * Reads a loaded page. Refuses the document if the page has more than `charactersMax` characters. Objects
 * after the first `ownObjects` come from annotations; null if there are none.
 */
export function readPage(
  library: PdfiumLibrary,
  document: number,
  page: number,
  pageIndex: number,
  charactersMax: number,
  ownObjects: number | null,
  encodings: FontEncodings,
): PageReading {
  const { frame, all, sights, characters, picture, unread } = lookAt(
    library,
    document,
    page,
    charactersMax,
    ownObjects,
    encodings,
  )
  // Invisible letters are a layer only over a scan; elsewhere they are hidden text.
  const layer = hasLayer(picture) ? only(all, sights, 'overPicture') : noCharacters
  const kept = solidCount(characters) + solidCount(layer)
  const { width, height } = frame
  const hiddenCharacters = solidCount(all) - kept
  return { pageIndex, width, height, characters, layer, hiddenCharacters, picture, unread }
}

/** The boxes of the characters that `readPage` omits as hidden, one box per stretch. */
export function hiddenOn(
  library: PdfiumLibrary,
  document: number,
  page: number,
  charactersMax: number,
  ownObjects: number | null,
  encodings: FontEncodings,
): Box[] {
  const { all, sights, picture } = lookAt(library, document, page, charactersMax, ownObjects, encodings)
  const boxes: Box[] = []
  let joined = false
  for (const [index, sight] of sights.entries()) {
    if (!isSolid(all, index)) continue
    const box = boxOf(all, index)
    const isHidden = sight === 'hidden' || (sight === 'overPicture' && !hasLayer(picture))
    const last = boxes.at(-1)
    if (isHidden && joined && last !== undefined && isBeside(last, box))
      boxes.push(unionOf(boxes.pop() ?? box, box))
    else if (isHidden) boxes.push(box)
    joined = isHidden
  }
  return boxes
}

function hasLayer(picture: PageReading['picture']): boolean {
  return picture === 'image' || picture === 'unmapped'
}

/** Whether two boxes are on one line with at most a few spaces between them. */
function isBeside(a: Box, b: Box): boolean {
  const height = Math.min(a.top - a.bottom, b.top - b.bottom)
  return overlapY(a, b) > height / 2 && overlapX(a, b) > -2 * height
}

function lookAt(
  library: PdfiumLibrary,
  document: number,
  page: number,
  charactersMax: number,
  ownObjects: number | null,
  encodings: FontEncodings,
) {
  const frame = frameOf(library, page)
  const { characters: all, runs } = readTextLayer(library, document, page, frame, charactersMax, encodings)
  if (ownObjects !== null) markAnnotations(library, page, frame, all, runs, ownObjects)
  const sights = sightOf(library, page, frame, all, runs)
  const unread = flagUnread(library, page, frame, all, runs, sights)
  const characters = only(all, sights, 'seen')
  return { frame, all, sights, characters, unread, picture: pictureOf(library, page, frame, characters) }
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

/** The characters of one kind, with the spaces and line breaks that PDFium generated after them. */
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
