import { removeInvisible, toSimplified } from '../text/index.ts'

/** A line in the form that rules match, with the position of each of its units in the original. */
export interface Folded {
  readonly text: string
  /**
   * The start of each UTF-16 unit of `text` in the original, and the end of the original as the last
   * element.
   */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

const dashes = /^[\u2010-\u2015\u2212\u301c\u223c]$/u
const whiteSpace = /^\s$/u

/**
 * Converts full width to half width, runs of white space to one space, curly quotes and long dashes to
 * plain ones, and traditional characters to simplified. Skips invisible characters, so that they can't
 * split a word. Every unit keeps its position in the original, so that quotes are verbatim. `keepsLines`:
 * line feeds are kept.
 */
export function fold(original: string, keepsLines = false): Folded {
  const starts: number[] = []
  const ends: number[] = []
  let text = ''
  let at = 0
  for (const character of original) {
    const folded = keepsLines && character === '\n' ? '\n' : foldCharacter(character)
    const end = at + character.length
    if (folded === ' ' && text.endsWith(' ')) ends[ends.length - 1] = end
    else {
      for (let unit = 0; unit < folded.length; unit += 1) {
        starts.push(at)
        ends.push(end)
      }
      text += folded
    }
    at = end
  }
  return { text: simplified(text), starts, ends }
}

/**
 * Converting Taiwanese words may change the length. If so, the affected part is converted character by
 * character, which keeps the positions.
 */
function simplified(text: string): string {
  const whole = toSimplified(text)
  if (whole.length === text.length) return whole
  return text.split(part).map(simplifiedPart).join('')
}

const part = /(?<=[^\p{L}\p{N}])/u

function simplifiedPart(text: string): string {
  const converted = toSimplified(text)
  if (converted.length === text.length) return converted
  return Array.from(text, (character) => {
    const one = toSimplified(character)
    return one.length === character.length ? one : character
  }).join('')
}

function foldCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (code > 0x20 && code < 0x7f) return character
  if (whiteSpace.test(character)) return ' '
  if (character === '\u2018' || character === '\u2019') return "'"
  if (character === '\u201c' || character === '\u201d') return '"'
  if (dashes.test(character)) return '-'
  if (code >= 0x4e00 && code <= 0x9fff) return character
  if (removeInvisible(character).trim() === '') return ''
  const compatible = character.normalize('NFKC')
  return compatible.length === character.length ? compatible : character
}
