import { cleanCharacter } from '../clean-text.ts'
import { characterFlags, type PageCharacters } from '../pdfium/characters.ts'
import { type Box, heightOf } from './box.ts'
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
  const { tracking, spacedOut } = trackingOf(page, fragment)
  let text = ''
  let previous: number | null = null
  let space: Space = 'none'
  for (const index of fragment.characters) {
    const flags = page.flags[index] ?? 0
    const guess = skipGuesses && (flags & characterFlags.guessed) !== 0
    const hyphen = (flags & characterFlags.lineEndHyphen) !== 0
    const character = hyphen ? '-' : guess ? '' : cleanCharacter(page.codePoints[index] ?? 0)
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

/** Whether a space belongs between two characters of a fragment. */
function isApart(page: PageCharacters, a: number, b: number, space: Space, tracking: number): boolean {
  if (space === 'drawn') return true
  const gap = gapBetween(boxOf(page, a), boxOf(page, b))
  // Boxes that tell nothing: the space is believed.
  if (gap === null) return space === 'generated'
  const wide = Number(isWide(page.codePoints[a] ?? 0)) + Number(isWide(page.codePoints[b] ?? 0))
  if (space === 'generated') return !(gap >= 0 && gap < (wide === 2 ? chineseGapMax : joinedGapMax))
  return wide === 0 ? gap > tracking + spaceGapMin : gap > tracking + chineseGapMax * 2
}

/** In heights of the line; null where the boxes have none. */
function gapBetween(a: Box, b: Box): number | null {
  const height = Math.max(heightOf(a), heightOf(b))
  return height > 0 ? (b.left - a.right) / height : null
}

/**
 * The gap that stands between most characters: large where a heading is spaced out. It may be spaced out by
 * blanks, too, one behind each letter.
 */
function trackingOf(
  page: PageCharacters,
  { characters }: Fragment,
): { tracking: number; spacedOut: boolean } {
  const solid = characters.filter((index) => !isBlank(page, index))
  const blanks = characters.length - solid.length
  const chinese = solid.every((index) => isWide(page.codePoints[index] ?? 0))
  const spacedOut =
    solid.length >= (chinese ? 2 : 4) &&
    characters.every((index, at) => at % 2 === 0 || isBlank(page, index)) &&
    blanks >= solid.length - 1
  const gaps: number[] = []
  for (const [at, index] of characters.entries()) {
    const next = characters[at + 1]
    if (next === undefined || isBlank(page, index) || isBlank(page, next)) continue
    const gap = gapBetween(boxOf(page, index), boxOf(page, next))
    if (gap !== null) gaps.push(gap)
  }
  if (spacedOut) return { tracking: medianOf(spacedGaps(page, solid)), spacedOut }
  return { tracking: gaps.length < 4 ? 0 : Math.max(0, medianOf(gaps)), spacedOut }
}

function spacedGaps(page: PageCharacters, solid: readonly number[]): number[] {
  return solid.slice(1).flatMap((index, at) => {
    const gap = gapBetween(boxOf(page, solid[at] ?? index), boxOf(page, index))
    return gap === null ? [] : [gap]
  })
}
