import { blankMarkup, blankUnseen, invisible } from '../../text/index.ts'
import { looksHidden } from './guard.ts'

/** A resume without markup and invisible characters. */
export interface Visible {
  readonly text: string
  /**
   * The text without parts hidden by invisible characters or styles; undefined if nothing or nearly
   * everything is hidden.
   */
  readonly open: string | undefined
  /** Returns a part of `text` as it appears in the original. */
  readonly asGiven: (part: string) => string
}

/** The ends of phrases. */
const pieces = /(?<=[\n,，、;；。.|])/u
/** Above this share, the file format caused the hiding: a manipulated resume hides only a part. */
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
    open !== text &&
    (countCharacters(open) > countCharacters(text) * (1 - hiddenShareMax) || saysSomething(open))
  return {
    text,
    open: isSome ? open : undefined,
    asGiven: (part) => partAsGiven({ given, plain, text }, part),
  }
}

/**
 * True if enough readable text remains; a file format that hides everything leaves only single characters.
 */
const saysSomething = (open: string): boolean =>
  open
    .split(pieces)
    .map(countCharacters)
    .filter((signs) => signs >= openPieceMin)
    .reduce((sum, signs) => sum + signs, 0) >= openCharactersMin
const openPieceMin = 4
const openCharactersMin = 12

const countCharacters = (text: string): number => text.replace(/\s+/gu, '').length

/** The original text; the text with its markup blanked; and that text without invisible characters. */
type Readings = Readonly<Record<'given' | 'plain' | 'text', string>>

/** If hidden text was removed inside a part, only the text before it is returned. */
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
