import { medianOf } from '../../layout/median.ts'
import type { PagePicture } from '../../pdfium/render.ts'
import { inked } from '../even-ground.ts'
import type { Box } from '../tesseract/ink.ts'
import { inputWidthOf, lineHeight, lineWidthMax } from './line-input.ts'
import type { LineWord } from './message.ts'

/** A part of a line for one run of the model: neighbouring words and their box in the picture. */
export interface Piece {
  /** Word indices, from left to right. */
  readonly places: readonly number[]
  readonly box: Box
}

/** As a multiple of the line height. A wider gap splits the line. */
const gapMax = 3
/** As shares of the line height: the margin above and below the words, and beside the ink. */
const margin = { above: 0.14, beside: 0.3 }
/** Taller words than this, relative to their line, are not words. Lower ones are marks. */
const [higherMax, lowerMin] = [1.6, 0.5]
/**
 * As a multiple of the line height. Nearer ink belongs to the line, even if Tesseract found no word there.
 */
const reachMax = 1.2
const overlapMax = 0.35
/** A column with this share of ink, from this far above a line to this far below it, is a table rule. */
const rule = { inkMin: 0.95, beyond: 0.3 }
/**
 * A page with more is not a resume page: it would take 10 s of a core. The excess keeps Tesseract's
 * reading.
 */
const widthsMax = 100_000
const partsMax = 1_000

/** Cuts the lines that contain the words into pieces for the model. */
export function piecesOf(words: readonly LineWord[], picture: PagePicture): Piece[] {
  const lines = Map.groupBy(words.keys(), (place) => words[place]?.line)
  const parts = [...lines.values()].flatMap((places) => partsOf(places, words)).slice(0, partsMax)
  const cores = parts.map((places) => ({ places, core: coreOf(places, words) }))
  // The area of one piece is not read again by the next piece on its line.
  const taken: Box[] = cores.map(({ core }) => core)
  const pieces = cores.flatMap(({ places, core }, at) => {
    const others = taken.filter((other, place) => place !== at && isBeside(core, other))
    // Boxes of neighbours may overlap a little.
    const over = overlapMax * (core.bottom - core.top)
    const before = others.map(({ right }) => right).filter((x) => x <= core.left + over)
    const after = others.map(({ left }) => left).filter((x) => x >= core.right - over)
    const limits = {
      left: Math.min(core.left, Math.max(0, ...before)),
      right: Math.max(core.right, Math.min(picture.width, ...after)),
    }
    const left = reachOf(picture, core, -1, limits.left)
    const right = reachOf(picture, core, 1, limits.right)
    taken[at] = { ...core, left, right }
    return withinWidth({ places, box: { ...core, left, right } }, words, picture)
  })
  let widths = 0
  return pieces.filter(({ box }) => {
    widths += inputWidthOf(box)
    return widths <= widthsMax
  })
}

function partsOf(places: readonly number[], words: readonly LineWord[]): number[][] {
  const height = medianOf(places.map((place) => heightOf(words[place])))
  const parts: number[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const place of places.toSorted((a, b) => (words[a]?.left ?? 0) - (words[b]?.left ?? 0))) {
    const { left = 0, right = 0 } = words[place] ?? {}
    if (parts.length === 0 || left - end > gapMax * height) parts.push([])
    parts.at(-1)?.push(place)
    // In Chinese text, the boxes of numbers often overlap the next words.
    end = Math.max(end, right)
  }
  return parts
}

const heightOf = (word: LineWord | undefined) => (word === undefined ? 0 : word.bottom - word.top)

/** The box of the words without margins, with the height of most of them. */
function coreOf(places: readonly number[], words: readonly LineWord[]): Box {
  const own = places.flatMap((place) => words[place] ?? [])
  const usual = medianOf(own.map(heightOf))
  const sound = own.filter((word) => {
    const height = heightOf(word)
    return height <= usual * higherMax && height >= usual * lowerMin
  })
  return {
    left: Math.min(...own.map((word) => word.left)),
    top: Math.min(...sound.map((word) => word.top)),
    right: Math.max(...own.map((word) => word.right)),
    bottom: Math.max(...sound.map((word) => word.bottom)),
  }
}

/** Whether two boxes are side by side, like parts of one line. */
function isBeside(box: Box, other: Box): boolean {
  const shared = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
  return shared > 0.3 * Math.min(box.bottom - box.top, other.bottom - other.top)
}

/** The end of the ink beside a line's words. It stops at a wide gap, a table rule or the limit. */
function reachOf(picture: PagePicture, box: Box, step: 1 | -1, limit: number): number {
  const height = box.bottom - box.top
  const beyond = rule.beyond * height
  const high = { ...box, top: box.top - beyond, bottom: box.bottom + beyond }
  const from = step === 1 ? box.right : box.left
  let last = from
  for (let x = from; Math.abs(x - last) <= reachMax * height && x * step < limit * step; x += step) {
    const column = step === 1 ? x : x - 1
    if (inkShare(picture, high, column) >= rule.inkMin) break
    if (inkShare(picture, box, column) > 0) last = x + step
  }
  return step * Math.min(step * limit, step * last + margin.beside * height)
}

/** The share of ink in a column of a line. */
function inkShare({ width, grey }: PagePicture, { top, bottom }: Box, x: number): number {
  let count = 0
  for (let y = Math.round(top); y < bottom; y++) if ((grey[y * width + x] ?? 255) < inked) count += 1
  return count / (bottom - top)
}

/** Cuts a piece that is too wide at the widest white gap near its middle. */
function withinWidth({ places, box }: Piece, words: readonly LineWord[], picture: PagePicture): Piece[] {
  const above = (box.bottom - box.top) * margin.above
  const high = {
    ...box,
    top: Math.max(0, box.top - above),
    bottom: Math.min(picture.height, box.bottom + above),
  }
  const widthMax = (lineWidthMax / lineHeight) * (high.bottom - high.top)
  if (box.right - box.left <= widthMax || places.length < 2) return [{ places, box: high }]
  const cut = whiteNear((box.left + box.right) / 2, box, picture)
  const isLeft = (place: number) => (words[place]?.left ?? 0) + (words[place]?.right ?? 0) < 2 * cut
  const [before, after] = [places.filter(isLeft), places.filter((place) => !isLeft(place))]
  if (before.length === 0 || after.length === 0) return [{ places, box: high }]
  return [
    ...withinWidth({ places: before, box: { ...box, right: cut } }, words, picture),
    ...withinWidth({ places: after, box: { ...box, left: cut } }, words, picture),
  ]
}

/** The middle of the widest white gap within an eighth of the box's width on each side of a column. */
function whiteNear(middle: number, box: Box, picture: PagePicture): number {
  const reach = Math.round((box.right - box.left) / 8)
  let best = { width: 0, at: Math.round(middle) }
  let start = Math.round(middle) - reach
  for (let x = start; x <= middle + reach; x++) {
    if (inkShare(picture, box, x) > 0) start = x + 1
    else if (x + 1 - start > best.width) best = { width: x + 1 - start, at: Math.round((start + x + 1) / 2) }
  }
  return best.at
}
