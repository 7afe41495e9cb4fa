import type { Language } from '../../text/index.ts'
import { fold } from '../fold.ts'
import { gramsOf } from '../grams.ts'

/** The features of a clause: its words or characters, their pairs, and its length. */
export function featuresOf(text: string, language: Language): string[] {
  const plain = fold(text).text.trim().slice(0, charactersMax).replace(longNumber, sameLength)
  const step = charactersPerStep[language]
  const grams = [...gramsOf(plain, language)].filter((gram) => language === 'zh' || !wordPair.test(gram))
  return [...grams, `#${Math.min(stepsMax, Math.floor(text.length / step))}`]
}

/** Pairs of English words count without their endings. */
const wordPair = /\s\S{1,40}[^~]$/u
const charactersMax = 400
/** The digits of an amount carry no information; those of an age do. */
const longNumber = /\d{3,}/gu
const sameLength = (digits: string): string => '0'.repeat(Math.min(digits.length, 5))
const charactersPerStep: Record<Language, number> = { zh: 4, en: 20 }
const stepsMax = 6
