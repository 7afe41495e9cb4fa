import type { Language } from '../text/index.ts'
import { bySentence, type ReadClause, readClauses } from './clauses/index.ts'
import { fold } from './fold.ts'
import { isTrialLawful, isTrialPayLawful } from './laws/probation.ts'
import { type Rule, rulesFor } from './rules.ts'

/** The verdict on each clause; one with a lawful reason is fine. `whole`: the text that may contain it. */
export function readLawfully(text: string, language: Language, whole: string): ReadClause[] {
  const rules = rulesFor(language)
  let all: string | undefined
  return bySentence(readClauses(text, language)).flatMap((sentence) => {
    const [first, last] = [sentence[0], sentence.at(-1)]
    if (first === undefined || last === undefined) return []
    let own: string | undefined
    const isLawful = (theme: string): boolean => {
      const { excused, lifted } = rules.get(theme) ?? {}
      if (excused !== undefined) own ??= searched(text.slice(first.start, last.end))
      if (lifted !== undefined) all ??= searched(whole)
      return says(own ?? '', excused, language) || says(all ?? '', lifted, language)
    }
    return counted(sentence, text.slice(first.start, last.end), whole).map((clause) => {
      if (clause.verdict !== 'harm' && clause.verdict !== 'doubt') return clause
      const [themes = [], possible = []] = [clause.judgement.themes, clause.judgement.possible].map((named) =>
        named.filter((theme) => !isLawful(theme)),
      )
      const [theme] = isLawful(clause.theme) ? themes : [clause.theme]
      if (theme === undefined) return { ...clause, verdict: 'fine' as const, isLawful: true }
      return { ...clause, theme, judgement: { ...clause.judgement, themes, possible } }
    })
  })
}

/** Probation is judged by the numbers of its sentence; its pay also by another sentence of the whole text. */
function counted(sentence: readonly ReadClause[], own: string, whole: string): readonly ReadClause[] {
  if (!/试用|转正/u.test(own)) return sentence
  const isUnderpaid = /\d{4}/u.test(own) && isTrialPayLawful(whole) === false
  const [isLength, isPay] = [isTrialLawful(own), isTrialPayLawful(own) ?? (isUnderpaid ? false : undefined)]
  if (isLength === undefined && isPay === undefined) return sentence
  return sentence.map((clause) => {
    const isOfIt =
      (isLength === true && clause.theme === 'probation-too-long') ||
      (isPay === true && clause.theme === 'probation-pay')
    if (isOfIt) return { ...clause, verdict: 'fine', isLawful: true }
    if ((isLength !== false && isPay !== false) || !/试用|转正/u.test(clause.text)) return clause
    const theme = isLength === false ? 'probation-too-long' : 'probation-pay'
    const judgement = { ...clause.judgement, theme, themes: [theme], possible: [theme] }
    return { ...clause, theme, verdict: 'harm', isCounted: true, judgement }
  })
}

const searched = (text: string): string => ` ${fold(text).text.toLowerCase()} `

/** Whether a text has one of some words; English ones whole. */
function says(text: string, words: Rule['excused'] = [], language: Language): boolean {
  return words.some((word) => {
    const at = text.indexOf(word)
    if (at < 0 || language === 'zh') return at >= 0
    return !letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + word.length))
  })
}

const letter = /[a-z0-9]/u
