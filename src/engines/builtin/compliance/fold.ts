import { removeInvisible, toSimplified } from '../text/index.ts'

/** A line in the form in which rules are matched, and where each of its units stands in the original. */
export interface Folded {
  readonly text: string
  /** Start in the original of each UTF-16 unit of `text`, and the end of the original behind the last one. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

const dashes = /^[\u2010-\u2015\u2212\u301c\u223c]$/u
const whiteSpace = /^\s$/u

/**
 * Full width becomes half width, runs of white space one space, curly quotes and long dashes plain ones,
 * traditional characters simplified; what is invisible is skipped, so that it can't part a word. Every
 * unit keeps its place in the original, so that a quote is verbatim. `keepsLines`: line feeds stay what
 * they are.
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

/** Words of Taiwan may have another length; where they do, the smallest part keeps its places. */
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
