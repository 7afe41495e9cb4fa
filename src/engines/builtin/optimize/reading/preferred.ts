import type { Language } from '../../text/index.ts'
import type { DraftLine, Part } from '../draft.ts'
import { isPreferred, isStrictDemand, partByWords } from '../parts/classify.ts'
import { firstUpper } from '../plain/plain-text.ts'

/** `3 years of sales, ideally in HVAC`: only the end is a preference, and it has no meaning alone. */
const preferredEnd = /,\s{0,9}(?:ideally|preferably)\b/iu

/** A clause with this ending is complete, and the preference begins after it. */
const endsAsDemand = /(?:证书?|职称|学历|经验|资格|执照|以上|流利|[很要]熟|熟练|过关)$/u
const beginsDemand = /^(?:起码|至少|必须|须|可接受|能接受|能适应)/u
const isDemand = (clause: string) =>
  isStrictDemand(clause, 'zh') || endsAsDemand.test(clause) || beginsDemand.test(clause)

/** With these words, the text before the last comma is a requirement, even if a preference follows. */
const englishDemand =
  /(?:\d\+?|\b(?:an?|one|two|three|four|five)) ?(?:years?|yrs?)\b|\b(?:licen[cs]e|degree|diploma|certificate|required|essential|mandatory|must)\b/iu

/** `本科及以上学历，计算机专业优先` is a requirement and a preference; all others are one of the two. */
export function separatePreferred(line: DraftLine, language: Language): DraftLine[] {
  if (line.part !== 'must' && line.part !== 'preferred') return [line]
  if (line.part === 'must' && preferredEnd.test(line.text)) return [line]
  if (line.part === 'preferred' || !isPreferred(line.text)) return [line]
  return (language === 'zh' ? chineseApart(line.text) : englishApart(line.text)).map((piece) => ({
    ...line,
    ...piece,
  }))
}

/** Shorter text states no requirement. */
const demandCharactersMin = 4

type Piece = Pick<DraftLine, 'part' | 'text'>
/** `，或有…` continues the clause before it. */
const commaOutside = /[，,](?!(?<=\d,)\d{3}|[^（(]{0,60}[）)]|\s?[或及和])/u
/** `高压电工证(加分)` */
const markedSo = /[（(](?:加分项?|优先|非必须|可选|更佳)[）)][。；;]?$/u
const bracketAtEnd =
  /^(.{2,60}?)[（(](?!preferred|desirable|a plus|nice to have|optional|加分|优先)([^（）()]{2,36})[）)]$/iu

/**
 * Splits the clauses of a sentence into requirements, and preferences with the clauses that belong to them.
 */
function chineseApart(text: string): Piece[] {
  if (/^(?:加分|优先)/u.test(text)) return [{ part: 'preferred', text }]
  const listed = text.split(/、(?![^（(]{0,60}[）)])/u)
  if (listed.length > 1 && listed.some((each) => markedSo.test(each)))
    return listed.map((each) => ({ part: markedSo.test(each) ? 'preferred' : 'must', text: each }))
  const comma = text.includes('，') ? '，' : ','
  const found: Piece[] = []
  let open: string[] = []
  const close = (part: Part) => {
    if (open.length > 0) found.push({ part, text: open.join(comma) })
    open = []
  }
  for (const clause of text.split(commaOutside).map((each) => each.trim())) {
    const [, before = '', inside = ''] = bracketAtEnd.exec(clause) ?? []
    const own = partByWords(clause, 'zh')
    if (markedSo.test(clause)) {
      open.push(clause)
      close('preferred')
    } else if (isPreferred(inside) && !isPreferred(before)) {
      open.push(before)
      close('must')
      found.push({ part: 'preferred', text: inside })
    } else if (isPreferred(clause)) {
      open.push(clause.replace(/^(?:且|并且?|同时)(?=\S{4})/u, ''))
      close('preferred')
    } else if (isDemand(clause) || (own !== undefined && own !== 'other')) {
      close('must')
      open.push(clause)
      close(own === 'must' || own === undefined || isDemand(clause) ? 'must' : own)
    } else open.push(clause)
  }
  close(found.at(-1)?.part ?? 'must')
  return found.length === 0 ? [{ part: 'must', text }] : joined(found, comma)
}

/** Neighbouring clauses of one part are joined into one line, as they were given. */
function joined(pieces: readonly Piece[], comma: string): Piece[] {
  const found: Piece[] = []
  for (const piece of pieces) {
    const last = found.at(-1)
    if (last?.part === piece.part) found[found.length - 1] = { ...last, text: last.text + comma + piece.text }
    else found.push(piece)
  }
  return found
}

