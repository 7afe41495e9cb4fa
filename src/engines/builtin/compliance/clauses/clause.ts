import type { Language } from '../../text/index.ts'

/** A part of a text between two punctuation marks. `sentence` is the index of its sentence in the text. */
export interface Clause {
  /** Without the marks around it. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** The end of the mark after it, and of the white space after that. */
  readonly until: number
  readonly sentence: number
}

/** A mark inside a number doesn't separate clauses; nor does one in a time, an address or a file name. */
const marks: Record<Language, RegExp> = {
  zh: /[\n\r。；;！!？?，,]\s?(?<!\d,(?=\d{3}))|[：:](?!\d(?!\d?(?:[、)）]|\.(?!\d)))|\/\/)(?<!\d[:：])\s?/gu,
  en: /[\n\r]|[.;!?]["'”’)]?(?=\s|$)\s?|,\s|\s[-–—·•]\s|:\s/gu,
}
const sentenceMark = /[\n\r。；;！!？?.]/u

/** The clauses of a text in their order. Together they contain every word of it. */
export function clausesOf(text: string, language: Language): Clause[] {
  const clauses: Clause[] = []
  let from = 0
  let sentence = 0
  const take = (end: number, until: number): void => {
    const whole = text.slice(from, end)
    const lead = whole.length - whole.trimStart().length
    const own = whole.trim()
    if (own !== '') {
      const start = from + lead
      clauses.push({ text: own, start, end: start + own.length, until, sentence })
    }
    from = until
  }
  for (const { index, 0: mark } of text.matchAll(marks[language])) {
    if (
      language === 'en' &&
      mark.startsWith('.') &&
      abbreviated.test(text.slice(Math.max(0, index - 6), index))
    )
      continue
    take(index, index + mark.length)
    if (sentenceMark.test(mark)) sentence += 1
  }
  take(text.length, text.length)
  return clauses
}

const abbreviated =
  /(?:\b(?:etc|inc|ltd|co|corp|approx|no|vs|st|dr|mr|mrs|ms|jr|sr|a\.m|p\.m|e\.g|i\.e|[a-z]))$/iu
