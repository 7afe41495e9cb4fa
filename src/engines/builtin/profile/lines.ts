import { limits } from '../../../contract/index.ts'
import { statedLanguages } from '../match/grades/language.ts'
import { type Placed, placedAt } from './placed.ts'
import { type Heading, headingOf, type ProfileSection } from './sections.ts'

/** A line of a resume, without its bullet, with its section. Headings are excluded. */
export interface ProfileLine extends Placed {
  readonly section: ProfileSection
  /** The number of headings before the line. Lines with the same number belong together. */
  readonly block: number
  /** Whether a bullet or a number preceded the line. */
  readonly isItem: boolean
}

const bullet =
  /^[\s\u200b]{0,12}(?:[-–—*+]{1,2}(?:\s{1,4}|(?=\p{L}))|[•●○▪■◆◇★☆✓✔➢►▶♦·※→▸‣∙⚫◦◼\uf0b7\uf06c\uf0d8]{1,3}\s{0,4}|[(（]?\d{1,2}[)）、]\s{0,3}|\d{1,2}[.．](?!\d)\s{0,3}|[①-⑳]\s{0,3})(?=\S)/u
const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029]/gu
/** A range of dates that continues on the next line. */
const openRange = /(?:19|20)\d\d[\d\s./年月-]{0,8}\s?(?:[-–—~～至到]{1,2}|[-–—~～]\s至|to)\s{0,3}$/iu
const rangeEnd = /^\s{0,3}(?:(?:19|20)\d\d|至今|今|present|now|current|[A-Za-z]{3,9}\.?\s(?:19|20)\d\d)/iu
const rangeLineMax = 160

/** The lines of a text with their sections. */
export function linesOf(text: string): ProfileLine[] {
  const lines: ProfileLine[] = []
  let section: ProfileSection = 'plain'
  let block = 0
  for (const { start, end } of joined(text, rawLines(text))) {
    const mark = bullet.exec(text.slice(start, Math.min(end, start + 24)))
    const from = start + (mark?.[0].length ?? 0)
    const placed = placedAt(text, from, end)
    if (placed.norm.trim() === '') continue
    const heading = headingFor(placed.norm)
    if (heading === undefined) {
      lines.push({ ...placed, section, block, isItem: mark !== null })
      continue
    }
    const isAside: boolean = heading.isLabel && (asides.has(section) || section === heading.section)
    block += isAside ? 0 : 1
    const before: ProfileSection = section
    section = heading.section
    if (heading.restAt === undefined) continue
    const at = placed.places?.[heading.restAt] ?? heading.restAt
    const rest = placedAt(text, from + at, end)
    if (rest.norm.trim() === '') continue
    lines.push({ ...rest, section, block, isItem: false })
    if (isAside) section = before
  }
  return lines
}

/** In these sections, a heading with a colon labels only its own line. */
const asides: ReadonlySet<ProfileSection> = new Set(['skills', 'languages', 'other', 'contact', 'summary'])

/** `Languages: C++, Go` lists no spoken language. */
function headingFor(norm: string): Heading | undefined {
  const heading = headingOf(norm)
  if (heading?.section !== 'languages' || heading.restAt === undefined) return heading
  const isSpoken = statedLanguages(norm.slice(heading.restAt)).length > 0
  return isSpoken ? heading : { ...heading, section: 'skills' }
}

interface Range {
  readonly start: number
  readonly end: number
}

function rawLines(text: string): Range[] {
  const ranges: Range[] = []
  let start = 0
  const add = (end: number): void => {
    for (; start + lineUnitsMax < end; start += lineUnitsMax)
      ranges.push({ start, end: start + lineUnitsMax })
    ranges.push({ start, end })
  }
  for (const match of text.slice(0, limits.profileTextUnitsMax).matchAll(lineEnd)) {
    add(match.index)
    start = match.index + match[0].length
  }
  add(Math.min(text.length, limits.profileTextUnitsMax))
  return ranges
}

/** Longer lines are cut, which bounds the input of every pattern. */
const lineUnitsMax = 1_000

/** The lines of a text. A line that ends inside a range of dates is joined with the next one. */
function joined(text: string, ranges: readonly Range[]): Range[] {
  const found: Range[] = []
  for (const range of ranges) {
    const last = found.at(-1)
    const isOpen =
      last !== undefined &&
      last.end - last.start <= rangeLineMax &&
      openRange.test(text.slice(last.start, last.end)) &&
      rangeEnd.test(text.slice(range.start, Math.min(range.end, range.start + 24)))
    if (isOpen) found[found.length - 1] = { start: last.start, end: range.end }
    else found.push(range)
  }
  return found
}
