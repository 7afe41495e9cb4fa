import { cleanCharacter } from '../clean-text.ts'
import type { Box } from '../layout/box.ts'
import { unionOf } from '../layout/box.ts'
import { boxOf } from '../layout/fragments.ts'
import { characterFlags, type PageCharacters } from '../page-characters.ts'
import { drawWithout, pixelsOf, scaleOf } from './drawing.ts'
import { fontNameOf } from './glyphs/font-programs.ts'
import type { PdfiumLibrary } from './library.ts'
import { coreOf, groundIn } from './looked-at.ts'
import type { PageFrame } from './page-frame.ts'
import type { TextRun } from './text-runs.ts'
import type { Sight } from './visibility.ts'

/** If a page has more, none is flagged, because votes could not settle them. */
const glyphsMax = 5_000

/**
 * Flags visible characters of a text that have no meaning. A text font explains other letters, or has
 * several unexplained characters in a row. Icons are not flagged. Returns the key of each flagged glyph on
 * this page, in the order of the characters.
 */
export function flagUnread(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  characters: PageCharacters,
  runs: readonly TextRun[],
  sights: readonly Sight[],
): number[] {
  if (!characters.flags.some((flags, index) => isUnexplained(characters, flags, index))) return []
  const fonts = new Map<number, { readonly number: number; readonly family: string }>()
  const fontAt = ({ object }: TextRun) => {
    const handle = library.direct.FPDFTextObj_GetFont(object)
    const known = fonts.get(handle)
    if (known !== undefined) return known
    const font = { number: fonts.size, family: fontNameOf(library, object) || `#${fonts.size}` }
    fonts.set(handle, font)
    return font
  }
  const keys = new Map<number, number>()
  // Cairo puts the glyphs of a font that are beyond the usual letters into a separate font.
  const families = Map.groupBy(runs, (run) => fontAt(run).family)
  for (const runsOfFamily of families.values()) {
    const isText = once(() => isOfText(characters, indicesOf(runsOfFamily)))
    for (const run of runsOfFamily) {
      for (let index = run.first; index < run.end; index++) {
        if (sights[index] !== 'seen') continue
        if (!isUnexplained(characters, characters.flags[index] ?? 0, index) || !isText()) continue
        keys.set(index, keyOf(fontAt(run).number, characters.codePoints[index] ?? 0, index))
      }
    }
  }
  const inked = keys.size > glyphsMax ? [] : inkedAmong(library, page, frame, characters, [...keys.keys()])
  const flagged = inked.toSorted((a, b) => a - b)
  for (const index of flagged)
    characters.flags[index] = (characters.flags[index] ?? 0) | characterFlags.unread
  return flagged.map((index) => keys.get(index) ?? 0)
}

const codesMax = 0x200000
/** U+FFFD replaces every glyph that the program could not name, so each character gets its own key. */
const replacement = 0xfffd

function keyOf(font: number, codePoint: number, index: number): number {
  return codePoint === replacement ? -1 - index : font * codesMax + codePoint
}

function once(decide: () => boolean): () => boolean {
  let known: boolean | undefined
  return () => (known ??= decide())
}

function indicesOf(runs: readonly TextRun[]): number[] {
  return runs.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, at) => first + at))
}

const notDrawn = characterFlags.generated | characterFlags.lineEndHyphen

function isUnexplained({ codePoints }: PageCharacters, flags: number, index: number): boolean {
  if ((flags & notDrawn) !== 0) return false
  return (flags & characterFlags.guessed) !== 0 || isMeaningless(codePoints[index] ?? 0)
}

/** Private use characters, noncharacters and U+FFFD. Invisible characters are excluded. */
function isMeaningless(codePoint: number): boolean {
  if (codePoint < 0x7f || cleanCharacter(codePoint) !== '') return false
  return /[\p{Co}\p{Noncharacter_Code_Point}\ufffd]/u.test(String.fromCodePoint(codePoint))
}

/** An icon font may name a few of its icons as letters. */
const lettersMin = 8
const inRowMin = 4
const differentInRowMin = 3

/** Whether a font, given by the characters drawn with it, is a text font. */
function isOfText(characters: PageCharacters, indices: readonly number[]): boolean {
  const letters = new Set<number>()
  let row: number[] = []
  for (const index of indices) {
    const codePoint = characters.codePoints[index] ?? 0
    const flags = characters.flags[index] ?? 0
    if (isUnexplained(characters, flags, index)) row.push(codePoint)
    else {
      row = []
      if ((flags & notDrawn) === 0 && isLetter(codePoint)) letters.add(codePoint)
    }
    if (letters.size >= lettersMin) return true
    if (row.length >= inRowMin && new Set(row.slice(-inRowMin * 2)).size >= differentInRowMin) return true
  }
  return false
}

function isLetter(codePoint: number): boolean {
  return /[\p{L}\p{N}]/u.test(String.fromCodePoint(codePoint))
}

/** The characters with visible ink. A font may give no meaning to its space. */
function inkedAmong(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  characters: PageCharacters,
  indices: readonly number[],
): number[] {
  const boxes = indices.map((index) => boxOf(characters, index))
  if (boxes.length === 0) return []
  const inked: number[] = []
  const whole = within(boxes.reduce(unionOf), frame)
  drawWithout(library, page, frame, whole, scaleOf(whole), new Set(), (drawing) => {
    for (const [at, index] of indices.entries()) {
      const box = boxes[at]
      if (box && groundIn(drawing, pixelsOf(drawing, frame, coreOf(box))).uneven) inked.push(index)
    }
  })
  return inked
}

function within({ left, bottom, right, top }: Box, { width, height }: PageFrame): Box {
  return {
    left: Math.max(0, left - 1),
    bottom: Math.max(0, bottom - 1),
    right: Math.min(width, right + 1),
    top: Math.min(height, top + 1),
  }
}
