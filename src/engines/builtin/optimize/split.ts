import { demands, type Language, type Line, normalize, priorityOf } from '../text/index.ts'
import { isStrictDemand, partByWords } from './classify.ts'
import type { DraftLine } from './draft.ts'

const sentenceEnd: Record<Language, RegExp> = {
  zh: /(?<=[。；;！!])/u,
  en: /(?<=[a-z)]{3}[.!])(?<!\b(?:etc|incl|approx|min|max|ext|dept|yrs|hrs|exp|req|pref)\.)\s{1,9}(?=[a-z]{2,15} [a-z])|(?<=[A-Za-z0-9)]{2}[.;!])(?<!\b(?:Inc|Ltd|Corp|Co|Dr|Mr|Ms|Mrs|St|vs|approx|No|Sr|Jr)\.)\s{1,9}(?=[A-Z0-9$€£])|(?<=;)\s{1,9}/u,
}
const wordsMin = 4

const abbreviated = /(?:\b(?:etc|inc|ltd|corp|co|approx|ph\.d|a\.m|p\.m|[a-z])|[.…])\.$/iu

/** Without the mark that a list item doesn't need at its end; an item of several sentences keeps its own. */
export function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && '。；;，,、 \t'.includes(text.charAt(end - 1))) end -= 1
  const words = text.slice(0, end)
  return words.endsWith('.') && !/[.!?]\s/u.test(words) && !abbreviated.test(words)
    ? words.slice(0, -1)
    : words
}

/** `要求3年以上经验`: under the heading of requirements, that says it twice. */
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
    if (last !== undefined && piece.trim().length < wordsMin) found[found.length - 1] = last + piece
    else if (piece.trim() !== '') found.push(piece.trim())
  }
  return language === 'en' ? found.map(capitalised) : found
}

/**
 * The clauses of a Chinese sentence: each demand, and in running text also what states a basic fact, an offer
 * or how to apply, which stand between them.
 */
export function clausesOf(sentence: string, isRunning: boolean): Pick<Line, 'text' | 'start'>[] {
  const parts = demands({ text: sentence, start: 0, isItem: false })
  if (!isRunning) return parts
  return parts.flatMap(({ text, start }) => {
    const found: { text: string; start: number }[] = []
    let from = 0
    let speaks: string | undefined
    for (const match of [...text.matchAll(/[，,](?![^（(]{0,60}[）)])|$/gu)]) {
      const piece = text.slice(from, match.index)
      const part = partByWords(piece, 'zh')
      const last = found.at(-1)
      const isNew = part !== undefined && part !== speaks
      const staysOn = speaks === 'duties' && part === 'must' && !isStrictDemand(piece, 'zh')
      const isApart = isNew && !staysOn && (standsApart.has(part) || standsApart.has(speaks ?? ''))
      if (last === undefined || isApart) found.push({ text: piece, start: start + from })
      else found[found.length - 1] = { text: text.slice(last.start - start, match.index), start: last.start }
      if (part !== undefined && !staysOn) speaks = part
      from = match.index + match[0].length
    }
    return found
  })
}

const standsApart = new Set(['duties', 'basics', 'offer', 'other'])

/** A part of a sentence that stands by itself begins as one; names such as `iOS` and `npm` stay. */
function capitalised(text: string): string {
  return text.replace(/^[a-z](?=[a-z]{0,20}\s|[a-z]{4,20},)/u, (letter) => letter.toUpperCase())
}

/** `3 years of sales, ideally in HVAC`: only the end is preferred, and it says nothing by itself. */
const preferredEnd = /,\s{0,9}(?:ideally|preferably)\b/iu

const demand =
  /^(?:持.{0,10}证|(?:希望|要求)?(?:对方|你|您)?有.{0,3}\d{1,2}(?:-\d{1,2})?\s?年|熟悉|熟练|精通|掌握|了解|具[备有]|本科|大专|硕士|博士|统招|全日制|(?:\d{1,2}(?:-\d{1,2})?|[一二两三四五六七八九十]{1,2})\s?年)|(?:证书?|职称|学历|经验|资格|执照|以上)$/u

/** Behind these, what stands before the last comma is asked for, whatever is preferred behind it. */
const englishDemand =
  /\d\+? ?(?:years?|yrs?)\b|\b(?:licen[cs]e|degree|diploma|certificate|required|essential|mandatory|must)\b/iu

/** `本科及以上学历，计算机专业优先` is a requirement and a preference; all others are one of the two. */
export function separatePreferred(line: DraftLine, language: Language): DraftLine[] {
  if (line.part !== 'must' && line.part !== 'preferred') return [line]
  if (line.part === 'must' && preferredEnd.test(line.text)) return [line]
  const part = priorityOf(normalize(line.text), line.part)
  const comma = Math.max(line.text.lastIndexOf('，'), line.text.lastIndexOf(','))
  if (part !== 'preferred' || line.part === 'preferred' || comma < wordsMin) return [{ ...line, part }]
  const before = line.text.slice(0, comma)
  const after = line.text
    .slice(comma + 1)
    .trim()
    .replace(/^(?:且|并且?|同时)(?=\S{4})/u, '')
  if (
    language === 'zh' &&
    demand.test(after) &&
    /优先$/u.test(before) &&
    priorityOf(normalize(after), 'must') === 'must'
  )
    return [
      { ...line, part: 'must', text: after },
      { ...line, part: 'preferred', text: before },
    ]
  const isDemand = language === 'zh' ? demand.test(before) : englishDemand.test(before)
  const isBracketed = /\((?:preferred|desirable|a plus|nice to have|optional)\)\.?$/iu.test(after)
  if (isBracketed) {
    const own = after.replace(/^and\s/u, '')
    return [
      { ...line, part: 'must', text: before },
      { ...line, part: 'preferred', text: own.charAt(0).toUpperCase() + own.slice(1) },
    ]
  }
  const isMust = isDemand && priorityOf(normalize(before), 'must') === 'must'
  if (!isMust || priorityOf(normalize(after), 'must') === 'must') return [{ ...line, part }]
  return [
    { ...line, part: 'must', text: before },
    { ...line, part: 'preferred', text: after.charAt(0).toUpperCase() + after.slice(1) },
  ]
}
