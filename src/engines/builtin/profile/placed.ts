import type { ProfileValue } from '../../../contract/index.ts'
import { normalize } from '../text/index.ts'

/** A part of a text in the form in which texts are compared, and where each sign of it is in the text. */
export interface Placed {
  /** As the text has it. */
  readonly text: string
  readonly start: number
  readonly norm: string
  /** For each unit of `norm`, and its end, the unit of `text`; null where they are the same. */
  readonly places: Uint32Array | null
}

const plain = /^[\t\u0020-\u007e]*$/u
const forms = new Map<string, string>()
const formsMax = 20_000

/** The form of one sign, so that places are known; words as wholes are compared elsewhere. */
function formOf(sign: string): string {
  let form = forms.get(sign)
  if (form === undefined) {
    form = /\s/u.test(sign) ? ' ' : normalize(sign)
    if (forms.size < formsMax) forms.set(sign, form)
  }
  return form
}

/** The part of a text between two places. */
export function placedAt(whole: string, start: number, end: number): Placed {
  const text = whole.slice(start, end)
  if (plain.test(text)) return { text, start, norm: text.replaceAll('\t', ' ').toLowerCase(), places: null }
  const places: number[] = []
  let norm = ''
  let at = 0
  for (const sign of text) {
    // A line breaks within `至今` where a column is narrow.
    const form = sign === '\n' && norm.endsWith('至') ? '' : formOf(sign)
    for (let count = 0; count < form.length; count += 1) places.push(at)
    norm += form
    at += sign.length
  }
  places.push(text.length)
  return { text, start, norm, places: Uint32Array.from(places) }
}

const space = /\s/u

/** What is between two places, verbatim and without space around it; null where nothing is. */
export function valueAt(
  { text, start, norm, places }: Placed,
  from: number,
  to: number,
): ProfileValue | null {
  let first = places === null ? from : (places[from] ?? text.length)
  let last = to >= norm.length ? text.length : places === null ? to : (places[to] ?? text.length)
  while (first < last && space.test(text.charAt(first))) first += 1
  while (last > first && space.test(text.charAt(last - 1))) last -= 1
  if (first === last) return null
  return { text: text.slice(first, last), start: start + first, end: start + last }
}
