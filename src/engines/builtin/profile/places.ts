import { isPlaceCell } from '../match/person/fields.ts'
import { isPlace } from '../optimize/facts/places.ts'

/** Whether a text is only a place: a known one, or a town with its country. */
export function isPlaceText(text: string): boolean {
  if (isPlaceCell(text) || isPlace(text, /\p{Script=Han}/u.test(text) ? 'zh' : 'en')) return true
  const [country = '', ...before] = text
    .split(',')
    .map((part) => part.trim())
    .reverse()
  return countries().has(country.toLowerCase()) && before.every((part) => city.test(part))
}
const city = /^\p{Lu}[\p{L}\d.'’ -]{1,30}$/u

let known: ReadonlySet<string> | undefined

/** The English names of all countries, in lower case. */
export function countries(): ReadonlySet<string> {
  known ??= new Set(countryNames())
  return known
}

function* countryNames(): Generator<string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const one of letters) {
    for (const other of letters) {
      const name = names.of(one + other)
      if (name !== undefined) yield name.toLowerCase()
    }
  }
}
