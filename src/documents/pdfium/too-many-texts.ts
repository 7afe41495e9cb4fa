import { refuseDocument } from '../refusals.ts'
import type { PdfiumLibrary } from './library.ts'

/** People's pages have a few thousand texts. */
const textsMax = 50_000
/** However they lie, so many are put into lines within seconds. */
const textsNeverSlow = 15_000
/** About a second and a half. */
const stepsMax = 100_000_000
const textType = 1
/** Of the size of the larger font: lines so near to each other are one to PDFium. */
const nearShare = 0.3

/**
 * PDFium puts each text into its line by going back over the texts that lie behind it there: where tens of
 * thousands overlap, as no page of people's has them, that takes longer than any call may. Refuses those.
 */
export function refuseTooManyTexts({ api, direct, answer, answerFloats }: PdfiumLibrary, page: number): void {
  const count = api.FPDFPage_CountObjects(page)
  if (count <= textsNeverSlow) return
  const rows = createLine()
  const columns = createLine()
  let texts = 0
  for (let index = 0; index < count; index++) {
    const object = direct.FPDFPage_GetObject(page, index)
    if (direct.FPDFPageObj_GetType(object) !== textType) continue
    texts += 1
    const size = direct.FPDFTextObj_GetFontSize(object, answer) === 1 ? (answerFloats()[0] ?? 0) : 0
    if (direct.FPDFPageObj_GetMatrix(object, answer) !== 1) continue
    const [, , c = 0, d = 0, x = 0, y = 0] = answerFloats()
    const near = Math.abs(size) * Math.hypot(c, d) * nearShare
    rows.add(x, y, near)
    columns.add(-y, x, near)
    if (texts > textsMax || Math.max(rows.steps(), columns.steps()) > stepsMax) {
      throw refuseDocument('pdf_too_complex', '文字过多')
    }
  }
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
