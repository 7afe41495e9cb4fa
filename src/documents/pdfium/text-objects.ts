import { refuseDocument } from '../refusals.ts'
import type { PdfiumLibrary } from './library.ts'
import { identity, type Matrix, matrixOf, product } from './matrix.ts'
import { formDepthMax, objectTypes } from './object-types.ts'

/** Pages made for people have a few thousand text objects. */
const textsMax = 50_000
/** Wherever they are, this many are sorted into lines within seconds. */
const textsNeverSlow = 15_000
/** About 1.5 seconds. */
const stepsMax = 100_000_000
/** Share of the larger font size. PDFium treats lines closer than this as one. */
const nearShare = 0.3
/** Limit on the objects examined inside forms. */
const looksMax = 500_000

/**
 * The text objects of a page in drawing order, grouped by what contains them: the page, or a form. Refuses
 * pages on which they take too long to sort. PDFium inserts each text object into its line by stepping back
 * over those that lie behind it. If tens of thousands overlap, that takes longer than the time limit of any
 * call. No page made for people is like this.
 */
export function textsOn(library: PdfiumLibrary, page: number): number[][] {
  const groups = new Map<Matrix, number[]>()
  let count = 0
  let group: number[] = []
  let container: Matrix | null = null
  eachText(library, page, (text, outer) => {
    if (outer !== container) {
      container = outer
      group = groups.get(outer) ?? []
      groups.set(outer, group)
    }
    group.push(text)
    count += 1
    if (count > textsMax) throw refuseDocument('pdf_too_complex', '文字过多')
  })
  if (count > textsNeverSlow) refuseSlowTexts(library, page)
  return [...groups.values()]
}

function refuseSlowTexts(library: PdfiumLibrary, page: number): void {
  const { direct, answer, answerFloats } = library
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

/** Visits the text objects of a page, including those in forms, with a matrix for each enclosing form. */
function eachText(library: PdfiumLibrary, page: number, visit: (text: number, outer: Matrix) => void): void {
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

/** Counts the steps back that sorting takes, for text objects that are each in line with the previous one. */
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
