import { characterFlags, type PageCharacters, pickCharacters } from '../page-characters.ts'
import type { TextLayer, TextRun } from './text-runs.ts'

/** A copy of a letter that is drawn by another text object. */
export interface PutBack {
  readonly object: number
  /** The run of the letter. */
  readonly after: TextRun
  /** The way from the letter, in points of the file. */
  readonly x: number
  readonly y: number
  /** The distance from the letter before it, which may be a copy too. */
  readonly stepPoints: number
}

/** Inserts copies after their letters, in the given order. Boxes are in the coordinates of the file. */
export function withPutBack({ characters: from, runs }: TextLayer, copies: readonly PutBack[]): TextLayer {
  const byPlace = Map.groupBy(copies, ({ after }) => after.first)
  const placeOf = new Uint32Array(from.count + 1)
  const indices: number[] = []
  for (let index = 0; index < from.count; index++) {
    placeOf[index] = indices.length
    const before = byPlace.get(index - 1)?.at(-1)
    if (before !== undefined && fillsGap(from, before)) continue
    indices.push(index, ...(byPlace.get(index) ?? []).map(() => index))
  }
  placeOf[from.count] = indices.length
  const characters = pickCharacters(from, indices)
  const moved = runs.flatMap((run) => {
    const [first, end] = [placeOf[run.first] ?? 0, placeOf[run.end] ?? 0]
    const here = byPlace.get(run.first) ?? []
    const parts = [run, ...here.map((copy) => runOf(copy))]
    return parts.map((part, at) => {
      const last = at === parts.length - 1
      return { ...part, first: first + at, end: last ? end : first + at + 1 }
    })
  })
  for (const [place, copies] of byPlace) {
    for (const [at, { x, y }] of copies.entries())
      move(characters.boxes, (placeOf[place] ?? 0) + 1 + at, x, y)
  }
  return { characters, runs: moved }
}

function runOf({ object, after, x, y }: PutBack): TextRun {
  const [a, b, c, d, e, f] = after.matrix
  return { ...after, object, matrix: [a, b, c, d, e + x, f + y] }
}

function move(boxes: Float32Array, index: number, x: number, y: number): void {
  for (const [side, by] of [x, y, x, y].entries()) {
    const at = index * 4 + side
    boxes[at] = (boxes[at] ?? 0) + by
  }
}

/** In font sizes, like the narrowest gap that is a space. */
const spaceMin = 0.13

/**
 * Whether PDFium generated the space after a letter only because the copies were missing: the next letter
 * is about as far from the last copy as that one from the letter before it.
 */
function fillsGap(
  { codePoints, flags, boxes }: PageCharacters,
  { after, x, y, stepPoints }: PutBack,
): boolean {
  const { first, matrix, widthPoints } = after
  const isGenerated = (index: number) => ((flags[index] ?? 0) & characterFlags.generated) !== 0
  if (codePoints[first + 1] !== 0x20 || !isGenerated(first + 1) || isGenerated(first + 2)) return false
  const [a, b] = matrix
  const [left = 0, bottom = 0] = boxes.subarray(first * 4)
  const [nextLeft = 0, nextBottom = 0] = boxes.subarray((first + 2) * 4)
  const rest = ((nextLeft - left - x) * a + (nextBottom - bottom - y) * b) / Math.hypot(a, b)
  return rest > 0 && rest < stepPoints + widthPoints * spaceMin
}
