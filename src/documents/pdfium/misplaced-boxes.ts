import type { PdfiumLibrary } from './library.ts'
import type { Matrix } from './matrix.ts'
import type { TextRun } from './text-runs.ts'

/**
 * Corrects the boxes of misplaced characters. PDFium splits ligatures and replaces characters that Unicode
 * has twice. Inside a form, these characters get boxes in the coordinates of the form. Such a box is far
 * from the line of its text object, and on that line once the form's matrix is applied.
 */
export function mendBoxes(library: PdfiumLibrary, boxes: Float32Array, runs: readonly TextRun[]): void {
  for (const run of runs) {
    lowerBoxes(boxes, run)
    if (library.direct.FPDFPageObj_GetMatrix(run.object, library.answer) !== 1) continue
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = library.answerFloats()
    const form = quotient(run.matrix, [a, b, c, d, e, f])
    if (form === null || isIdentity(form)) continue
    for (let index = run.first; index < run.end; index++)
      mendBox(boxes.subarray(index * 4, index * 4 + 4), run, form)
  }
}

/** In font sizes: boxes with a height in this range get the height given by `lineShares`. */
const tallMin = 2
const tallMax = 4
const lineShares = { below: 0.25, above: 0.95 }
/** In points. A font that declares a smaller size may be scaled, so its boxes are used instead. */
const sizeToldMin = 4

/**
 * Lowers boxes that reach over the lines above and below, as some fonts declare. Otherwise lines would
 * overlap and gutters between columns would seem narrow.
 */
function lowerBoxes(boxes: Float32Array, { first, end, matrix, heightPoints }: TextRun): void {
  const [, b, c, , , line] = matrix
  if (heightPoints < sizeToldMin || b !== 0 || c !== 0) return
  for (let index = first; index < end; index++) {
    const at = index * 4
    const [bottom = 0, top = 0] = [boxes[at + 1], boxes[at + 3]]
    const height = (top - bottom) / heightPoints
    if (height < tallMin || height > tallMax || line < bottom || line > top) continue
    boxes[at + 1] = line - heightPoints * lineShares.below
    boxes[at + 3] = line + heightPoints * lineShares.above
  }
}

function mendBox(box: Float32Array, run: TextRun, form: Matrix): void {
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  const reach = run.heightPoints * 1.5
  if (right <= left || distanceFromLine(run.matrix, (left + right) / 2, (bottom + top) / 2) < reach) return
  const corners = [at(form, left, bottom), at(form, right, top)]
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const moved = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const [newLeft = 0, newBottom = 0, newRight = 0, newTop = 0] = moved
  const distance = distanceFromLine(run.matrix, (newLeft + newRight) / 2, (newBottom + newTop) / 2)
  if (distance < reach) box.set(moved)
}

/** The distance of a point from the baseline of a text object. */
function distanceFromLine([a, b, , , e, f]: Matrix, x: number, y: number): number {
  const length = Math.hypot(a, b)
  return length === 0 ? Number.POSITIVE_INFINITY : Math.abs((x - e) * b - (y - f) * a) / length
}

function at([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The matrix that gives `whole` when applied after `part`; null if there is none. */
function quotient(whole: Matrix, part: Matrix): Matrix | null {
  const [a, b, c, d, e, f] = part
  const determinant = a * d - b * c
  if (determinant === 0 || !Number.isFinite(determinant)) return null
  const row = (x: number, y: number): readonly [number, number] => [
    (x * d - y * b) / determinant,
    (y * a - x * c) / determinant,
  ]
  const [xx, xy] = row(1, 0)
  const [yx, yy] = row(0, 1)
  const [ox, oy] = row(-e, -f)
  const linear = (x: number, y: number): readonly [number, number] => [
    x * whole[0] + y * whole[2],
    x * whole[1] + y * whole[3],
  ]
  const [p, q] = linear(xx, xy)
  const [r, s] = linear(yx, yy)
  const [t, u] = linear(ox, oy)
  return [p, q, r, s, t + whole[4], u + whole[5]]
}

function isIdentity([a, b, c, d, e, f]: Matrix): boolean {
  const near = (value: number, wanted: number) => Math.abs(value - wanted) < 0.01
  return near(a, 1) && near(b, 0) && near(c, 0) && near(d, 1) && Math.abs(e) < 0.5 && Math.abs(f) < 0.5
}
