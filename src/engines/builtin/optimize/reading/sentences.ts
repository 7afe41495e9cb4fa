import { demands, type Language, type Line, longPattern, normalize } from '../../text/index.ts'
import { isPlaceLine } from '../facts/places.ts'
import { isStrictDemand, partByWords } from '../parts/classify.ts'
import { firstUpper } from '../plain/plain-text.ts'
import { cues } from '../words/cues.ts'

const sentenceEnd: Record<Language, RegExp> = {
  zh: /(?<=[。；;！!])/u,
  en: /(?<=[a-z)]{3}[.!]|\s[A-Z]{2}\.)(?<!\b(?:etc|incl|approx|min|max|ext|dept|yrs|hrs|exp|req|pref)\.)\s{1,9}(?=[a-z'’]{2,15} [a-z])|(?<=[A-Za-z0-9)]{2}[.;!])(?<!\b(?:Inc|Ltd|Corp|Co|Dr|Mr|Ms|Mrs|St|vs|approx|No|Sr|Jr)\.)(?<![(](?:c|ca|approx|est)\.)\s{1,9}(?=[A-Z0-9$€£])|(?<=[a-z\d][ -]\d[.])\s{1,9}(?=[A-Z][A-Za-z]{0,12},? [a-z])|(?<=;)\s{1,9}|(?<=[a-z]\.)\s{1,9}(?=(?:needs?|must|they|we|call|text|email|benefits|pay|hours|start|ideally|no)\b)/u,
}
const pieceCharactersMin = 4

const abbreviated = /(?:\b(?:etc|inc|ltd|corp|co|approx|ph\.d|a\.m|p\.m|[a-z])|[.…])\.$/iu

/** Removes the final mark that a list item doesn't need; an item of several sentences keeps its own. */
export function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && '。；;，,、 \t'.includes(text.charAt(end - 1))) end -= 1
  const words = text.slice(0, end)
  return words.endsWith('.') && !/[.!?]\s/u.test(words) && !abbreviated.test(words)
    ? words.slice(0, -1)
    : words
}

/** `要求3年以上经验`: under the heading of requirements, the first word is redundant. */
export function withoutAsking(text: string): string {
  return text.replace(
    /^(?:要求|需要?|须)(?:是|为)?(?=\d|具[有备]|有|熟|高中|初中|中专|本科|大专|硕士|博士|统招|精通|掌握|会|能)/u,
    '',
  )
}

/** The sentences of a line, each with its mark. */
export function sentences(text: string, language: Language): string[] {
  const found: string[] = []
  for (const piece of text.split(sentenceEnd[language])) {
    const last = found.at(-1)
    const isOpen = last !== undefined && isInBrackets(last)
    if (last !== undefined && (isOpen || piece.trim().length < pieceCharactersMin))
      found[found.length - 1] = last + (isOpen && language === 'en' ? ' ' : '') + piece
    else if (piece.trim() !== '') found.push(piece.trim())
  }
  return language === 'en' ? found.map(capitalised) : found
}

/** Whether a bracket is open at the end of a text: words in brackets are no sentence of their own. */
export function isInBrackets(text: string): boolean {
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('（'))
  return open >= 0 && !/[)）]/u.test(text.slice(open)) && text.length - open <= bracketCharactersMax
}

const bracketCharactersMax = 200

/**
 * Splits a Chinese sentence into clauses: each requirement, and in running text also the clauses between
 * them that state a basic fact, a benefit or how to apply.
 */
export function clausesOf(sentence: string, isRunning: boolean): Pick<Line, 'text' | 'start'>[] {
  const parts: Pick<Line, 'text' | 'start'>[] = []
  for (const part of demands({ text: sentence, start: 0, isItem: false })) {
    const last = parts.at(-1)
    if (last === undefined || !isInBrackets(last.text)) parts.push(part)
    else {
      const text = sentence.slice(last.start, part.start + part.text.length)
      parts[parts.length - 1] = { text, start: last.start }
    }
  }
  if (!isRunning) return parts
  return parts.flatMap(({ text, start }) => {
    const found: { text: string; start: number }[] = []
    let from = 0
    let speaks: string | undefined
    for (const match of [...text.matchAll(/[，,](?!(?<=\d,)\d{3}|[^（(]{0,60}[）)])|$/gu)]) {
      const piece = text.slice(from, match.index)
      const part = partByWords(piece, 'zh')
      const last = found.at(-1)
      const isNew = part !== undefined && part !== speaks
      const staysOn = speaks === 'duties' && part === 'must' && !isStrictDemand(piece, 'zh')
      const asks = speaks === undefined && part === 'must' && isStrictDemand(piece, 'zh')
      const isBehindPlace = last !== undefined && isPlaceLine(last.text) && !ofAddress.test(piece)
      const isPlaced = isBehindPlace || isPlaceLine(piece)
      const isApart =
        isPlaced || (isNew && !staysOn && (asks || standsApart.has(part) || standsApart.has(speaks ?? '')))
      if (last === undefined || isApart) found.push({ text: piece, start: start + from })
      else found[found.length - 1] = { text: text.slice(last.start - start, match.index), start: last.start }
      if (part !== undefined && !staysOn) speaks = part
      from = match.index + match[0].length
    }
    return found
  })
}

/** `张江路8号3楼` continues an address. */
const ofAddress = /[路号街道区镇市楼室层座旁近]/u
const standsApart = new Set(['duties', 'basics', 'offer', 'other'])

/**
 * Part of a sentence that becomes a line of its own begins with a capital; names such as `iOS` and `npm`
 * stay.
 */
export function capitalised(text: string): string {
  return text.replace(smallStart, (letter) => letter.toUpperCase())
}

/** Names of tools keep their spelling: `dbt`, `aws (s3)`. */
const smallStart = longPattern(
  'u',
  String.raw`^(?!(?:aws|gcp|dbt|sql|k8s|git|npm|php|css|html|apis?|etl|ui|ux|qa|seo|crm|erp|wms|cad|cnc|cdl|rn|cna|bls|gmp|hvac|ios|macos|
    mysql|nginx|pytorch|pandas|numpy)\b)[a-z](?=[a-z'’-]{0,24}[\s:]|[a-z]{4,20},)`,
)

/**
 * `2 years in a lab, HPLC experience, and a clean record` under the heading of requirements is three of
 * them.
 */
export function demandsListed(sentence: string): string[] {
  const pieces = sentence.split(/,\s(?:and\s)?(?![^()]{0,60}\))/u)
  const demanding = pieces.filter((piece) => cues.en.must.test(normalize(piece)))
  const isList =
    pieces.length >= listedMin &&
    demanding.length >= pieces.length - 1 &&
    pieces.every((piece) => piece.trim().includes(' '))
  return isList ? pieces.map((piece) => firstUpper(piece.trim())) : [sentence]
}

const listedMin = 3
