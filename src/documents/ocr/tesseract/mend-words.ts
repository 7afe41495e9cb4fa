import type { OcrLanguage, SeenWord } from './reader.ts'

/**
 * What Tesseract is known to see wrongly, where the words themselves show it: specks between words as marks,
 * addresses that fall apart behind their dots, degrees as quotation marks, the rules of tables as bars, and
 * the wide gaps of Chinese text as quotation marks that nothing closes. Digits are never changed.
 */
export function mendWords(words: readonly SeenWord[], language: OcrLanguage): SeenWord[] {
  const whole = markBullets(joinAddresses(dropSpecks(words))).map(withDegrees)
  return language === 'eng' ? whole : dropLoneQuotes(whole.flatMap(cutAtBars))
}

/** Of the height of a line: no mark of these stands so far behind a word, and so far before the next. */
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

/** What stands alone before a line is what Tesseract, which knows no bullets, takes for one. */
function markBullets(words: readonly SeenWord[]): SeenWord[] {
  return words.map((word, at) => {
    const begins = words[at - 1]?.line !== word.line && words[at + 1]?.line === word.line
    return begins && /^[+*«»°©¢。.·]$/.test(word.text) ? { ...word, text: '•' } : word
  })
}

/** A sentence goes on in upper case, an address in lower case. */
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

/** Of the height of the words beside it: a bar that was typed isn't higher, and is seen surely. */
const typedBar = { heightMax: 1.25, confidenceMin: 0.8 }

/** The cells on both sides of a rule are words of their own. */
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

/** Quotation marks of a line stay where they open and close in turn. */
function dropLoneQuotes(words: readonly SeenWord[]): SeenWord[] {
  const marks = new Map<number, string>()
  for (const { line, text } of words) marks.set(line, (marks.get(line) ?? '') + text.replace(/[^“”]/g, ''))
  return words.flatMap((word) => {
    if (/^(“”)*$/.test(marks.get(word.line) ?? '')) return [word]
    const text = word.text.replace(/[“”]/g, '')
    return text === '' ? [] : [{ ...word, text }]
  })
}
