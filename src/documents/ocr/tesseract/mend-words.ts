import type { OcrLanguage, SeenWord } from './reader.ts'

/**
 * Corrects known errors of Tesseract that are visible in the words themselves. It reads specks between
 * words as marks, splits addresses after their dots, and reads degree signs as quotation marks. It reads
 * table rules as bars, and wide gaps of Chinese text as unclosed quotation marks. Digits are never changed.
 */
export function mendWords(words: readonly SeenWord[], language: OcrLanguage): SeenWord[] {
  const whole = markBullets(joinAddresses(dropSpecks(words))).map(withDegrees)
  return language === 'eng' ? whole : dropLoneQuotes(whole.flatMap(cutAtBars))
}

/** As shares of the line height. A mark this far from the word before and the word after is a speck. */
const apartMin = { left: 1, right: 0.6 }

function dropSpecks(words: readonly SeenWord[]): SeenWord[] {
  const heights = new Map<number, number>()
  for (const { line, top, bottom } of words) heights.set(line, Math.max(heights.get(line) ?? 0, bottom - top))
  return words.filter((word, at) => {
    if (!/^[.,:;'"‘’“”、，。…-]{1,2}$/.test(word.text)) return true
    const [before, after] = [words[at - 1], words[at + 1]]
    const height = heights.get(word.line) ?? 0
    if (before?.line !== word.line || word.left - before.right < apartMin.left * height) return true
    return after?.line === word.line && after.left - word.right < apartMin.right * height
  })
}

function withDegrees(word: SeenWord): SeenWord {
  return { ...word, text: word.text.replace(/(?<=\d)[*"'“”]C(?!\p{L})/gu, '°C') }
}

/** Tesseract doesn't know bullets; it reads a bullet at the start of a line as one of these signs. */
function markBullets(words: readonly SeenWord[]): SeenWord[] {
  return words.map((word, at) => {
    const begins = words[at - 1]?.line !== word.line && words[at + 1]?.line === word.line
    return begins && /^[+*«»°©¢。.·]$/.test(word.text) ? { ...word, text: '•' } : word
  })
}

/** A new sentence starts with an uppercase letter, the rest of an address with a lowercase one. */
function joinAddresses(words: readonly SeenWord[]): SeenWord[] {
  const joined: SeenWord[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (last === undefined || last.line !== word.line || !isAddress(last.text, word.text)) {
      joined.push(word)
      continue
    }
    const confidence = Math.min(last.confidence, word.confidence)
    const box = { top: Math.min(last.top, word.top), bottom: Math.max(last.bottom, word.bottom) }
    joined.splice(-1, 1, { ...last, ...box, text: last.text + word.text, right: word.right, confidence })
  }
  return joined
}

function isAddress(start: string, end: string): boolean {
  if (/[\w.-]$/.test(start) && /^@[\w-]+\.\w/.test(end)) return true
  if (!/[a-z0-9]\.$/.test(start)) return false
  return (
    /^(com|cn|org|net|edu|io|dev|me|co|gov|info|github|ai|uk|de|js)\b/.test(end) || /^[a-z0-9._-]+@/.test(end)
  )
}

/** A typed bar is at most this much higher than the words beside it, and has this confidence. */
const typedBar = { heightMax: 1.25, confidenceMin: 0.8 }

/** The cells on both sides of a table rule become separate words. */
function cutAtBars(word: SeenWord, place: number, words: readonly SeenWord[]): SeenWord[] {
  if (isTyped(word, words[place - 1], words[place + 1])) return [word]
  const parts = word.text.split(/[|｜丨]/)
  if (parts.length === 1) return [word]
  const unit = (word.right - word.left) / word.text.length
  let at = 0
  return parts.flatMap((text) => {
    const left = word.left + at * unit
    at += text.length + 1
    return text === '' ? [] : [{ ...word, text, left, right: left + text.length * unit }]
  })
}

function isTyped(word: SeenWord, before: SeenWord | undefined, after: SeenWord | undefined): boolean {
  if (word.text !== '|' || word.confidence < typedBar.confidenceMin) return false
  if (before?.line !== word.line || after?.line !== word.line) return false
  const beside = Math.max(before.bottom - before.top, after.bottom - after.top)
  return word.bottom - word.top <= beside * typedBar.heightMax
}

/** A line keeps its quotation marks if they open and close alternately. */
function dropLoneQuotes(words: readonly SeenWord[]): SeenWord[] {
  const marks = new Map<number, string>()
  for (const { line, text } of words) marks.set(line, (marks.get(line) ?? '') + text.replace(/[^“”]/g, ''))
  return words.flatMap((word) => {
    if (/^(“”)*$/.test(marks.get(word.line) ?? '')) return [word]
    const text = word.text.replace(/[“”]/g, '')
    return text === '' ? [] : [{ ...word, text }]
  })
}
