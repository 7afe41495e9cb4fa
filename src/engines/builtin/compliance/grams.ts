import type { Language } from '../text/index.ts'

/** The features of `learned.ts` for a sentence, given as `fold` returns it. Each counts once. */
export function gramsOf(foldedSentence: string, language: Language): Set<string> {
  const text = foldedSentence.toLowerCase().trim()
  return language === 'zh' ? chineseGrams(text) : englishGrams(text)
}

/**
 * Characters, adjacent pairs, and pairs with one character between: most Chinese words have two characters.
 */
function chineseGrams(text: string): Set<string> {
  const grams = new Set<string>()
  for (let at = 0; at < text.length; at += 1) {
    grams.add(text.charAt(at))
    if (at + 1 < text.length) grams.add(text.slice(at, at + 2))
    if (at + 2 < text.length) grams.add(`${text.charAt(at)}_${text.charAt(at + 2)}`)
  }
  return grams
}

/** Words and adjacent pairs, with and without their endings. */
function englishGrams(text: string): Set<string> {
  const grams = new Set<string>()
  const words: readonly string[] = text.match(wordOrSign) ?? []
  const stems = words.map((word) => `${word.length > stemmedMin ? word.replace(ending, '') : word}~`)
  for (const row of [words, stems]) {
    row.forEach((word, at) => {
      grams.add(word)
      if (at + 1 < row.length) grams.add(`${word} ${row[at + 1]}`)
    })
  }
  return grams
}

const wordOrSign = /[a-z0-9']+|[^\sa-z0-9]/gu
const ending = /(?:ing|ies|ed|es|s|ly|'s)$/u
const stemmedMin = 4
