import { type Box, unionOf } from '../layout/box.ts'
import { type Drawing, drawWithout, pixelsOf, scaleOf } from './drawing.ts'
import { objectsFarFrom } from './far-objects.ts'
import type { PdfiumLibrary } from './library.ts'
import { changeIn, coreOf } from './looked-at.ts'
import type { PageFrame } from './page-frame.ts'
import type { TextRun } from './text-runs.ts'

/** A character that the page must be drawn with. */
export interface Letter {
  readonly index: number
  readonly box: Box
  readonly run: TextRun
}

/** Letters with less contrast are invisible. White on very light grey has 10, light grey on white 50. */
export const contrastMin = 28
/**
 * The lines of small letters are thinner than a pixel. Their contrast is measured in a larger drawing, unless
 * they are too small to be read in light grey. Five points may be drawn a tenth smaller by a form.
 */
const smallPoints = { min: 4.4, max: 10 }
const closer = 3
/** Small letters are unreadable with a contrast at which large letters are readable. */
const smallContrastMin = 40
/** Small letters of this contrast have at least this much in a drawing of the usual scale. */
const faintMin = 10
const mostChange = 255

/**
 * The indices of the letters that change the page. `without`: a drawing of the page without them, which is
 * compared with one that has them. All letters, if memory for drawing is short.
 */
export function drawnAmong(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  letters: readonly Letter[],
  without: Drawing,
): Set<number> {
  const changes = changesBy(library, page, frame, letters, without)
  const changeOf = ({ index }: Letter) => changes.get(index) ?? mostChange
  const seen = new Set(letters.filter((letter) => changeOf(letter) >= contrastMin).map(({ index }) => index))
  const faint = letters.filter((letter) => {
    return changeOf(letter) >= faintMin && !seen.has(letter.index) && isSmall(letter.run)
  })
  if (faint.length === 0) return seen
  const boxes = faint.map(({ box }) => box)
  const within = around(boxes, frame)
  const objects = new Set(objectsFarFrom(library, page, frame, boxes))
  for (const { run } of faint) objects.add(run.object)
  drawWithout(library, page, frame, within, scaleOf(within, closer), objects, (larger) => {
    for (const [index, change] of changesBy(library, page, frame, faint, larger))
      if (change >= smallContrastMin) seen.add(index)
  })
  return seen
}

/** How much each letter changes the page, from 0 to 255. */
function changesBy(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  letters: readonly Letter[],
  without: Drawing,
): Map<number, number> {
  const changes = new Map<number, number>()
  const kept = { ...without, pixels: without.pixels.slice() }
  const boxes = letters.map(({ box }) => box)
  const far = objectsFarFrom(library, page, frame, boxes)
  drawWithout(library, page, frame, around(boxes, frame), without.scale, far, (whole) => {
    for (const { index, box } of letters)
      changes.set(index, changeIn(whole, kept, pixelsOf(whole, frame, coreOf(box))))
  })
  return changes
}

function isSmall({ heightPoints }: TextRun): boolean {
  return heightPoints >= smallPoints.min && heightPoints <= smallPoints.max
}

/** The part of the page that contains boxes, with a margin of one point. */
export function around(boxes: readonly Box[], { width, height }: PageFrame): Box {
  const { left, bottom, right, top } = boxes.reduce(unionOf)
  return {
    left: Math.max(0, left - 1),
    bottom: Math.max(0, bottom - 1),
    right: Math.min(width, right + 1),
    top: Math.min(height, top + 1),
  }
}
