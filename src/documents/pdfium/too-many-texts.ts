import { refuseDocument } from '../refusals.ts'
import type { PdfiumLibrary } from './library.ts'
import { formDepthMax, objectTypes } from './object-types.ts'
import type { Matrix } from './text-runs.ts'

/** People's pages have a few thousand texts. */
const textsMax = 50_000
/** However they lie, so many are put into lines within seconds. */
const textsNeverSlow = 15_000
/** About a second and a half. */
const stepsMax = 100_000_000
/** Of the size of the larger font: lines so near to each other are one to PDFium. */
const nearShare = 0.3
/** What comes after so many objects in forms isn't counted. */
const looksMax = 500_000

/**
 * PDFium puts each text into its line by going back over the texts that lie behind it there: where tens of
 * thousands overlap, as no page of people's has them, that takes longer than any call may. Refuses those.
 */
export function refuseTooManyTexts(library: PdfiumLibrary, page: number): void {
  const { direct, answer, answerFloats } = library
  let count = 0
  eachText(library, page, () => {
    count += 1
    if (count > textsMax) throw refuseDocument('pdf_too_complex', '文字过多')
  })
  if (count <= textsNeverSlow) return
  const rows = createLine()
  const columns = createLine()
  eachText(library, page, (text, outer) => {
    const size = direct.FPDFTextObj_GetFontSize(text, answer) === 1 ? (answerFloats()[0] ?? 0) : 0
    const [, , c, d, x, y] = product(matrixOf(library, text), outer)
    const near = Math.abs(size) * Math.hypot(c, d) * nearShare
    rows.add(x, y, near)
    columns.add(-y, x, near)
    if (Math.max(rows.steps(), columns.steps()) > stepsMax)
      throw refuseDocument('pdf_too_complex', '文字过多')
  })
}

/** Visits the texts of a page, those in forms too, with the matrix of what they stand in. */
export function eachText(
  library: PdfiumLibrary,
  page: number,
  visit: (text: number, outer: Matrix) => void,
): void {
  const { api, direct } = library
  let looks = 0
  const visitAll = (count: number, objectAt: (index: number) => number, outer: Matrix, depth: number) => {
    for (let index = 0; index < count && looks < looksMax; index++) {
      if (depth > 0) looks += 1
      const object = objectAt(index)
      const type = direct.FPDFPageObj_GetType(object)
      if (type === objectTypes.text) visit(object, outer)
      if (type !== objectTypes.form || depth === formDepthMax) continue
      const objects = direct.FPDFFormObj_CountObjects(object)
      const inner = (at: number) => direct.FPDFFormObj_GetObject(object, at)
      visitAll(objects, inner, product(matrixOf(library, object), outer), depth + 1)
    }
  }
  const onPage = (at: number) => direct.FPDFPage_GetObject(page, at)
  visitAll(api.FPDFPage_CountObjects(page), onPage, identity, 0)
}

const identity: Matrix = [1, 0, 0, 1, 0, 0]

function matrixOf({ direct, answer, answerFloats }: PdfiumLibrary, object: number): Matrix {
  if (direct.FPDFPageObj_GetMatrix(object, answer) !== 1) return identity
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = answerFloats()
  return [a, b, c, d, e, f]
}

/** The matrix that applies `first`, then `second`. */
function product([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [
    ...([a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D] as const),
    ...([e * A + f * C + E, e * B + f * D + F] as const),
  ]
}

/** Texts that are each in line with the one before, and the steps back that putting them in order takes. */
function createLine() {
  let [lastAcross, lastNear, farthest] = [0, 0, 0]
  let length = 0
  let steps = 0
  return {
    add(along: number, across: number, near: number): void {
      if (Math.abs(across - lastAcross) > Math.max(near, lastNear)) length = 0
      if (length > 0 && along < farthest) steps += length
      farthest = length > 0 ? Math.max(farthest, along) : along
      length += 1
      lastAcross = across
      lastNear = near
    },
    steps: (): number => steps,
  }
}
