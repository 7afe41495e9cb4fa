import { type Box, unionOf } from '../../layout/box.ts'
import { boxOf, isBlank } from '../../layout/fragments.ts'
import type { PageCharacters } from '../../page-characters.ts'

/** A letter of an invisible layer, and whether white space is before it. */
export interface LayerLetter {
  readonly text: string
  /** Where its middle is, from the left. */
  readonly x: number
  readonly afterSpace: boolean
}

/** Letters of a layer that are on one line, in the order in which they are drawn. */
export interface LayerLine {
  readonly letters: readonly LayerLetter[]
  readonly box: Box
}

/** In heights of a letter: how much of its height is on the line, and how far it may be from the last one. */
const onLineMin = 0.5
const gapMax = { ahead: 3, back: 1 }
/** No line of a page has more; what is longer is cut. */
const lettersMax = 1_000

/** The lines of a layer: what is drawn beside the last character, and level with it, is on its line. */
export function layerLines(layer: PageCharacters): LayerLine[] {
  const lines: LayerLine[] = []
  let letters: LayerLetter[] = []
  let box: Box | undefined
  let last: Box | undefined
  let afterSpace = false
  const end = () => {
    if (box !== undefined) lines.push({ letters, box })
    letters = []
    box = undefined
  }
  for (let index = 0; index < layer.count; index++) {
    if (isBlank(layer, index)) {
      afterSpace = true
      continue
    }
    const own = boxOf(layer, index)
    if (last !== undefined && (!isBeside(last, own) || letters.length >= lettersMax)) end()
    for (const [at, letter] of lettersOf(layer.codePoints[index] ?? 0).entries())
      letters.push({ text: letter, x: (own.left + own.right) / 2, afterSpace: afterSpace && at === 0 })
    box = box === undefined ? own : unionOf(box, own)
    last = own
    afterSpace = false
  }
  end()
  return lines
}

/** A ligature is several letters. */
function lettersOf(codePoint: number): string[] {
  const text = String.fromCodePoint(codePoint)
  const letters = [...text.normalize('NFKC')]
  return letters.length > 1 ? letters : [text]
}

function isBeside(last: Box, next: Box): boolean {
  const height = Math.min(last.top - last.bottom, next.top - next.bottom)
  const shared = Math.min(last.top, next.top) - Math.max(last.bottom, next.bottom)
  const room = Math.max(last.top - last.bottom, next.top - next.bottom)
  const gap = next.left - last.right
  return shared >= height * onLineMin && gap <= room * gapMax.ahead && gap >= -room * gapMax.back
}
