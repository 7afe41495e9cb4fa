import type { Language } from '../text/index.ts'
import { bySentence, type ReadClause, readClauses } from './clauses/index.ts'
import { fold } from './fold.ts'
import { type Rule, rulesFor } from './rules.ts'

/** What each clause of a text is; one that has a lawful reason is fine. `whole`: where it may stand. */
export function readLawfully(text: string, language: Language, whole: string): ReadClause[] {
  const rules = rulesFor(language)
  let all: string | undefined
  return bySentence(readClauses(text, language)).flatMap((sentence) => {
    const [first, last] = [sentence[0], sentence.at(-1)]
    if (first === undefined || last === undefined) return []
    let own: string | undefined
    return sentence.map((clause) => {
      const rule = rules.get(clause.theme)
      if ((clause.verdict !== 'harm' && clause.verdict !== 'doubt') || rule === undefined) return clause
      if (rule.excused === undefined && rule.lifted === undefined) return clause
      own ??= searched(text.slice(first.start, last.end))
      if (rule.lifted !== undefined) all ??= searched(whole)
      const isLawful = says(own, rule.excused, language) || says(all ?? '', rule.lifted, language)
      return isLawful ? { ...clause, verdict: 'fine' as const } : clause
    })
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
