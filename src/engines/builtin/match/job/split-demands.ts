import type { Line } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'

/** Where one demand may end and the next begin: a comma, a space in Chinese text, `and`, `其中2年`. */
const joint =
  /[，,](?!(?<=\d[,，])\d{3})\s{0,4}(?:and )?|(?<=[\p{Script=Han})）+\w]{2})\s{1,4}(?=[\p{Script=Han}\d]{2})| and (?=(?:an? )?(?:at least|\d{1,2}\+? (?:years|yrs)|ability to|able to|willing|experience (?:with|in|of)|knowledge of|proficien|valid |fluent ))|(?<=\S)(?=其中(?:至少|有|需)?[\d一二两三四五六七八九]{1,2}年)/gu
/** A preference ends here; the text after the comma is a separate demand. */
const preferredEnd =
  /(?:优先|加分|更好|更佳|最好|尤佳|为佳)(?:考虑|录用)?\s*$|\b(?:preferred|desirable|bonus|a (?:\w+ )?plus|nice to have|advantage(?:ous)?|beneficial|helpful)\s*$/iu
/** Words that continue the demand before them. */
const goesOn = /^(?:but|or|and|not|though|especially|such|e\.?g|如|例如|比如|但|或|等|特别|尤其)/iu
/** Words that always begin a demand. */
const begins =
  /^(?:其中(?:至少|有|需)?[\d一二两三四五六七八九]|有(?!效|关|限)|会(?!议|计)|懂|能(?!力|源|量|耗)|熟[悉练]|本科|大专|中专|高中|[\d一二两三四五六七八九十]{1,2}年|没|无|不)|^(?:of which|(?:including )?\d{1,2}\+? ?(?:years?|yrs?|months?|mos?)\b|at least|ability to|able to|willing|experience (?:with|in|of)|knowledge of|knows? |proficien|valid |fluent |can |own |happy to|speaks? |good |great |basic )/iu
/** Alternatives or examples: they form one demand. */
const isChoice = /\b(?:or|such as|e\.g|like)\b|或|之一|例如|比如|如[：:]/iu

/** Splits a clause that lists several demands: `初中以上，保安证，退伍军人优先` holds three. */
export function splitDemands(clause: Line): Line[] {
  if (clause.text.length > clauseCharactersMax) return [clause]
  const isList = isListed(clause.text)
  const parts: Line[] = []
  let from = 0
  const push = (to: number): void => {
    parts.push({ ...clause, text: clause.text.slice(from, to), start: clause.start + from })
  }
  for (const match of clause.text.matchAll(joint)) {
    const before = clause.text.slice(from, match.index)
    const after = clause.text.slice(match.index + match[0].length)
    if (isOpen(before) || before.trim() === '' || !isApart(before, after, match[0], isList)) continue
    push(match.index)
    from = match.index + match[0].length
  }
  push(clause.text.length)
  return parts
}

/** Longer text isn't a list of demands. */
const clauseCharactersMax = 400

function isApart(before: string, after: string, sign: string, isList: boolean): boolean {
  if (goesOn.test(after)) return false
  if (preferredEnd.test(before) || sign.startsWith(' and')) return true
  if (!isList) return false
  if (begins.test(after)) return true
  return (
    /^[，,]/u.test(sign) && !isChoice.test(before + after) && (isCertificate(before) || isCertificate(after))
  )
}

const pieceWordsMax = 5
const pieceCharactersMax = 16
/** True for a list of short pieces; in prose, a comma doesn't separate demands. */
const isListed = (text: string): boolean =>
  text
    .split(/[，,]/u)
    .slice(1)
    .every((piece) => count(piece, /[a-z]+/giu) <= pieceWordsMax && count(piece, han) <= pieceCharactersMax)
const han = /\p{Script=Han}/gu
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const certificateKinds: ReadonlySet<string> = new Set(['certificates', 'languages'])

/** A licence or a language in a list is a separate demand. */
function isCertificate(text: string): boolean {
  const piece = text.split(/[，,]/u)[0] ?? ''
  const hits = vocabulary().find(piece.toLowerCase(), piece)
  return hits.length > 0 && hits.every(({ concept }) => certificateKinds.has(concept.kind))
}

const isOpen = (text: string): boolean =>
  Math.max(text.lastIndexOf('（'), text.lastIndexOf('(')) >
  Math.max(text.lastIndexOf('）'), text.lastIndexOf(')'))
