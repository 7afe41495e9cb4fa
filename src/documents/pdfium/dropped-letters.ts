import { characterFlags, type PageCharacters } from '../page-characters.ts'
import type { PdfiumLibrary } from './library.ts'
import { type Matrix, matrixOf } from './matrix.ts'
import { type PutBack, withPutBack } from './put-back.ts'
import type { TextLayer, TextRun } from './text-runs.ts'

/**
 * Puts back letters that PDFium leaves out. PDFium compares each text object with the five before it. It
 * drops one that has the same letters and overlaps half of the other, because bold text may be drawn twice.
 * If slanted text is drawn letter by letter, two narrow letters overlap as much, such as the slashes of
 * `://`. Boxes are in the coordinates of the file. `texts`: the text objects of each container.
 */
export function restoreDropped(
  library: PdfiumLibrary,
  texts: readonly (readonly number[])[],
  layer: TextLayer,
): TextLayer {
  const letters = lettersByObject(layer)
  if (letters === null) return layer
  const found = new Map<number, PutBack>()
  let looks = 0
  for (const group of texts) {
    for (const [at, object] of group.entries()) {
      if (letters.has(object) || looks >= looksMax) continue
      looks += 1
      const before = group.slice(Math.max(0, at - comparedMax), at)
      const dropped = droppedAfter(library, object, before, letters, found)
      if (dropped !== null) found.set(object, dropped)
    }
  }
  return found.size === 0 ? layer : withPutBack(layer, [...found.values()])
}

/** The number of earlier text objects that PDFium compares. */
const comparedMax = 5
/** Limit on the text objects without characters that are examined on a page. */
const looksMax = 2_000

/** The run of each text object that is one letter, null for other objects; null if there are no letters. */
function lettersByObject({ characters, runs }: TextLayer): Map<number, TextRun | null> | null {
  const letters = new Map<number, TextRun | null>()
  let some = false
  for (const run of runs) {
    const isLetter = !letters.has(run.object) && isOneLetter(characters, run)
    letters.set(run.object, isLetter ? run : null)
    some ||= isLetter
  }
  return some ? letters : null
}

function isOneLetter({ flags }: PageCharacters, { first, end }: TextRun): boolean {
  if (((flags[first] ?? 0) & characterFlags.lineEndHyphen) !== 0) return false
  for (let index = first + 1; index < end; index++)
    if (((flags[index] ?? 0) & characterFlags.generated) === 0) return false
  return true
}

/** In font sizes. The next letter is on the line, unlike a shadow. */
const acrossMax = 0.05
/** In font sizes, and as a share of the letter's width. The next letter is farther, unlike a bold copy. */
const copyStepMax = 0.15
const copyShareMax = 0.6

/** Where to put back a text object without characters; null if it isn't the next of two equal letters. */
function droppedAfter(
  library: PdfiumLibrary,
  object: number,
  before: readonly number[],
  letters: ReadonlyMap<number, TextRun | null>,
  found: ReadonlyMap<number, PutBack>,
): PutBack | null {
  const shape = shapeOf(library, object)
  if (shape === null) return null
  let dropped: PutBack | null = null
  for (const other of before.toReversed()) {
    const step = stepBetween(shapeOf(library, other), shape)
    if (step === null) continue
    if (!(Math.abs(step.along) > shape.copyEmsMax) && Math.abs(step.across) < copyStepMax) return null
    const earlier = found.get(other)
    const after = earlier?.after ?? letters.get(other)
    if (dropped !== null || !after || !(step.along > 0) || Math.abs(step.across) > acrossMax) continue
    const [a, b, c, d] = after.matrix
    const [along, across] = [step.along * shape.size, step.across * shape.size]
    const x = a * along + c * across
    const y = b * along + d * across
    const stepPoints = Math.hypot(x, y)
    dropped = { object, after, stepPoints, x: x + (earlier?.x ?? 0), y: y + (earlier?.y ?? 0) }
  }
  return dropped
}

/** What text objects of the same letter have in common, and the place of one. */
interface Shape {
  readonly font: number
  readonly size: number
  readonly matrix: Matrix
  readonly box: readonly [left: number, bottom: number, right: number, top: number]
  /** How far away, in font sizes, a copy of its letter may be that isn't the next letter. */
  readonly copyEmsMax: number
}

function shapeOf(library: PdfiumLibrary, object: number): Shape | null {
  const { direct, answer, answerFloats } = library
  if (direct.FPDFPageObj_GetBounds(object, answer, answer + 4, answer + 8, answer + 12) !== 1) return null
  const [left = 0, bottom = 0, right = 0, top = 0] = answerFloats()
  if (!(right > left && top > bottom)) return null
  if (direct.FPDFTextObj_GetFontSize(object, answer) !== 1) return null
  const [size = 0] = answerFloats()
  const matrix = matrixOf(library, object)
  const [a = 0, b = 0, c = 0, d = 0] = matrix.map(Math.abs)
  // The box is around a slanted shape as wide as the advance.
  const width = ((right - left) * d - (top - bottom) * c) / (a * d - b * c)
  const copyEmsMax = Math.max(copyStepMax, (width / Math.abs(size)) * copyShareMax)
  const font = direct.FPDFTextObj_GetFont(object)
  return { font, size, matrix, box: [left, bottom, right, top], copyEmsMax }
}

/** The way from one text object to the next in font sizes; null if they can't be the same letters. */
function stepBetween(from: Shape | null, to: Shape): { along: number; across: number } | null {
  if (from === null || from.font !== to.font || from.size !== to.size) return null
  const [a, b, c, d] = to.matrix
  const scale = Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d)
  if (to.matrix.slice(0, 4).some((value, at) => !isNear(value, from.matrix[at] ?? 0, scale))) return null
  const [left, bottom, right, top] = to.box
  const [fromLeft, fromBottom, fromRight, fromTop] = from.box
  if (!isNear(right - left, fromRight - fromLeft, right - left)) return null
  if (!isNear(top - bottom, fromTop - fromBottom, top - bottom)) return null
  if (left >= fromRight || fromLeft >= right || bottom >= fromTop || fromBottom >= top) return null
  const [x, y] = [to.matrix[4] - from.matrix[4], to.matrix[5] - from.matrix[5]]
  const unit = (a * d - b * c) * to.size
  return { along: (x * d - y * c) / unit, across: (y * a - x * b) / unit }
}

function isNear(value: number, wanted: number, scale: number): boolean {
  return Math.abs(value - wanted) <= 0.01 * scale
}
