import { cleanCharacter } from '../clean-text.ts'
import { characterFlags } from '../page-characters.ts'
import { refuseDocument } from '../refusals.ts'
import type { PdfiumLibrary } from './library.ts'
import type { TextLayer } from './text-runs.ts'

/** The replacement text that a file declares for text objects of a page (ISO 32000-2, 14.9.4). */
export interface ActualText {
  readonly mark: number
  /** The text objects that it replaces, and the width of each in font sizes. */
  readonly objects: Map<number, number>
  /** As in the file; empty if longer than any text that is accepted. */
  readonly bytes: Uint8Array
}

const key = Buffer.from('ActualText\0')
const bytesMax = 256
/** Limit on marks on text objects; no page made for people has more. */
const looksMax = 2_000_000

/** Removes them from the text objects of a loaded page, so that its text is what the glyphs mean. */
export function takeActualTexts(library: PdfiumLibrary, texts: readonly number[]): ActualText[] {
  const { direct } = library
  const found = new Map<number, ActualText | null>()
  let looks = 0
  withKey(library, (keyAt) => {
    for (const object of texts) {
      const count = direct.FPDFPageObj_CountMarks(object)
      for (let index = 0; index < count; index++) {
        looks += 1
        if (looks > looksMax) throw refuseDocument('pdf_too_complex')
        const mark = direct.FPDFPageObj_GetMark(object, index)
        let known = found.get(mark)
        if (known === undefined) {
          const bytes = bytesOf(library, mark, keyAt)
          const isTaken = direct.FPDFPageObjMark_RemoveParam(object, mark, keyAt) === 1
          known = isTaken ? { mark, objects: new Map(), bytes } : null
          found.set(mark, known)
        }
        known?.objects.set(object, emsOf(library, object))
      }
    }
  })
  return [...found.values()].filter((each) => each !== null)
}

/** Puts them back into a loaded page, so that its text is what they declare. */
export function putActualTexts(
  library: PdfiumLibrary,
  document: number,
  actualTexts: readonly ActualText[],
): void {
  withKey(library, (keyAt) => {
    for (const { mark, objects, bytes } of actualTexts) {
      const [object = 0] = objects.keys()
      const at = library.allocate(bytes.length)
      library.bytesAt(at, bytes.length).set(bytes)
      library.direct.FPDFPageObjMark_SetBlobParam(document, object, mark, keyAt, at, bytes.length)
      library.free(at)
    }
  })
}

/** The maximum number of letters of a ligature. */
const ligatureLettersMax = 3
/** The longest name of an icon. */
const iconLettersMax = 16
const iconEmsMin = 0.3
/** If a page has more, none is accepted. Pages made for people have a dozen. */
const iconsMax = 30
/** The average width of narrow letters. A text object with less per letter contains the name of an icon. */
const letterEmsMin = 0.15

/**
 * Selects the `ActualText` entries that are accepted. Any other entry would add text that the page doesn't
 * show. An entry may give a meaning to glyphs that have none, such as ligatures and icons, if its length
 * fits the drawn width. It may repeat the text beside an icon, or replace punctuation with punctuation.
 * `own`: what the glyphs mean.
 */
export function acceptedOf(actualTexts: readonly ActualText[], own: TextLayer): ActualText[] {
  if (actualTexts.length === 0) return []
  const ownTexts = ownTextsOf(own)
  const accepted: ActualText[] = []
  const icons: ActualText[] = []
  for (const each of actualTexts) {
    const added = lettersAdded(each, ownTexts)
    if (added !== null) (added > ligatureLettersMax ? icons : accepted).push(each)
  }
  return icons.length > iconsMax ? accepted : [...accepted, ...icons]
}

/** How many letters it has more than the glyphs; null if it isn't accepted. */
function lettersAdded(
  { objects, bytes }: ActualText,
  ownTexts: ReadonlyMap<number, string | null>,
): number | null {
  if (bytes.length === 0) return null
  let drawn = ''
  let room = 0
  for (const [object, ems] of objects) {
    const text = ownTexts.get(object) ?? ''
    const isName = text.length > 1 && text.length * letterEmsMin > ems
    if (text !== '' && !isName) drawn += text
    else room += ems < iconEmsMin ? ligatureLettersMax : iconLettersMax
  }
  const text = withoutSpaces(decoded(bytes))
  const added = text.length - drawn.length
  const isMark = added <= 0 && !/[\p{L}\p{N}]/u.test(text + drawn)
  return room === 0 ? (isMark ? 0 : null) : text.includes(drawn) && added <= room ? added : null
}

/** What the glyphs of each text object mean, without spaces; null if the font doesn't explain one. */
function ownTextsOf({ characters, runs }: TextLayer): Map<number, string | null> {
  const texts = new Map<number, string | null>()
  for (const { object, first, end } of runs) {
    let text = texts.get(object) ?? ''
    let isExplained = texts.get(object) !== null
    for (let index = first; index < end; index++) {
      if (((characters.flags[index] ?? 0) & characterFlags.guessed) !== 0) isExplained = false
      text += cleanCharacter(characters.codePoints[index] ?? 0)
    }
    texts.set(object, isExplained ? withoutSpaces(text) : null)
  }
  return texts
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder().decode(bytes)
  return Buffer.from(bytes).toString('latin1')
}

function bytesOf(library: PdfiumLibrary, mark: number, keyAt: number): Uint8Array {
  const { direct, answer, answerBytes } = library
  const at = library.allocate(bytesMax)
  const known = direct.FPDFPageObjMark_GetParamBlobValue(mark, keyAt, at, bytesMax, answer) === 1
  const length = Buffer.from(answerBytes()).readUInt32LE()
  const bytes = library.bytesAt(at, known && length <= bytesMax ? length : 0).slice()
  library.free(at)
  return bytes
}

function emsOf({ direct, answer, answerFloats }: PdfiumLibrary, text: number): number {
  const [size = 0] = direct.FPDFTextObj_GetFontSize(text, answer) === 1 ? answerFloats() : []
  const [a = 0, b = 0] = direct.FPDFPageObj_GetMatrix(text, answer) === 1 ? answerFloats() : []
  const em = Math.abs(size) * Math.hypot(a, b)
  const known = direct.FPDFPageObj_GetBounds(text, answer, answer + 4, answer + 8, answer + 12) === 1
  const [left = 0, bottom = 0, right = 0, top = 0] = known ? answerFloats() : []
  const length = Math.abs(a) >= Math.abs(b) ? right - left : top - bottom
  return em > 0 ? length / em : 0
}

function withKey(library: PdfiumLibrary, use: (keyAt: number) => void): void {
  const keyAt = library.allocate(key.length)
  library.bytesAt(keyAt, key.length).set(key)
  use(keyAt)
  library.free(keyAt)
}
