import type { ProfileValue } from '../../../contract/index.ts'
import { normalize } from '../text/index.ts'

/** A part of a text in normalised form, with the original offset of each character. */
export interface Placed {
  /** The text as written. */
  readonly text: string
  readonly start: number
  readonly norm: string
  /** Maps each unit of `norm`, and its end, to a unit of `text`; null if the offsets are equal. */
  readonly places: Uint32Array | null
}

const plain = /^[\t\u0020-\u007e]*$/u
const forms = new Map<string, string>()
const formsMax = 20_000

/** Normalises one character, so that offsets remain known. Whole words are normalised elsewhere. */
function formOf(sign: string): string {
  let form = forms.get(sign)
  if (form === undefined) {
    form = /\s/u.test(sign) ? ' ' : normalize(sign)
    if (forms.size < formsMax) forms.set(sign, form)
  }
  return form
}

/** The part of a text between two offsets. */
export function placedAt(whole: string, start: number, end: number): Placed {
  const text = whole.slice(start, end)
  if (plain.test(text)) return { text, start, norm: text.replaceAll('\t', ' ').toLowerCase(), places: null }
  const places: number[] = []
  let norm = ''
  let at = 0
  for (const sign of text) {
    // A narrow column may break `至今` across two lines.
    const form = sign === '\n' && norm.endsWith('至') ? '' : formOf(sign)
    for (let count = 0; count < form.length; count += 1) places.push(at)
    norm += form
    at += sign.length
  }
  places.push(text.length)
  return { text, start, norm, places: Uint32Array.from(places) }
}

const space = /\s/u

/** The original text between two offsets, trimmed; null if it is empty. */
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
