import type { PagePicture } from '../../pdfium/render.ts'
import { type Box, boxOf } from './ink.ts'
import type { SeenWord } from './reader.ts'

/** Neighbouring words of a line, some of which are in doubt: from one place in the list to before another. */
export interface Run {
  readonly from: number
  readonly to: number
  readonly words: readonly SeenWord[]
}

/** In points of the picture: white around each piece, and what a piece shows above and below its words. */
const room = 20
const above = 4
/** Of the height of the words: how far from its box a word may end. */
const reachShare = 0.6
const skippedShare = 0.15
const white = 255
/** What is darker is a letter, its pale edge too, which is no ink yet: no piece is cut through it. */
const whiteMin = 160

/** Pieces of a page, one below the other, and how to find the words of one among those read on it. */
export interface Sheet {
  readonly picture: PagePicture
  /** The words of a run as they were read here, in its place on the page, on its line. */
  wordsOf(run: Run, seen: readonly SeenWord[]): SeenWord[]
}

/** How large a sheet is, at most, in points. */
export interface SheetSize {
  readonly width: number
  readonly height: number
}

/** What a sheet takes, where it takes a run more. */
export function sizeWith(run: Run, { width, height }: SheetSize = { width: 0, height: room }): SheetSize {
  const { left, top, right, bottom } = boxOf(run.words)
  return {
    width: Math.max(width, right - left + 2 * reachOf(bottom - top) + 2 * room),
    height: height + bottom - top + 2 * above + room,
  }
}

const reachOf = (height: number) => Math.round(height * reachShare)

/** Copies the runs out of the page's picture, without what stands beside them on their lines. */
export function composeSheet(runs: readonly Run[], page: PagePicture): Sheet {
  const pieces = new Map<Run, { readonly from: Box; readonly top: number; readonly bottom: number }>()
  let height = room
  let widest = 0
  for (const run of runs) {
    const from = pieceOf(run, page)
    const bottom = height + from.bottom - from.top
    pieces.set(run, { from, top: height, bottom })
    height = bottom + room
    widest = Math.max(widest, from.right - from.left)
  }
  const width = widest + 2 * room
  const grey = new Uint8Array(width * height).fill(white)
  for (const { from, top } of pieces.values()) {
    for (let y = from.top; y < from.bottom; y++) {
      const row = page.grey.subarray(y * page.width + from.left, y * page.width + from.right)
      grey.set(row, (top + y - from.top) * width + room)
    }
  }
  return {
    picture: { width, height, grey, scale: page.scale },
    wordsOf(run, seen) {
      const piece = pieces.get(run)
      if (piece === undefined) return []
      const { from, top, bottom } = piece
      const isIn = (word: SeenWord) => word.top + word.bottom > 2 * top && word.top + word.bottom < 2 * bottom
      return seen.filter(isIn).map((word) => movedTo(run, word, from.left - room))
    },
  }
}

function movedTo({ words }: Run, word: SeenWord, across: number): SeenWord {
  const box = boxOf(words)
  const within = (x: number) => Math.min(box.right, Math.max(box.left, x + across))
  return { ...word, ...box, left: within(word.left), right: within(word.right), line: words[0]?.line ?? 0 }
}

/** Boxes of words end some points beside their letters, or in them: a piece is cut where there is white. */
function pieceOf({ words }: Run, page: PagePicture): Box {
  const box = boxOf(words)
  const top = Math.max(0, box.top - above)
  const bottom = Math.min(page.height, box.bottom + above)
  const isWhite = whiteColumns(page, box)
  const reach = reachOf(box.bottom - box.top)
  const left = firstWhite(isWhite, box.left, -1, reach) ?? firstWhite(isWhite, box.left, 1, reach) ?? box.left
  const right =
    firstWhite(isWhite, box.right, 1, reach) ?? firstWhite(isWhite, box.right, -1, reach) ?? box.right
  return { left: Math.max(0, left), top, right: Math.min(page.width, Math.max(right, left + 1)), bottom }
}

/** Tells whether a column of the line holds no ink; a little above and below may be that of other lines. */
function whiteColumns({ width, grey }: PagePicture, { top, bottom }: Box): (x: number) => boolean {
  const skipped = Math.round((bottom - top) * skippedShare)
  return (x) => {
    for (let y = top + skipped; y < bottom - skipped; y++)
      if ((grey[y * width + x] ?? white) < whiteMin) return false
    return true
  }
}

function firstWhite(
  isWhite: (x: number) => boolean,
  from: number,
  step: 1 | -1,
  reach: number,
): number | null {
  for (let away = 0; away <= reach; away++) if (isWhite(from + step * away)) return from + step * away
  return null
}
