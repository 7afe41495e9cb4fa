import { type Box, unionOf } from '../../layout/box.ts'
import { boxOf, isBlank } from '../../layout/fragments.ts'
import type { PageCharacters } from '../../page-characters.ts'

/** A letter of an invisible layer, and whether white space precedes it. */
export interface LayerLetter {
  readonly text: string
  /** The horizontal centre of the letter. */
  readonly x: number
  readonly afterSpace: boolean
}

/** The letters of one line of a layer, in drawing order. */
export interface LayerLine {
  readonly letters: readonly LayerLetter[]
  readonly box: Box
}

/**
 * As shares of a letter's height: the vertical overlap with the line, and the largest distance from the
 * previous letter.
 */
const onLineMin = 0.5
const gapMax = { ahead: 3, back: 1 }
/** No line of a page has more letters; longer lines are split. */
const lettersMax = 1_000

/** Splits a layer into lines. A character beside the previous one, at the same height, continues the line. */
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

/** A ligature counts as several letters. */
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
