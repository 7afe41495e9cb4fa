import type { PdfiumLibrary } from './library.ts'

/** In PDF notation: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix of a page object; the identity if it has none. For a form, it applies to what is inside. */
export function matrixOf({ direct, answer, answerFloats }: PdfiumLibrary, object: number): Matrix {
  if (direct.FPDFPageObj_GetMatrix(object, answer) !== 1) return identity
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = answerFloats()
  return [a, b, c, d, e, f]
}

/** The matrix that applies `first`, then `second`. */
export function product([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [
    ...([a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D] as const),
    ...([e * A + f * C + E, e * B + f * D + F] as const),
  ]
}
