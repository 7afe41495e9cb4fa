import { personalSpans } from '../../builtin/match/person/fields.ts'
import { normalize } from '../../builtin/text/index.ts'
import { vocabulary } from '../../builtin/vocabulary.ts'

/** A range to remove from a part, and its replacement. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly placeholder: string
}

/** Replacements for data that must not be sent. */
export const placeholders = { personal: '[PERSONAL]', contact: '[CONTACT]', year: '[YEAR]' } as const
const { personal, contact, year } = placeholders

/** Nationalities. Names of languages are excluded, since those are skills. */
const demonyms: ReadonlySet<string> = new Set(
  `american british irish scottish welsh nigerian indian pakistani bangladeshi mexican filipino filipina kenyan
  ghanaian canadian australian brazilian egyptian iranian iraqi syrian afghan israeli moroccan ethiopian somali
  cuban colombian venezuelan peruvian chilean argentinian singaporean malaysian taiwanese jamaican haitian
  latino latina hispanic caucasian african`.split(/\s+/u),
)
const chineseOrigin =
  /[汉满回藏苗彝壮]族|维吾尔族?|蒙古族|朝鲜族|[\u3400-\u9fff]{2,4}(?:省|市|县)人(?![员才力事民])|祖籍[\u3400-\u9fff]{2,6}/gu
const graduation =
  /(?:class of |graduated (?:in )?|graduation:? )(?:19|20)\d\d|(?:19|20)\d\d\s?届|(?:19|20)\d\d\s?年?(?:\d{1,2}\s?月)?毕业|毕业(?:于|时间[:：]?)\s?(?:19|20)\d\d/giu
const studyYear = /(?<!\d)(?:19|20)\d\d(?!\d)/gu
const houseNumber = /[路街道巷弄]\d{1,5}[号弄]/gu
const streetCharactersMax = 8
const postcode = /\b[A-Z]{2} \d{5}\b/gu
const at = /(?:\(at\)|\[at\])/giu
const longNumber = /(?<!\d)\+?\d(?:[ -]?\d){8,14}(?!\d)/gu
const word = /[\p{L}\p{N}][\p{L}\p{N}'’._-]*/gu
const insideLettersMin = 5

/**
 * Finds personal data in a part that the redaction kept: names (reversed or inside words too), origin,
 * residence, contact data and years of study.
 */
export function leaksIn(text: string, names: ReadonlySet<string>, isOfStudies: boolean): Span[] {
  const spansOf = (pattern: RegExp, placeholder: string): Span[] =>
    [...text.matchAll(pattern)].map(({ 0: found, index: start }) => {
      return { start, end: start + found.length, placeholder }
    })
  return [
    ...spansOf(at, contact).map((span) => aroundWord(text, span)),
    ...spansOf(longNumber, contact).filter(({ start, end }) => !isOfDates(text.slice(start, end))),
    ...spansOf(houseNumber, contact).map((span) => ({ ...span, start: beginOfStreet(text, span.start) })),
    ...spansOf(postcode, contact),
    ...personalSpans(text, false).map((span) => ({ ...span, placeholder: personal })),
    ...namesAgain(text, names),
    ...spansOf(chineseOrigin, personal),
    ...spansOf(graduation, year),
    ...(isOfStudies ? spansOf(studyYear, year) : []),
  ]
}

/** Whether the digits are years, not a telephone number: `2019-2023 2020`. */
const isOfDates = (digits: string): boolean =>
  digits.split(/[ -]/u).every((part) => part.length <= 2 || /^(?:19|20)\d\d(?:\d\d)?$/u.test(part))

/** The start of the street name before a house number: `解放路`. */
function beginOfStreet(text: string, from: number): number {
  let start = from
  while (start > 0 && from - start < streetCharactersMax && /[\u3400-\u9fff]/u.test(text.charAt(start - 1)))
    start -= 1
  return start
}

/** Extends the span to the words on both sides: `jane (at) example.org`. */
function aroundWord(text: string, { start, end, placeholder }: Span): Span {
  const before = text.slice(0, start).trimEnd()
  const behind = text.slice(end)
  const lead = behind.length - behind.trimStart().length
  const length = behind.trimStart().search(/[^\w.+-]|$/u)
  return { start: before.length - wordLengthBefore(before), end: end + lead + length, placeholder }
}

function wordLengthBefore(text: string): number {
  let length = 0
  while (length < text.length && /[\w.+-]/u.test(text.charAt(text.length - 1 - length))) length += 1
  return length
}

function namesAgain(text: string, names: ReadonlySet<string>): Span[] {
  const spans: Span[] = []
  const known = knownPlaces(text)
  const isFree = (start: number, end: number): boolean =>
    !known.some((place) => start >= place.start && end <= place.end)
  const chinese = [...names].filter((name) => /[\u3400-\u9fff]/u.test(name))
  for (const name of chinese) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      spans.push({ start: at, end: at + name.length, placeholder: personal })
    }
  }
  for (const { 0: found, index } of text.matchAll(word)) {
    const lower = found.toLowerCase()
    const end = index + found.length
    const isName = isNamePart(lower, names) && /^\p{Lu}|[._\d-]/u.test(found)
    const isOrigin = demonyms.has(lower) && !/^ \p{Lu}/u.test(text.slice(end, end + 2))
    if ((isName || isOrigin) && isFree(index, end)) spans.push({ start: index, end, placeholder: personal })
  }
  return spans
}

function isNamePart(lower: string, names: ReadonlySet<string>): boolean {
  if (names.has(lower) || names.has(lower.replace(/['’]s$/u, ''))) return true
  return lower.split(/[._-]/u).some((part) => names.has(part)) || holdsName(lower, names)
}

/** Whether a word contains a name: `jsmith1990`. */
const holdsName = (lower: string, names: ReadonlySet<string>): boolean =>
  [...names].some((name) => name.length >= insideLettersMin && lower.includes(name))

/** The terms that the vocabulary contains: `Indian cuisine` is a skill. */
function knownPlaces(text: string): readonly { readonly start: number; readonly end: number }[] {
  const norm = normalize(text)
  if (norm.length !== text.length) return []
  const { concepts, titles } = vocabulary().findAll(norm, text)
  return [...concepts, ...titles]
}
