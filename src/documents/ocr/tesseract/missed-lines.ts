import { medianOf } from '../../layout/median.ts'
import type { PagePicture } from '../../pdfium/render.ts'
import { inked } from '../even-ground.ts'
import type { Box } from './ink.ts'
import type { SeenWord } from './reader.ts'

/** Ink is searched in cells of this many pixels each way: 1/50 inch. */
const cellSize = 4
/** A cell with fewer inked pixels is noise. */
const cellInkMin = 3
/**
 * In cells. Smaller marks are dots and dust; larger ones are photos, rules and frames. A line of less height
 * is not a line that Tesseract misses.
 */
const mark = { heightMin: 3, heightMax: 50, widthMax: 300 }
const lineHeightMin = 5
/** As shares of the height. Flat marks are rules, high ones bars; a panel is full of ink. */
const shape = { flatMax: 14, highMax: 4, filledMax: 0.93 }
/** As shares of the height: how far marks of one line are apart, and how much of it they share. */
const line = { gapMax: 1.2, sharedMin: 0.5, higherMax: 3 }
/** Words cover this share of their height around their box, and the gaps between words of a line. */
const coverShare = 0.2
const coveredGapMax = 3
/** A mark is read if words cover this share of its ink. */
const coveredMin = 0.6
/**
 * Parts of large letters are read as doubtful words. Words with less confidence don't cover marks that are
 * this many times as high as the usual word.
 */
const large = { confidenceMin: 0.5, higherMin: 1.6 }
/** A page with more unread marks shows a photo or dust. */
const marksMax = 500
const linesMax = 40

/**
 * Finds ink that no word covers and that looks like a line of letters, as boxes in pixels. Tesseract's search
 * for columns takes some large names, headings and table cells for pictures, and leaves them out.
 */
export function missedLines(picture: PagePicture, words: readonly SeenWord[]): Box[] {
  const cells = inkedCells(picture)
  const isSure = ({ confidence }: SeenWord) => confidence >= large.confidenceMin
  for (const box of coveringBoxes(words)) cover(cells, box, content.doubted)
  for (const box of coveringBoxes(words.filter(isSure))) cover(cells, box, content.covered)
  const usual = words.length === 0 ? 0 : medianOf(words.map(({ top, bottom }) => bottom - top)) / cellSize
  const isLarge = ({ top, bottom }: Box) => bottom - top >= large.higherMin * usual
  const marks = marksOf(cells).filter(isLetter)
  const missed = marks.filter((mark) => !isRead(mark, isLarge(mark)))
  if (missed.length > marksMax) return []
  // A large line is read again as a whole.
  const lines = linesOf([...missed, ...besideOf(missed.filter(isLarge), marks)]).filter(
    (each) => each.bottom - each.top >= lineHeightMin && missed.some((mark) => isInside(mark, each)),
  )
  return lines.slice(0, linesMax).map(({ left, top, right, bottom }) => ({
    left: left * cellSize,
    top: top * cellSize,
    right: Math.min(picture.width, right * cellSize),
    bottom: Math.min(picture.height, bottom * cellSize),
  }))
}

/** The boxes of words and of the gaps between them: the line reader reads letters in gaps. */
function coveringBoxes(words: readonly SeenWord[]): Box[] {
  return words.map((word, at) => {
    const next = words[at + 1]
    const high = word.bottom - word.top
    const room = coverShare * high
    const gap = next !== undefined && next.line === word.line ? next.left - word.right : -1
    const right = gap > 0 && gap < coveredGapMax * high ? (next?.left ?? 0) : word.right
    return {
      left: word.left - room,
      top: word.top - room,
      right: right + room,
      bottom: word.bottom + room,
    }
  })
}

/** What each cell of a page has: no ink, or ink that is covered by no word, a doubtful or a sure one. */
const content = { none: 0, ink: 1, doubted: 2, covered: 3 }

interface Cells {
  readonly width: number
  readonly height: number
  readonly ink: Uint8Array
}

