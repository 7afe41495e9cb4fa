import { cleanCharacter } from '../clean-text.ts'
import { characterFlags, type PageCharacters } from '../page-characters.ts'
import { heightOf } from './box.ts'
import { boxOf, type Fragment, isBlank } from './fragments.ts'
import { medianOf } from './median.ts'
import { isWide } from './wide.ts'

/** Parts of the height of a line, which is about 1.2 times the size of its letters. */
const spaceGapMin = 0.13
const joinedGapMax = 0.04
const chineseGapMax = 0.15
/** Boxes further back than this stand on top of each other, and so apart. */
const backMax = 0.5

/**
 * The text of a line out of its fragments, with spaces where they are drawn or where there is room for one.
 */
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
      // In the middle of a word it holds the place of a letter; anywhere else it is an icon.
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

/** A place where a word might have been broken: it has no height, as nothing is drawn there. */
function isUndrawnHyphen(page: PageCharacters, index: number): boolean {
  return page.codePoints[index] === softHyphen && heightOf(boxOf(page, index)) === 0
}

/** Whether a space belongs between two characters of a fragment. */
function isApart(page: PageCharacters, a: number, b: number, space: Space, tracking: () => number): boolean {
  if (space === 'drawn') return true
  const gap = gapBetween(page, a, b)
  // Boxes that tell nothing: the space is believed.
  if (gap === null) return space === 'generated'
  const wide = Number(isWide(page.codePoints[a] ?? 0)) + Number(isWide(page.codePoints[b] ?? 0))
  if (space === 'generated') return !(gap >= 0 && gap < (wide === 2 ? chineseGapMax : joinedGapMax))
  const gapMin = wide === 0 ? spaceGapMin : chineseGapMax * 2
  return gap > gapMin && gap > tracking() + gapMin
}

/** In heights of the line; null where the boxes have none. */
function gapBetween(page: PageCharacters, a: number, b: number): number | null {
  const [before, after] = [boxOf(page, a), boxOf(page, b)]
  const height = Math.max(heightOf(before), heightOf(after))
  return height > 0 ? (after.left - before.right) / height : null
}

/** Whether a blank is drawn behind each letter, as in some headings. */
function isSpacedOut(page: PageCharacters, { characters }: Fragment): boolean {
  if (!characters.every((index, at) => at % 2 === 0 || isBlank(page, index))) return false
  const solid = characters.filter((index) => !isBlank(page, index))
  const chinese = solid.every((index) => isWide(page.codePoints[index] ?? 0))
  return solid.length >= (chinese ? 2 : 4) && characters.length >= solid.length * 2 - 1
}

/** The gap that stands between most characters: large where a heading is spaced out, by blanks or without. */
function trackingOf(page: PageCharacters, { characters }: Fragment, spacedOut: boolean): number {
  const letters = spacedOut ? characters.filter((index) => !isBlank(page, index)) : characters
  const gaps = gapsIn(page, letters)
  return gaps.length < 4 && !spacedOut ? 0 : Math.max(0, medianOf(gaps))
}

/** Those between letters that follow each other. */
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
