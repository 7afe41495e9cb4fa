import { type PagePicture, picturePointsMax } from '../../pdfium/render.ts'
import type { Box } from './ink.ts'
import { missedLines } from './missed-lines.ts'
import type { OcrLanguage, PictureReader, SeenWord } from './reader.ts'

/** Higher lines are reduced to this height, in pixels: the size that Tesseract reads best. */
const usualHeight = 44
/** In pixels: the white space around each piece of the sheet, and the part of the page around its ink. */
const room = 30
const beside = 6
const white = 255
/** Less text, or text with less confidence, is an icon or a part of a photo. */
const lettersMin = 2
const confidenceMin = 0.6
/** The least confidence of a Chinese line, until the line reader has read it. */
const confidenceLeast = 0.1

/** A page, and the words that were read on it. */
export interface ReadPage {
  readonly picture: PagePicture
  readonly language: OcrLanguage
  readonly words: readonly SeenWord[]
}

/** All words. Those of lines that Tesseract left out are last; `missed` has their lines and places. */
export interface ReadAgain {
  readonly words: readonly SeenWord[]
  readonly missed: ReadonlyMap<number, Box>
}

/**
 * Reads lines of ink that Tesseract left out, such as large names: they are placed one below the other on a
 * small picture, in the usual size. Some of them may be icons or parts of photos.
 */
export async function readMissed(
  reader: PictureReader,
  { picture, language, words }: ReadPage,
  signal: AbortSignal,
): Promise<ReadAgain> {
  const sheet = sheetOf(missedLines(picture, words), picture)
  if (sheet === null) return { words, missed: new Map() }
  const seen = (await reader.read(sheet.picture, language, 'block', signal)).words
  const next = Math.max(0, ...words.map(({ line }) => line)) + 1
  const missed = new Map(sheet.pieces.map(({ from }, at) => [next + at, from]))
  const added = sheet.pieces.flatMap((piece, at) => {
    const own = seen.filter((word) => isIn(word, piece)).map((word) => movedTo(piece, word, next + at))
    return own.some(({ text }) => han.test(text)) ? [asOne(own, piece.from)] : own
  })
  return { words: [...words, ...added], missed }
}

const han = /\p{Script=Han}/u

/** A Chinese line as one word with the box of its ink, so that the line reader gets all of it. */
function asOne(words: readonly SeenWord[], box: Box): SeenWord {
  const text = words.map((word) => word.text).join('')
  const confidence = Math.max(confidenceLeast, sureness(words) / Math.max(1, lettersIn(text)))
  return { ...box, text, confidence, line: words[0]?.line ?? 0 }
}

/**
 * Keeps missed lines that are text: each goes before the next lower line, and replaces the words that were
 * read in parts of its letters. The others are removed.
 */
export function placeMissed({ words, missed }: ReadAgain): readonly SeenWord[] {
  const first = words.filter(({ line }) => !missed.has(line))
  return [...missed].reduce<readonly SeenWord[]>((all, [line, box]) => {
    const own = words.filter((word) => word.line === line)
    const replaced = all.filter((word) => isWithin(word, box))
    if (!isText(own) || sureness(own) <= sureness(replaced)) return all
    return inserted(
      all.filter((word) => !replaced.includes(word)),
      own,
    )
  }, first)
}

/** A part of a large letter that was read as a word. */
function isWithin(word: SeenWord, box: Box): boolean {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2]
  return x > box.left && x < box.right && y > box.top && y < box.bottom
}

/** A line on the sheet: its place on the page and on the sheet, and by how much it was reduced. */
interface Piece {
  readonly from: Box
  readonly top: number
  readonly reduced: number
}

function sheetOf(
  boxes: readonly Box[],
  page: PagePicture,
): { readonly picture: PagePicture; readonly pieces: readonly Piece[] } | null {
  const pieces: Piece[] = []
  let [width, height] = [0, room]
  for (const box of boxes) {
    const reduced = Math.max(1, (box.bottom - box.top) / usualHeight)
    const across = beside * reduced
    const from = {
      left: Math.max(0, Math.floor(box.left - across)),
      top: Math.max(0, Math.floor(box.top - across)),
      right: Math.min(page.width, Math.ceil(box.right + across)),
      bottom: Math.min(page.height, Math.ceil(box.bottom + across)),
    }
    const below = height + Math.ceil((from.bottom - from.top) / reduced) + room
    const right = Math.max(width, Math.ceil((from.right - from.left) / reduced) + 2 * room)
    if (below * right > picturePointsMax) break
    pieces.push({ from, top: height, reduced })
    ;[width, height] = [right, below]
  }
  if (pieces.length === 0) return null
  const picture = { width, height, scale: page.scale, grey: new Uint8Array(width * height).fill(white) }
  for (const piece of pieces) draw(piece, page, picture)
  return { picture, pieces }
}

/** Each pixel of the sheet is the mean of its pixels of the page. */
function draw({ from, top, reduced }: Piece, page: PagePicture, sheet: PagePicture): void {
  const [wide, high] = [from.right - from.left, from.bottom - from.top].map((size) =>
    Math.floor(size / reduced),
  )
  for (let y = 0; y < (high ?? 0); y++) {
    const [firstRow, endRow] = [Math.floor(from.top + y * reduced), Math.floor(from.top + (y + 1) * reduced)]
    for (let x = 0; x < (wide ?? 0); x++) {
      const [first, end] = [Math.floor(from.left + x * reduced), Math.floor(from.left + (x + 1) * reduced)]
      let sum = 0
      for (let row = firstRow; row < endRow; row++) {
        for (let column = first; column < end; column++) sum += page.grey[row * page.width + column] ?? white
      }
      sheet.grey[(top + y) * sheet.width + room + x] = sum / ((endRow - firstRow) * (end - first))
    }
  }
}

function isIn(word: SeenWord, { from, top, reduced }: Piece): boolean {
  const middle = (word.top + word.bottom) / 2
  return middle > top && middle < top + (from.bottom - from.top) / reduced
}

function movedTo({ from, top, reduced }: Piece, word: SeenWord, line: number): SeenWord {
  const x = (at: number) =>
    Math.round(Math.min(from.right, Math.max(from.left, from.left + (at - room) * reduced)))
  const y = (at: number) =>
    Math.round(Math.min(from.bottom, Math.max(from.top, from.top + (at - top) * reduced)))
  return { ...word, left: x(word.left), right: x(word.right), top: y(word.top), bottom: y(word.bottom), line }
}

function isText(words: readonly SeenWord[]): boolean {
  const letters = words.reduce((sum, { text }) => sum + lettersIn(text), 0)
  return letters >= lettersMin && sureness(words) >= confidenceMin * letters
}

/** The sum of the confidences of all letters. */
function sureness(words: readonly SeenWord[]): number {
  return words.reduce((sum, { text, confidence }) => sum + lettersIn(text) * confidence, 0)
}

const lettersIn = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

function inserted(words: readonly SeenWord[], line: readonly SeenWord[]): SeenWord[] {
  const bottom = Math.max(...line.map((word) => word.bottom))
  const at = words.findIndex((word, place) => word.top >= bottom && words[place - 1]?.line !== word.line)
  return at === -1 ? [...words, ...line] : [...words.slice(0, at), ...line, ...words.slice(at)]
}
