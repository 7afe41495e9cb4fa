import { cleanCharacter } from '../clean-text.ts'
import { characterFlags, type PageCharacters } from '../page-characters.ts'
import { heightOf } from './box.ts'
import { boxOf, type Fragment, isBlank } from './fragments.ts'
import { medianOf } from './median.ts'
import { isWide } from './wide.ts'

/** Shares of the line height, which is about 1.2 times the font size. */
const spaceGapMin = 0.13
const joinedGapMax = 0.04
const chineseGapMax = 0.15
/** Boxes that are further back than this are stacked and therefore separate. */
const backMax = 0.5

/** The text of a line. Spaces are inserted where they are drawn or where the gap is wide enough. */
export function lineText(page: PageCharacters, line: readonly Fragment[], skipGuesses: boolean): string {
  let text = ''
  let previous: Fragment | undefined
  for (const fragment of line) {
    const more = fragmentText(page, fragment, skipGuesses)
    if (more === '') continue
    text += previous !== undefined && standApart(previous, fragment) ? ` ${more}` : more
    previous = fragment
  }
  return text
}

function standApart(a: Fragment, b: Fragment): boolean {
  const gap = (b.left - a.right) / Math.max(heightOf(a), heightOf(b))
  return !(gap > -backMax && gap < spaceGapMin)
}

type Space = 'none' | 'generated' | 'drawn'

function fragmentText(page: PageCharacters, fragment: Fragment, skipGuesses: boolean): string {
  const spacedOut = isSpacedOut(page, fragment)
  let known: number | null = null
  const tracking = () => (known ??= trackingOf(page, fragment, spacedOut))
  let text = ''
  let previous: number | null = null
  let space: Space = 'none'
  for (const index of fragment.characters) {
    const flags = page.flags[index] ?? 0
    const guess = skipGuesses && (flags & characterFlags.guessed) !== 0
    const hyphen = (flags & characterFlags.lineEndHyphen) !== 0
    const skipped = guess || isUndrawnHyphen(page, index)
    const character = hyphen ? '-' : skipped ? '' : cleanCharacter(page.codePoints[index] ?? 0)
    if (character === ' ') {
      if ((flags & characterFlags.generated) === 0) space = 'drawn'
      else if (space === 'none') space = 'generated'
      continue
    }
    const apart = previous !== null && isApart(page, previous, index, spacedOut ? 'none' : space, tracking)
    if (character === '') {
      // In the middle of a word it replaces a letter; elsewhere it is an icon.
      if (!apart && previous !== null) previous = index
      continue
    }
    text += apart ? ` ${character}` : character
    previous = index
    space = 'none'
  }
  return text
}

const softHyphen = 0xad

/** A soft hyphen where the word isn't broken. It isn't drawn and has no height. */
function isUndrawnHyphen(page: PageCharacters, index: number): boolean {
  return page.codePoints[index] === softHyphen && heightOf(boxOf(page, index)) === 0
}

/** Whether a space belongs between two characters of a fragment. */
function isApart(page: PageCharacters, a: number, b: number, space: Space, tracking: () => number): boolean {
  if (space === 'drawn') return true
  const gap = gapBetween(page, a, b)
  // Without usable boxes, PDFium's space is accepted.
  if (gap === null) return space === 'generated'
  const wide = Number(isWide(page.codePoints[a] ?? 0)) + Number(isWide(page.codePoints[b] ?? 0))
  if (space === 'generated') return !(gap >= 0 && gap < (wide === 2 ? chineseGapMax : joinedGapMax))
  const gapMin = wide === 0 ? spaceGapMin : chineseGapMax * 2
  return gap > gapMin && gap > tracking() + gapMin
}

/** In heights of the line; null if the boxes have no height. */
function gapBetween(page: PageCharacters, a: number, b: number): number | null {
  const [before, after] = [boxOf(page, a), boxOf(page, b)]
  const height = Math.max(heightOf(before), heightOf(after))
  return height > 0 ? (after.left - before.right) / height : null
}

/** Whether a blank is drawn after each letter, as in some headings. */
function isSpacedOut(page: PageCharacters, { characters }: Fragment): boolean {
  if (!characters.every((index, at) => at % 2 === 0 || isBlank(page, index))) return false
  const solid = characters.filter((index) => !isBlank(page, index))
  const chinese = solid.every((index) => isWide(page.codePoints[index] ?? 0))
  return solid.length >= (chinese ? 2 : 4) && characters.length >= solid.length * 2 - 1
}

/** The median gap between characters. It is large in spaced-out headings, with or without blanks. */
function trackingOf(page: PageCharacters, { characters }: Fragment, spacedOut: boolean): number {
  const letters = spacedOut ? characters.filter((index) => !isBlank(page, index)) : characters
  const gaps = gapsIn(page, letters)
  return gaps.length < 4 && !spacedOut ? 0 : Math.max(0, medianOf(gaps))
}

/** The gaps between adjacent letters. */
function gapsIn(page: PageCharacters, characters: readonly number[]): number[] {
  const gaps: number[] = []
  for (const [at, index] of characters.entries()) {
    const next = characters[at + 1]
    if (next === undefined || isBlank(page, index) || isBlank(page, next)) continue
    const gap = gapBetween(page, index, next)
    if (gap !== null) gaps.push(gap)
  }
  return gaps
}
