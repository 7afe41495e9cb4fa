import { characterFlags, type PageCharacters } from '../../page-characters.ts'
import type { TextLayer } from '../text-runs.ts'
import { withTexts } from './with-texts.ts'

/**
 * Joins a letter and its separately drawn accent into one character if Unicode has one: `´` and `e` become
 * `é`. TeX draws the accent before the letter, other programs after it. Boxes are in the coordinates of the
 * file.
 */
export function joinAccents(layer: TextLayer): TextLayer {
  const { codePoints } = layer.characters
  let texts: Map<number, string> | null = null
  let searches = 0
  for (let index = 0; index < codePoints.length; index++) {
    const mark = codePoints[index] ?? 0
    if (!isAccent(mark)) continue
    texts ??= new Map()
    const joins = (base: number) =>
      !texts?.has(base) &&
      isPlaced(layer.characters, index, base) &&
      joinedOf(mark, codePoints[base] ?? 0) !== null
    searches += 1
    // An accent raised over a capital comes after the letter's line.
    const base =
      [index + 1, index - 1].find(joins) ??
      (searches > searchesMax ? -1 : codePoints.findIndex((_, at) => joins(at)))
    const joined = base < 0 ? null : joinedOf(mark, codePoints[base] ?? 0)
    if (joined !== null) texts.set(index, '').set(base, joined)
  }
  return texts === null || texts.size === 0 ? layer : withTexts(layer, texts)
}

/** After this many accents, only the characters beside an accent are searched for its letter. */
const searchesMax = 200

/** Spacing accents, and the combining marks that Unicode joins to letters. */
const accents: ReadonlyMap<number, string> = new Map(
  [
    ['`', '\u0300'],
    ['´', '\u0301'],
    ['ˆ', '\u0302'],
    ['˜', '\u0303'],
    ['¯', '\u0304'],
    ['ˉ', '\u0304'],
    ['˘', '\u0306'],
    ['˙', '\u0307'],
    ['¨', '\u0308'],
    ['˚', '\u030a'],
    ['˝', '\u030b'],
    ['ˇ', '\u030c'],
    ['¸', '\u0327'],
    ['˛', '\u0328'],
  ].map(([accent = '', mark = '']) => [accent.codePointAt(0) ?? 0, mark]),
)

const grave = 0x60
const secondAccent = 0xa8
const combining = { first: 0x300, last: 0x36f }

function isAccent(codePoint: number): boolean {
  // Most characters are neither the first accent nor as far as the others.
  if (codePoint !== grave && (codePoint < secondAccent || codePoint > combining.last)) return false
  return codePoint >= combining.first || accents.has(codePoint)
}

function joinedOf(mark: number, letter: number): string | null {
  const base = dotless.get(letter) ?? String.fromCodePoint(letter)
  if (!/\p{L}/u.test(base)) return null
  const joined = (base + (accents.get(mark) ?? String.fromCodePoint(mark))).normalize('NFC')
  return [...joined].length === 1 ? joined : null
}

/** The dotless letters i and j, which are drawn under an accent. */
const dotless: ReadonlyMap<number, string> = new Map([
  [0x131, 'i'],
  [0x237, 'j'],
])

/** Share of the smaller box, in both directions. Adjacent letters overlap by a tenth at most. */
const sharedMin = 0.4

/** Whether an accent is over or under a letter, or has no width and follows it, as combining marks do. */
function isPlaced({ boxes, flags }: PageCharacters, accent: number, letter: number): boolean {
  if (((flags[letter] ?? 0) & characterFlags.generated) !== 0) return false
  const [a, b] = [boxes.subarray(accent * 4, accent * 4 + 4), boxes.subarray(letter * 4, letter * 4 + 4)]
  return [0, 1].every((side) => {
    const [from, to] = [Math.max(a[side] ?? 0, b[side] ?? 0), Math.min(a[side + 2] ?? 0, b[side + 2] ?? 0)]
    const length = Math.min((a[side + 2] ?? 0) - (a[side] ?? 0), (b[side + 2] ?? 0) - (b[side] ?? 0))
    return length <= 0 ? accent === letter + 1 : to - from >= length * sharedMin
  })
}
