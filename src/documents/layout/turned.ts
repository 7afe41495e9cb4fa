import { characterFlags, emptyCharacters, type PageCharacters } from '../page-characters.ts'

/**
 * Splits the characters of a page by writing direction, the most frequent first. Each part is rotated so
 * that its lines run from left to right. A page that lies on its side has one part; a title written up the
 * margin adds a second.
 */
export function byDirection(page: PageCharacters): PageCharacters[] {
  if (page.quarters.every((quarter) => quarter === 0)) return [page]
  const quarters = directionsOf(page)
  const counts = [0, 0, 0, 0]
  for (const quarter of quarters) counts[quarter] = (counts[quarter] ?? 0) + 1
  const directions = [0, 1, 2, 3].filter((quarter) => (counts[quarter] ?? 0) > 0)
  return directions
    .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
    .map((quarter) => turnedPart(page, quarters, quarter, counts[quarter] ?? 0))
}

/** Characters that PDFium generated get the direction of the previous character. */
function directionsOf({ count, quarters, flags }: PageCharacters): Uint8Array {
  const directions = new Uint8Array(count)
  let last = quarters[flags.findIndex((flag) => (flag & characterFlags.generated) === 0)] ?? 0
  for (let index = 0; index < count; index++) {
    if (((flags[index] ?? 0) & characterFlags.generated) === 0) last = quarters[index] ?? 0
    directions[index] = last
  }
  return directions
}

function turnedPart(
  page: PageCharacters,
  directions: Uint8Array,
  quarter: number,
  count: number,
): PageCharacters {
  const part = emptyCharacters(count)
  let at = 0
  for (let index = 0; index < page.count; index++) {
    if (directions[index] !== quarter) continue
    part.codePoints[at] = page.codePoints[index] ?? 0
    part.flags[at] = page.flags[index] ?? 0
    part.doubts[at] = page.doubts[index] ?? 0
    const [left = 0, bottom = 0, right = 0, top = 0] = page.boxes.subarray(index * 4, index * 4 + 4)
    if (quarter === 0) part.boxes.set([left, bottom, right, top], at * 4)
    else if (quarter === 1) part.boxes.set([bottom, -right, top, -left], at * 4)
    else if (quarter === 2) part.boxes.set([-right, -top, -left, -bottom], at * 4)
    else part.boxes.set([-top, left, -bottom, right], at * 4)
    at += 1
  }
  return part
}
