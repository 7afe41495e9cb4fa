import { type Box, heightOf, onOneLine } from './box.ts'
import { fieldsBehindLabels } from './fields.ts'
import type { Fragment } from './fragments.ts'

/**
 * Returns the fragments in drawing order, with text moved to the line that it is beside. Programs often
 * draw such text separately: form fields after all labels, bullets after the text of a list, and the dates
 * and places of an entry after everything to their left.
 */
export function besideTheirLines(fragments: readonly Fragment[]): readonly Fragment[] {
  const order = datesBesideLines(marginBehindLines(bulletsBeforeLines(fieldsBehindLabels(fragments))))
  if (order.every((fragment, index) => fragment === fragments[index])) return fragments
  return order.map((fragment, drawn) => ({ ...fragment, drawn }))
}

/** Maximum distance from a bullet to its text, in heights of a line. */
const bulletGapMax = 3

function bulletsBeforeLines(fragments: readonly Fragment[]): readonly Fragment[] {
  const before = new Map<Fragment, Fragment>()
  for (const [index, bullet] of fragments.entries()) {
    if (bullet.bullet !== 'alone') continue
    const next = fragments[index + 1]
    if (next !== undefined && isHeaded(next, bullet)) continue
    const headed = fragments.filter((other) => isHeaded(other, bullet) && !before.has(other))
    const nearest = headed.sort((a, b) => a.left - b.left)[0]
    if (nearest !== undefined) before.set(nearest, bullet)
  }
  if (before.size === 0) return fragments
  const moved = new Set(before.values())
  return fragments.flatMap((fragment) => {
    if (moved.has(fragment)) return []
    const bullet = before.get(fragment)
    return bullet === undefined ? [fragment] : [bullet, fragment]
  })
}

function isHeaded(text: Fragment, bullet: Box): boolean {
  const gap = text.left - bullet.right
  const near = gap > -heightOf(text) * 0.1 && gap < heightOf(text) * bulletGapMax
  return text.bullet !== 'alone' && near && onOneLine(text, bullet)
}

/** A block with more lines is a column. */
const blockLinesMax = 3
/** In characters; Chinese ones count twice. Longer lines are neither dates nor places. */
const blockLengthMax = 32
/** The lines of a block of dates are searched in this many fragments before it. */
const linesBackMax = 16

/**
 * Moves short blocks at the right margin behind the lines to their left. Floats are drawn before these
 * lines.
 */
function marginBehindLines(fragments: readonly Fragment[]): readonly Fragment[] {
  const behind = new Map<Fragment, readonly Fragment[]>()
  for (let index = 0; index < fragments.length; index++) {
    const block = blockFrom(fragments, index)
    const last = isShort(block) && isFlushRight(block) ? lastLineOf(fragments, index, block) : null
    if (last === null) continue
    behind.set(last, block)
    index += block.length - 1
  }
  if (behind.size === 0) return fragments
  const moved = new Set([...behind.values()].flat())
  return fragments.flatMap((each) => (moved.has(each) ? [] : [each, ...(behind.get(each) ?? [])]))
}

/** Lines in a column share their left edge; lines of a flush-right block don't. */
function isFlushRight(block: readonly Fragment[]): boolean {
  const [first, last] = [block[0], block.at(-1)]
  if (first === undefined || last === undefined) return false
  return Math.abs(first.left - last.left) > heightOf(first)
}

/** The last of the lines to the left of a block. They are drawn after the block and close together. */
function lastLineOf(
  fragments: readonly Fragment[],
  index: number,
  block: readonly Fragment[],
): Fragment | null {
  const later = fragments.slice(index + block.length)
  const places = block.map((piece) =>
    later.findIndex((each) => each.right <= piece.left && !each.dated && onOneLine(each, piece)),
  )
  const [first, last] = [Math.min(...places), Math.max(...places)]
  return first < 0 || last - first > blockLinesMax ? null : (later[last] ?? null)
}

function datesBesideLines(fragments: readonly Fragment[]): readonly Fragment[] {
  const order: Fragment[] = []
  for (let index = 0; index < fragments.length; index++) {
    const block = blockFrom(fragments, index)
    const lines = areDates(block) ? linesOfBlock(order, block) : null
    if (lines === null) {
      order.push(...fragments.slice(index, index + 1))
      continue
    }
    insertBeside(order, lines, block)
    index += block.length - 1
  }
  return order
}

/** Dates beside an item of a list are about its entry, so they go before the item. */
function insertBeside(order: Fragment[], lines: readonly Fragment[], block: readonly Fragment[]): void {
  const items = lines.findIndex((line, at) => at > 0 && !isHead(order, line))
  let place = 0
  for (const [at, line] of lines.entries()) {
    if (items < 0 || at < items) place = order.lastIndexOf(line) + 1
    order.splice(place, 0, ...block.slice(at, at + 1))
    place += 1
  }
}

/** In characters; Chinese ones count twice. Longer lines are sentences. */
const headLengthMax = 80

function isHead(drawn: readonly Fragment[], line: Fragment): boolean {
  const before = drawn[drawn.lastIndexOf(line) - 1]
  const isMarked = before !== undefined && before.bullet === 'alone' && onOneLine(before, line)
  return line.bullet === 'none' && !isMarked && line.length <= headLengthMax
}

/** The dates of one entry, with its place or similar. */
function areDates(block: readonly Fragment[]): boolean {
  const dates = block.filter(({ dated }) => dated)
  return isShort(block) && dates.length === 1
}

function isShort(block: readonly Fragment[]): boolean {
  const short = block.every(({ length }) => length <= blockLengthMax)
  return short && block.length > 1 && block.length <= blockLinesMax
}

/**
 * The fragments drawn from `index` on, each close under the previous one and aligned with it. The block
 * stops one line past the maximum, which is enough to reject it.
 */
function blockFrom(fragments: readonly Fragment[], index: number): readonly Fragment[] {
  let end = index + 1
  for (; end < fragments.length && end <= index + blockLinesMax; end++) {
    const [last, next] = [fragments[end - 1], fragments[end]]
    if (last === undefined || next === undefined || !isCloseUnder(last, next)) break
  }
  return fragments.slice(index, end)
}

/** A full-width line may end where dates end by chance, so right alignment counts for short lines only. */
function isCloseUnder(a: Fragment, b: Fragment): boolean {
  const height = Math.min(heightOf(a), heightOf(b))
  const isAligned = (off: number) => Math.abs(off) < height * 0.5
  const inColumn = isAligned(a.left - b.left) || (isAligned(a.right - b.right) && b.length <= blockLengthMax)
  return inColumn && Math.abs(a.bottom - b.top) < height * 0.6
}

/**
 * The line to the left of each line of a block. Null unless the last drawn fragments are all to the left
 * and without dates.
 */
function linesOfBlock(drawn: readonly Fragment[], block: readonly Fragment[]): Fragment[] | null {
  const left = Math.min(...block.map((piece) => piece.left))
  const first = block[0]
  const beside: Fragment[] = []
  for (const fragment of drawn.slice(-linesBackMax).reverse()) {
    if (first === undefined || fragment.right > left || fragment.dated) break
    if (fragment.bottom > first.top) break
    beside.push(fragment)
  }
  const lines = block.map((piece) => beside.find((other) => onOneLine(other, piece)))
  return lines.every((line) => line !== undefined) ? lines : null
}
