import { cleanCharacter, isSpace } from '../clean-text.ts'
import { characterFlags, type PageCharacters } from '../page-characters.ts'
import { type Box, heightOf, overlapX, overlapY, unionOf } from './box.ts'
import { isWide } from './wide.ts'

/**
 * A piece of a line, drawn without interruption and without a wide gap. The reading order moves fragments.
 */
export interface Fragment extends Box {
  /** Indices of its characters, including the spaces that PDFium generated between and after them. */
  readonly characters: readonly number[]
  /** Its index in the drawing order of the page. */
  readonly drawn: number
  /** In characters; Chinese ones count twice. */
  readonly length: number
  /** Whether it contains a year, as dates of an entry do. */
  readonly dated: boolean
  /** Whether it begins with a bullet (`leading`) or is only a bullet (`alone`). */
  readonly bullet: 'none' | 'leading' | 'alone'
  /** Whether OCR read it in a picture of the page. `drawn` is then its index in OCR's order. */
  readonly recognised: boolean
  /** Whether it is in a form field or a note, which is drawn after the page wherever it is. */
  readonly annotation: boolean
}

/**
 * In heights of a line. A gap of this width may be a gutter between columns or lead to a date at the
 * margin.
 */
const fragmentGapMax = 0.9
/**
 * In heights of the lower box: how far left of the previous character's start one may begin, as kerned
 * letters and accents do.
 */
const overlapMax = 0.5

/** Cuts the characters of a page into fragments. A character without a box stays with the previous one. */
export function fragmentsOf(page: PageCharacters): Fragment[] {
  const fragments: Fragment[] = []
  let open: { characters: number[]; box: Box; last: Box | null } | null = null
  const close = () => {
    if (open !== null) {
      const { box, characters } = open
      const about = {
        length: lengthOf(page, characters),
        dated: isDated(page, characters),
        bullet: bulletOf(page, characters),
        recognised: isFlagged(page, characters[0] ?? 0, characterFlags.recognised),
        annotation: isFlagged(page, characters[0] ?? 0, characterFlags.annotation),
      }
      fragments.push({ ...box, characters, drawn: fragments.length, ...about })
    }
    open = null
  }
  for (let index = 0; index < page.count; index++) {
    if (isLineBreak(page.codePoints[index] ?? 0)) {
      // Without boxes, line breaks are the only evidence.
      if (open?.last === null) close()
      continue
    }
    // PDFium counts the next line as part of a line that ends in a hyphen.
    if (open !== null && endsInHyphen(page, open.characters)) close()
    const blank = isBlank(page, index)
    const box = boxOf(page, index)
    const placed = !blank && heightOf(box) > 0
    if (
      placed &&
      open !== null &&
      open.last !== null &&
      !goesOn(open.last, box, isFlagged(page, index, characterFlags.recognised))
    )
      close()
    if (open === null) {
      if (!blank) open = { characters: [index], box, last: placed ? box : null }
      continue
    }
    open.characters.push(index)
    if (!placed) continue
    open.box = open.last === null ? box : unionOf(open.box, box)
    open.last = box
  }
  close()
  return fragments
}

function endsInHyphen({ flags }: PageCharacters, characters: readonly number[]): boolean {
  return ((flags[characters.at(-1) ?? 0] ?? 0) & characterFlags.lineEndHyphen) !== 0
}

function lengthOf({ codePoints }: PageCharacters, characters: readonly number[]): number {
  return characters.reduce((sum, index) => sum + (isWide(codePoints[index] ?? 0) ? 2 : 1), 0)
}

/** Longer fragments are sentences. */
const datesLengthMax = 40

function isDated({ codePoints }: PageCharacters, characters: readonly number[]): boolean {
  if (characters.length > datesLengthMax) return false
  const text = characters.map((index) => cleanCharacter(codePoints[index] ?? 0)).join('')
  return /(^|\D)(19|20)\d\d(\D|$)|\bpresent\b|至今/i.test(text)
}

function bulletOf({ codePoints }: PageCharacters, characters: readonly number[]): Fragment['bullet'] {
  const cleaned = (index: number) => cleanCharacter(codePoints[index] ?? 0).trim()
  const first = characters.findIndex((index) => cleaned(index) !== '')
  if (!bullets.test(cleaned(characters[first] ?? -1))) return 'none'
  return characters.some((index, at) => at > first && cleaned(index) !== '') ? 'leading' : 'alone'
}

const bullets = /^[•‣◦∙·●○■□▪▫◆◇▶▸►➢➤✓✔❖]$/u

/** OCR gives all words of a line the same top and bottom. */
function goesOn(last: Box, next: Box, recognised: boolean): boolean {
  if (recognised && (last.top !== next.top || last.bottom !== next.bottom)) return false
  const lower = Math.min(heightOf(last), heightOf(next))
  const gap = -overlapX(last, next)
  const ahead = next.left - last.left
  return (
    overlapY(last, next) > lower * 0.5 &&
    ahead > -lower * overlapMax &&
    gap < Math.max(heightOf(last), heightOf(next)) * fragmentGapMax
  )
}

export function boxOf({ boxes }: PageCharacters, index: number): Box {
  const at = index * 4
  return {
    left: boxes[at] ?? 0,
    bottom: boxes[at + 1] ?? 0,
    right: boxes[at + 2] ?? 0,
    top: boxes[at + 3] ?? 0,
  }
}

export function isBlank({ codePoints, flags }: PageCharacters, index: number): boolean {
  return ((flags[index] ?? 0) & characterFlags.generated) !== 0 || isSpace(codePoints[index] ?? 0)
}

function isFlagged({ flags }: PageCharacters, index: number, flag: number): boolean {
  return ((flags[index] ?? 0) & flag) !== 0
}

function isLineBreak(codePoint: number): boolean {
  return codePoint === 0x0a || codePoint === 0x0d
}
