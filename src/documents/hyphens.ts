/** Marks a hyphen at a line end inside a word. It is a noncharacter, so no text contains it. */
export const lineEndHyphen = '\ufdd0'

/**
 * Joins hyphenated words at the end of the first line. A hyphen that the line break added is removed
 * (deploy-ment); a hyphen of the word stays (cloud-native). The decision uses the other words of the page,
 * whether the program that made the file hyphenates, and the usual halves of compounds. A program that
 * hyphenates is known by its name, by other broken words, or by a hyphen character of its own.
 */
export function joinHyphenated(text: string, software: string, hasOwnHyphen = false): string {
  if (!text.includes(lineEndHyphen)) return text
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [])
  const hyphenates = hasOwnHyphen || hyphenatingSoftware.test(software) || brokenWord.test(text)
  const [first = '', ...rest] = text.split(lineEndHyphen)
  const joined = [first]
  let ending = first
  for (const part of rest) {
    const [taken = '', after = '', marks = ''] = /^\n?([\p{L}\p{N}]*)(\S*)[ \n]?/u.exec(part) ?? []
    const [before = ''] = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+$/u.exec(ending.slice(-wordLengthMax)) ?? []
    const hyphen = keepsHyphen(before, after, words, hyphenates) ? '-' : ''
    joined.push(`${hyphen}${after}${marks}\n${part.slice(taken.length)}`)
    ending = part
  }
  return joined.join('').trimEnd()
}

/** The most characters of a word that are examined. */
const wordLengthMax = 60

/** Programs that hyphenate by default. Word processors and browsers don't. */
const hyphenatingSoftware = /tex(?!t)|tectonic|dvipdf|typst|indesign|troff|prince/i
/** Only a program breaks a word before one of these endings; none is half of a compound. */
const endings = wordsOf(`
  able ables ably al ance ances ation ations ed ence ences ened ening er ers es ible ic ical ically ics ies
  ily ing ings ist ists ities ity ive ively ives ize ized izes ment ments ner ners ness ous ously sion
  sions tal ted ters tics tion tional tions tive tively tors ture tured tures ular
`)
const brokenWord = new RegExp(
  `\\p{Ll}${lineEndHyphen}\\n?(?:${[...endings].join('|')})(?![\\p{L}\\p{N}${lineEndHyphen}-])`,
  'u',
)
/**
 * The usual halves of compounds, in the singular. Prefixes that occur in more words than compounds are left
 * out.
 */
const compoundStarts = wordsOf(`
  all anti back best built co cloud cost cross customer data day deep domain end enterprise event face fast
  first front full go hands high home industry large late lead long low machine market mid model multi near
  new non object off on one open part peer post problem production real result risk self semi server short
  single small state team test third time top two user value well wide world
`)
const compoundEnds = wordsOf(`
  aware based class centric critical depth down driven edge effective efficient end ended facing first
  focused free friendly functional grade house intensive level making native on only oriented party
  performance person platform quality ready region related risk scale service set sharing side solving
  source specific stack stage standing step structured style term time to up wide winning world year
`)

function keepsHyphen(
  before: string,
  after: string,
  words: ReadonlySet<string>,
  hyphenates: boolean,
): boolean {
  const first = before.toLowerCase()
  const second = after.toLowerCase()
  if (first === '' || second === '' || words.has(`${first}-${second}`)) return true
  if (words.has(first + second)) return false
  // Programs break words between lowercase letters. A hyphen before a capital or a digit was typed.
  if (!/\p{Ll}$/u.test(before) || !/^\p{Ll}/u.test(after)) return true
  if (endings.has(second)) return false
  const singular = second.replace(/([^s])s$/, '$1')
  return !hyphenates || compoundStarts.has(first) || compoundEnds.has(singular)
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
