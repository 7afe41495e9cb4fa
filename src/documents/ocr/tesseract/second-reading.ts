import type { SeenWord } from './reader.ts'

type Words = readonly SeenWord[]

/** A second reading is believed from here on, one without a digit that could be checked only further up. */
const believedMin = { withDigits: 0.8, withSameDigits: 0.5, withoutDigits: 0.9, chinese: 0.8 }
const chineseMin = 2
/** Characters that the Chinese model sees in a percent sign, and one more. */
const lostMax = 2
/** In so short a text a letter is nothing to recognise a number by. */
const lookAlikeLengthMin = 4

/** A line of Chinese that was read as English is believed as a whole; null where it isn't better. */
export function betterInChinese(_first: Words, again: Words): Words | null {
  const characters = textOf(again).match(/\p{Script=Han}/gu)?.length ?? 0
  const sure = again.reduce((sum, { confidence }) => sum + confidence, 0) / again.length
  return characters >= chineseMin && sure >= believedMin.chinese ? again : null
}

/**
 * Latin letters and numbers in Chinese text as the English model reads them, with the Chinese mark behind
 * them; null where that isn't surer. Its digits must be among those of the first reading and in their order,
 * from the first one on: percent signs and slashes that were taken for digits go, letters within a number may
 * become digits, and nothing else changes.
 */
export function betterInEnglish(first: Words, again: Words): Words | null {
  const words = trimmed(first, again)
  const [before, after] = [textOf(first), textOf(words)]
  if (words.length === 0 || !/^[\w\-–—/.,:;%@()+#&~$€°]+$/.test(after) || /、./.test(before)) return null
  const sure = leastSure(words)
  if (sure <= leastSure(first) || sure < sureEnough(before, after)) return null
  return digitsFit(before, after) ? keepingMark(before, words) : null
}

function sureEnough(before: string, after: string): number {
  if (!/\d/.test(after)) return believedMin.withoutDigits
  return digitsOf(before) === digitsOf(after) ? believedMin.withSameDigits : believedMin.withDigits
}

function digitsFit(before: string, after: string): boolean {
  const digits = digitsOf(after)
  if (digitsOf(before) === digits) return after.length <= before.length + 1
  if (after.length > before.length || after.length < before.length - lostMax) return false
  if (/\d/.exec(before)?.[0] !== digits[0]) return false
  const mayBe = before.length < lookAlikeLengthMin ? /\d/ : /[\d\p{L}[\]|]/u
  let found = 0
  for (const sign of before) {
    if (sign === digits[found] || (!/\d/.test(sign) && mayBe.test(sign))) found += 1
  }
  return found >= digits.length
}

/** Without what was seen of the neighbour: words behind, and what follows a dash at the end. */
function trimmed(first: Words, again: Words): Words {
  const words = [...again]
  for (let last = words.at(-1); last !== undefined && words.length > first.length; last = words.at(-1)) {
    if (last.confidence >= believedMin.withDigits && /[\p{L}\p{N}]/u.test(last.text)) break
    words.pop()
  }
  const last = words.at(-1)
  if (last === undefined || !textOf(first).endsWith('-')) return words
  return [...words.slice(0, -1), { ...last, text: last.text.replace(/-\D{1,2}$/, '-') }]
}

function keepingMark(before: string, words: Words): Words {
  const mark = /[，。；：、）】》”]$/u.exec(before)?.[0]
  const last = words.at(-1)
  if (mark === undefined || last === undefined) return words
  return [...words.slice(0, -1), { ...last, text: last.text.replace(/[,.;:)\]"”'°]$/u, '') + mark }]
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

export function textOf(words: Words): string {
  return words.map(({ text }) => text).join('')
}

export function leastSure(words: Words): number {
  return Math.min(...words.map(({ confidence }) => confidence))
}
