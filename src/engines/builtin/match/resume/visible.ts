import { blankMarkup, blankUnseen, invisible } from '../../text/index.ts'
import { looksHidden } from './guard.ts'

/** A resume as it is read: markup, and signs that take no room, are as if they weren't there. */
export interface Visible {
  readonly text: string
  /** The same without what such signs or styles hide; undefined where nothing is hidden, or nearly all is. */
  readonly open: string | undefined
  /** A part of `text` in the signs of the text as given. */
  readonly asGiven: (part: string) => string
}

/** Where one thing that is said ends. */
const pieces = /(?<=[\n,，、;；。.|])/u
/** Where more of a text is hidden, its file was made so: nobody hides all that is to be read. */
const hiddenShareMax = 0.8

export function readVisible(given: string): Visible {
  const [plain, seen] = [blankMarkup(given), blankUnseen(given)]
  const text = plain.replace(invisible, '')
  if (text === given) return { text, open: undefined, asGiven: (part) => part }
  const open = seen
    .split(pieces)
    .map((piece) => (looksHidden(piece) ? piece.replace(/[^\n]/gu, '') : piece))
    .join('')
    .replace(invisible, '')
  const isSome =
    open !== text && (signsOf(open) > signsOf(text) * (1 - hiddenShareMax) || saysSomething(open))
  return {
    text,
    open: isSome ? open : undefined,
    asGiven: (part) => partAsGiven({ given, plain, text }, part),
  }
}

/** Of a file that was made so, only single signs are left. */
const saysSomething = (open: string): boolean =>
  open
    .split(pieces)
    .map(signsOf)
    .filter((signs) => signs >= openPieceMin)
    .reduce((sum, signs) => sum + signs, 0) >= openSignsMin
const openPieceMin = 4
const openSignsMin = 12

const signsOf = (text: string): number => text.replace(/\s+/gu, '').length

/** A text as given, with its markup blanked, and without signs that take no room. */
type Readings = Readonly<Record<'given' | 'plain' | 'text', string>>

/** Where something hidden was left out in the middle of a part, it is told up to there. */
function partAsGiven({ given, plain, text }: Readings, part: string): string {
  let length = part.length
  while (length > 0 && !text.includes(part.slice(0, length))) length -= 1
  if (length === 0) return ''
  const at = text.indexOf(part.slice(0, length))
  const places: number[] = []
  let from = 0
  for (const { 0: signs, index } of [...plain.matchAll(invisible), { 0: '', index: plain.length }]) {
    for (let place = from; place < index; place += 1) places.push(place)
    from = index + signs.length
  }
  return given.slice(places[at], (places[at + length - 1] ?? 0) + 1)
}
