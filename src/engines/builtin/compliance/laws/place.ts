import type { Language } from '../../text/index.ts'
import {
  type JurisdictionName,
  jurisdictions,
  lawsCheckedOn,
  type PayRangeLaw,
  payRangeLawsOn,
} from './laws.ts'

export interface Place {
  readonly name: JurisdictionName
  /** Local laws that require a pay range in a posting. */
  readonly payRange: readonly PayRangeLaw[]
}

/** `Aurora, CO`; `Leeds` is not a state. */
const state = /\b[A-Z][A-Za-z. ]{1,24}, ([A-Z]{2})\b(?!\s?[a-z])/gu
/** `Tacoma WA`: codes that are not words. */
const bareState =
  /\b[A-Z][a-z]{2,15} (WA|CA|NY|NJ|IL|MN|VT|DC|TX|FL|AZ|NV|WI|GA|NC|VA|UT|TN|KS)\b(?!\s?[a-z])/gu
const stateWeight = 3
const signWeight = 2

/**
 * The applicable jurisdiction: by the given location, else by the places in the text, else by its language.
 * `location` decides if it names a known place. Laws that come into force after `day` don't apply.
 */
export function placeOf(location: string, text: string, language: Language, day = lawsCheckedOn): Place {
  const named = nameOf(location) ?? nameOf(text) ?? (language === 'zh' ? 'cn' : 'us')
  const where = nameOf(location) === named ? location : `${location}\n${text}`
  const laws = payRangeLawsOn(named, day)
  const payRange = named === 'eu' ? laws : laws.filter((law) => isIn(law, where)).slice(0, 1)
  return { name: named, payRange }
}

/** The jurisdiction whose places the text mentions most. */
function nameOf(text: string): JurisdictionName | undefined {
  if (text.trim() === '') return undefined
  const words = ` ${text.replace(/[^\p{L}\p{N}£€.-]+/gu, ' ')} `
  const counts = Object.entries(jurisdictions).map(([name, { places, signs = [] }]) => {
    const isNamed = (each: string): boolean =>
      /[\u3400-\u9fff]/u.test(each)
        ? text.includes(each)
        : words.includes(` ${each} `) || words.includes(` ${each}. `)
    const named = places.filter(isNamed).length
    const signed = signs.filter((sign) => words.toLowerCase().includes(sign.toLowerCase())).length
    const states = name === 'us' ? statesIn(text).length : 0
    return { name: name as JurisdictionName, count: named + signWeight * signed + stateWeight * states }
  })
  const [first] = counts.sort((a, b) => b.count - a.count)
  return first === undefined || first.count === 0 ? undefined : first.name
}

const statesIn = (text: string): string[] =>
  [...text.matchAll(state), ...text.matchAll(bareState)]
    .map(([, code = '']) => code)
    .filter((code) => codes.has(code))

const codes = new Set(
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC'.split(
    ' ',
  ),
)

function isIn(law: PayRangeLaw, whole: string): boolean {
  const { places, cities, abbreviation, name, otherPlaces = [] } = law
  const text = otherPlaces.reduce((rest, other) => rest.replaceAll(other, ' '), whole)
  const words = ` ${text.replace(/[^\p{L}\p{N},.-]+/gu, ' ')} `
  const says = (each: string): boolean =>
    words.includes(` ${each} `) || words.includes(` ${each},`) || words.includes(` ${each}.`)
  const isAbbreviated = abbreviation !== '' && statesIn(text).includes(abbreviation)
  // `Tacoma, Washington` is the state; the city is `Washington, D.C.`
  const isState = name === 'Washington' && /,\s?Washington\b(?!,? D\.?C)/u.test(text)
  return isAbbreviated || isState || [...places, ...cities].some(says)
}
