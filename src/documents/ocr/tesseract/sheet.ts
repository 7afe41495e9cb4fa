import type { PagePicture } from '../../pdfium/render.ts'
import { type Box, boxOf } from './ink.ts'
import type { SeenWord } from './reader.ts'

/** Neighbouring words of a line, some of them doubtful: the index range from `from` to before `to`. */
export interface Run {
  readonly from: number
  readonly to: number
  readonly words: readonly SeenWord[]
}

/** In pixels: the white space around each piece, and the part of the page shown above and below its words. */
const room = 20
const above = 4
/** As a share of the word height: how far from its box a word may end. */
const reachShare = 0.6
const skippedShare = 0.15
const white = 255
/**
 * Darker pixels are part of a letter, including its pale edge, which is lighter than ink. No piece is cut
 * there.
 */
const whiteMin = 160

/** Pieces of a page, one below the other, and a function that finds the recognised words of each. */
export interface Sheet {
  readonly picture: PagePicture
  /** The recognised words of a run, with the run's place and line on the page. */
  wordsOf(run: Run, seen: readonly SeenWord[]): SeenWord[]
}

/** The size of a sheet, in pixels. */
export interface SheetSize {
  readonly width: number
  readonly height: number
}

/** The size of a sheet after a run is added. */
export function sizeWith(run: Run, { width, height }: SheetSize = { width: 0, height: room }): SheetSize {
  const { left, top, right, bottom } = boxOf(run.words)
  return {
    width: Math.max(width, right - left + 2 * reachOf(bottom - top) + 2 * room),
    height: height + bottom - top + 2 * above + room,
  }
}

const reachOf = (height: number) => Math.round(height * reachShare)

/** Copies the runs from the page's picture, without the other words of their lines. */
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

/** The boxes of words end beside their letters or within them, so a piece is cut at the next white column. */
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

/**
 * Returns a function that reports whether a column of the line has no ink. The top and bottom edges are
 * skipped, because they may have ink of other lines.
 */
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
