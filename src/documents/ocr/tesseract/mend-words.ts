import type { OcrLanguage, SeenWord } from './reader.ts'

/**
 * What Tesseract is known to see wrongly, where the words themselves show it: addresses that fall apart
 * behind their dots, the rules of tables as bars, and the wide gaps of Chinese text as quotation marks that
 * nothing closes. Digits are never changed.
 */
export function mendWords(words: readonly SeenWord[], language: OcrLanguage): SeenWord[] {
  const whole = markBullets(joinAddresses(words))
  return language === 'eng' ? whole : dropLoneQuotes(whole.flatMap(cutAtBars))
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

/** The cells on both sides of a rule are words of their own. */
function cutAtBars(word: SeenWord): SeenWord[] {
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
