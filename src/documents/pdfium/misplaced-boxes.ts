import { characterFlags, type PageCharacters } from './characters.ts'

/** A ligature has no more letters. */
const lettersMax = 4

/**
 * Puts the letters of a ligature where they are. PDFium takes a ligature apart, and inside a form its letters
 * get boxes in the coordinates of the form. They are far from the letters before and behind, though
 * PDFium, which knows where the ligature stands, put no space or line break between.
 */
export function mendBoxes(page: PageCharacters): void {
  for (let first = 1; first < page.count; first++) {
    if (isBreak(page, first) || isBreak(page, first - 1)) continue
    if (!areFarApart(page, first - 1, first)) continue
    let end = first + 1
    while (end < page.count && end - first < lettersMax && !endsThere(page, end)) end += 1
    if (end - first < 2 || (end < page.count && !endsThere(page, end))) continue
    spread(page, first, end)
    first = end
  }
}

function endsThere(page: PageCharacters, index: number): boolean {
  return isBreak(page, index) || areFarApart(page, index - 1, index)
}

function areFarApart(page: PageCharacters, a: number, b: number): boolean {
  const { boxes } = page
  const [bottom = 0, , top = 0] = boxes.subarray(a * 4 + 1, a * 4 + 4)
  const [otherBottom = 0, , otherTop = 0] = boxes.subarray(b * 4 + 1, b * 4 + 4)
  return top > bottom && (otherBottom > top || otherTop < bottom)
}

/** Spaces, line breaks, and the hyphens at the ends of lines, behind which PDFium puts no line break. */
function isBreak({ flags }: PageCharacters, index: number): boolean {
  return ((flags[index] ?? 0) & (characterFlags.generated | characterFlags.lineEndHyphen)) !== 0
}

/** Divides the room between what stands before `first` and at `end` among the letters between. */
function spread({ boxes }: PageCharacters, first: number, end: number): void {
  const [, bottom = 0, left = 0, top = 0] = boxes.subarray(first * 4 - 4, first * 4)
  const [nextLeft = 0, nextBottom = 0, , nextTop = 0] = boxes.subarray(end * 4, end * 4 + 4)
  const beside = nextBottom < top && nextTop > bottom && nextLeft > left
  const letters = end - first
  const width = beside ? (nextLeft - left) / letters : (top - bottom) * 0.25
  for (let index = 0; index < letters; index++) {
    boxes.set([left + index * width, bottom, left + (index + 1) * width, top], (first + index) * 4)
  }
}
