import { characterFlags, type PageCharacters } from '../page-characters.ts'
import type { PageReading } from '../page-reading.ts'
import type { PdfiumLibrary } from './library.ts'
import { formDepthMax, objectTypes } from './object-types.ts'
import type { PageFrame } from './page-frame.ts'

/** A text layer with fewer letters has no content: it is a page number or a scanner's stamp. */
const fewLetters = 50
/** A page with at least as many letters is text, whatever images are behind it. */
const manyLetters = 300
/** Images that cover at least this share of the page may contain its text. */
const imageShareMin = 0.3
const smallImageShareMin = 0.03
/** Text drawn as shapes has at least this many. */
const shapesMin = 100
const guessedShareMin = 0.3

/** Whether the picture of a page must be read because its text layer lacks text. */
export function pictureOf(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  characters: PageCharacters,
): PageReading['picture'] {
  const { letters, guessed, unread } = lettersOf(characters)
  // If most glyphs have a meaning, the others are recognised one by one.
  const unknown = unread * 2 > letters ? guessed : guessed - unread
  if (unknown > letters * guessedShareMin) return 'unmapped'
  if (letters >= manyLetters) return unread > 0 ? 'glyphs' : 'none'
  const { imageArea, shapes } = objectsOf(library, page)
  const share = imageArea / (frame.width * frame.height)
  if (share >= imageShareMin) return 'image'
  return letters < fewLetters && (share >= smallImageShareMin || shapes >= shapesMin)
    ? 'image'
    : unread > 0
      ? 'glyphs'
      : 'none'
}

function lettersOf({ count, codePoints, flags }: PageCharacters) {
  let letters = 0
  let guessed = 0
  let unread = 0
  for (let index = 0; index < count; index++) {
    const isUnread = ((flags[index] ?? 0) & characterFlags.unread) !== 0
    if ((codePoints[index] ?? 0) <= 0x20 && !isUnread) continue
    letters += 1
    if (((flags[index] ?? 0) & characterFlags.guessed) !== 0) guessed += 1
    if (isUnread) unread += 1
  }
  return { letters, guessed, unread }
}

/** Limit on the objects examined per page. */
const objectsMax = 20_000

/** The total area of a page's images in square points, ignoring clips, and the number of drawn shapes. */
function objectsOf(library: PdfiumLibrary, page: number): { imageArea: number; shapes: number } {
  const { api, direct } = library
  const sums = { imageArea: 0, shapes: 0 }
  let looks = 0
  const look = (object: number, depth: number) => {
    looks += 1
    if (object === 0 || looks > objectsMax) return
    const type = direct.FPDFPageObj_GetType(object)
    if (type === objectTypes.path) sums.shapes += 1
    if (type === objectTypes.image) sums.imageArea += areaOf(library, object)
    if (type !== objectTypes.form || depth === formDepthMax) return
    const count = Math.min(objectsMax, direct.FPDFFormObj_CountObjects(object))
    for (let index = 0; index < count && looks <= objectsMax; index++) {
      look(direct.FPDFFormObj_GetObject(object, index), depth + 1)
    }
  }
  const count = Math.min(objectsMax, api.FPDFPage_CountObjects(page))
  for (let index = 0; index < count; index++) look(direct.FPDFPage_GetObject(page, index), 0)
  return sums
}

function areaOf({ direct, answer, answerFloats }: PdfiumLibrary, object: number): number {
  if (!direct.FPDFPageObj_GetBounds(object, answer, answer + 4, answer + 8, answer + 12)) return 0
  const [left = 0, bottom = 0, right = 0, top = 0] = answerFloats()
  const area = (right - left) * (top - bottom)
  return Number.isFinite(area) ? Math.abs(area) : 0
}