function inkedCells({ width, height, grey }: PagePicture): Cells {
  const size = { width: Math.ceil(width / cellSize), height: Math.ceil(height / cellSize) }
  const counts = new Uint8Array(size.width * size.height)
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / cellSize) * size.width
    for (let x = 0; x < width; x++, at++) {
      if ((grey[at] ?? 255) >= inked) continue
      const cell = row + Math.floor(x / cellSize)
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
  return { ...size, ink: counts.map((count) => (count >= cellInkMin ? content.ink : content.none)) }
}

function cover({ width, height, ink }: Cells, box: Box, by: number): void {
  const cell = (pixels: number, most: number) => Math.min(most, Math.max(0, Math.round(pixels / cellSize)))
  const [left, right] = [cell(box.left, width), cell(box.right, width)]
  const end = cell(box.bottom, height)
  for (let y = cell(box.top, height); y < end; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      if (ink[at] !== content.none) ink[at] = by
    }
  }
}

/** A connected area of inked cells: its box, the number of its cells, and how many have each content. */
interface Mark extends Box {
  readonly count: number
  readonly doubted: number
  readonly covered: number
}

/** Clears the cells. */
function marksOf({ width, ink }: Cells): Mark[] {
  const marks: Mark[] = []
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] === content.none) continue
    const place: number[] = []
    let [left, right, bottom] = [width, 0, 0]
    const counts = [0, 0, 0, 0]
    const take = (at: number) => {
      const cell = ink[at] ?? content.none
      if (cell === content.none) return
      counts[cell] = (counts[cell] ?? 0) + 1
      ink[at] = content.none
      place.push(at)
    }
    take(start)
    for (const at of place) {
      const x = at % width
      left = Math.min(left, x)
      right = Math.max(right, x)
      bottom = Math.max(bottom, at)
      for (const row of [at - width, at, at + width]) {
        if (x > 0) take(row - 1)
        take(row)
        if (x < width - 1) take(row + 1)
      }
    }
    const box = {
      left,
      right: right + 1,
      top: Math.floor(start / width),
      bottom: Math.floor(bottom / width) + 1,
    }
    const [, , doubted = 0, covered = 0] = counts
    marks.push({ ...box, count: place.length, doubted, covered })
  }
  return marks
}

/** The other marks at the height of large ones. */
function besideOf(large: readonly Box[], marks: readonly Box[]): Box[] {
  return marks.filter(
    (mark) =>
      !large.includes(mark) && large.some(({ top, bottom }) => mark.bottom > top && mark.top < bottom),
  )
}

function isInside(box: Box, other: Box): boolean {
  return (
    box.left >= other.left && box.right <= other.right && box.top >= other.top && box.bottom <= other.bottom
  )
}

function isRead({ count, doubted, covered }: Mark, isLarge: boolean): boolean {
  return covered + (isLarge ? 0 : doubted) >= coveredMin * count
}

function isLetter({ left, top, right, bottom, count }: Mark): boolean {
  const [width, height] = [right - left, bottom - top]
  if (height < mark.heightMin || height > mark.heightMax || width > mark.widthMax) return false
  return (
    width <= shape.flatMax * height &&
    height <= shape.highMax * width &&
    count <= shape.filledMax * width * height
  )
}

/** Joins marks that are beside each other, until nothing changes. */
function linesOf(marks: readonly Box[]): Box[] {
  let lines = [...marks]
  for (let before = Number.POSITIVE_INFINITY; lines.length < before; ) {
    before = lines.length
    const joined: Box[] = []
    for (const box of lines.toSorted((a, b) => a.left - b.left)) {
      const at = joined.findIndex((other) => isBeside(other, box))
      const other = joined[at]
      if (other === undefined) joined.push(box)
      else joined[at] = around(other, box)
    }
    lines = joined
  }
  return lines
}

function isBeside(one: Box, other: Box): boolean {
  const [height, second] = [one.bottom - one.top, other.bottom - other.top]
  const [low, high] = [Math.min(height, second), Math.max(height, second)]
  const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right)
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  // The parts of one Chinese character are above each other, and may differ in height.
  if (gap < 0)
    return shared >= -1 && Math.max(one.bottom, other.bottom) - Math.min(one.top, other.top) <= 1.5 * high
  const near = line.gapMax * (high <= large.higherMin * low ? high : low)
  return gap <= near && shared >= line.sharedMin * low && high <= line.higherMax * low
}

function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}