const mustClause =
  /^(?!.{0,200}\bnot\b)(?:must\b|.{0,200}\b(?:(?:is|are|a) (?:must|required|essential)|required|essential)[.!]?$)/iu
const preferredTail =
  /^(?!(?:but|and|or|it|so)\b)(?:\S+ ){1,3}(?:(?:is )?(?:an? )?(?:big )?(?:plus|bonus|preferred)|helps|useful|desirable)[.!]?$/iu
const wordsOfDemandMin = 3

/**
 * `Ideally knows Merlin, must be calm`, `able to climb, CDL a plus, fine with dust`: each clause is
 * separate.
 */
function byClause(text: string): Piece[] | undefined {
  const clauses = text.split(/,\s(?![^()]{0,60}\))/u)
  const at = clauses.findIndex((clause) => mustClause.test(clause))
  if (at > 0 && isPreferred(clauses[0] ?? '')) {
    return [
      { part: 'preferred', text: clauses.slice(0, at).join(', ') },
      { part: 'must', text: firstUpper(clauses.slice(at).join(', ')) },
    ]
  }
  const tails = clauses.filter((clause) => preferredTail.test(clause))
  const others = clauses.filter((clause) => !preferredTail.test(clause))
  const areDemands = others.every(
    (clause) => clause.split(/\s/u).length >= wordsOfDemandMin && !isPreferred(clause),
  )
  if (tails.length === 0 || others.length < 2 || !areDemands) return undefined
  return [
    { part: 'must', text: firstUpper(others.join(', ')) },
    { part: 'preferred', text: firstUpper(tails.join(', ')) },
  ]
}

/** `BS (MS preferred), PE license`: the preference is in brackets after the requirement. */
function preferredInBrackets(text: string): Piece[] | undefined {
  const inside = [...text.matchAll(/\s?[(]([^()]{2,48})[)]/gu)].filter(([, words = '']) => isPreferred(words))
  const rest = inside.reduce((left, [whole]) => left.replace(whole, ''), text)
  const isMore = inside.every(
    ([, words = '']) => /^\S+ \S/u.test(words) && !/^(?:is )?(?:an? )?plus/u.test(words),
  )
  if (inside.length === 0 || !isMore || isPreferred(rest) || rest.length < demandCharactersMin)
    return undefined
  return [
    { part: 'must', text: rest },
    ...inside.map(([, words = '']): Piece => ({ part: 'preferred', text: firstUpper(words) })),
  ]
}

/** `Must be calm on the phone and Spanish would be great`. */
const preferredAfterAnd =
  /^(.{8,120}?),? and ([^,;]{2,40} (?:would be (?:an? )?(?:\w{1,6} )?(?:great|nice|good|plus|bonus)|(?:is|are) (?:an? )?(?:huge |big |definite )?(?:plus|bonus)|helps))[.!]?$/iu

function englishApart(text: string): Piece[] {
  const [, asked, liked] = preferredAfterAnd.exec(text) ?? []
  if (asked !== undefined && liked !== undefined && !isPreferred(asked))
    return [
      { part: 'must', text: asked },
      { part: 'preferred', text: firstUpper(liked) },
    ]
  const [, outside = '', inside = ''] = bracketAtEnd.exec(text) ?? []
  if (isPreferred(inside) && !isPreferred(outside))
    return [
      { part: 'must', text: outside.trim() },
      { part: 'preferred', text: firstUpper(inside) },
    ]
  const bracketed = preferredInBrackets(text)
  if (bracketed !== undefined) return bracketed
  const pieces = byClause(text)
  if (pieces !== undefined) return pieces
  const comma = text.lastIndexOf(',')
  if (comma < demandCharactersMin) return [{ part: 'preferred', text }]
  const before = text.slice(0, comma)
  const after = text.slice(comma + 1).trim()
  const isBracketed = /\((?:preferred|desirable|a plus|nice to have|optional)\)\.?$/iu.test(after)
  if (!isBracketed && !(englishDemand.test(before) && !isPreferred(before) && isPreferred(after)))
    return [{ part: 'preferred', text }]
  const own = isBracketed ? after.replace(/^and\s/u, '') : after
  return [
    { part: 'must', text: before },
    { part: 'preferred', text: firstUpper(own) },
  ]
}
