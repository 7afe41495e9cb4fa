import type { SeenWord } from './reader.ts'

type Words = readonly SeenWord[]

/** The minimum confidence of a second reading. Without digits to compare, the limit is higher. */
const believedMin = { withDigits: 0.8, withSameDigits: 0.5, withoutDigits: 0.9, chinese: 0.8 }
const chineseMin = 2
/**
 * How many characters shorter a reading may be: the Chinese model reads a percent sign as two or more
 * characters.
 */
const lostMax = 2
/** In a shorter text, letters are not accepted as misread digits. */
const lookAlikeLengthMin = 4

/** Accepts or rejects the Chinese reading of an English line as a unit; null if it isn't better. */
export function betterInChinese(_first: Words, again: Words): Words | null {
  const characters = textOf(again).match(/\p{Script=Han}/gu)?.length ?? 0
  const sure = again.reduce((sum, { confidence }) => sum + confidence, 0) / again.length
  return characters >= chineseMin && sure >= believedMin.chinese ? again : null
}

/**
 * The English model's reading of Latin letters and numbers in Chinese text, with the Chinese mark after
 * them. Null if its confidence isn't higher. Its digits must occur in the first reading in the same order,
 * starting with the first digit. Percent signs and slashes that were read as digits are removed. Letters
 * within a number may become digits. Nothing else changes.
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

/** Removes parts of the neighbouring text: extra words at the end, and characters after a final dash. */
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
