import type { ComplianceFinding } from '../../../contract/index.ts'
import type { Language } from '../text/index.ts'
import { bySentence, judgeClause, type ReadClause, readClauses } from './clauses/index.ts'
import { fold } from './fold.ts'
import { type Rule, rulesFor } from './rules.ts'
import { exemptionsIn, isExcepted } from './scan.ts'

/**
 * The verdicts on the clauses of a text; a clause that a rule excuses is fine. `whole`: the text that may
 * contain exceptions.
 */
export function readLawfully(text: string, language: Language, whole: string): ReadClause[] {
  const { byName } = rulesFor(language)
  const isExempt = exemptionsIn(whole)
  return bySentence(readClauses(text, language)).flatMap((sentence) => {
    const [first, last] = [sentence[0], sentence.at(-1)]
    if (first === undefined || last === undefined) return []
    if (sentence.every(({ verdict }) => verdict === 'fine')) return sentence
    const folded = fold(text.slice(first.start, last.end).slice(0, sentenceCharactersMax)).text
    return sentence.map((clause) => {
      const rule = byName.get(clause.theme)
      if ((clause.verdict !== 'harm' && clause.verdict !== 'doubt') || rule === undefined) return clause
      const from = clause.start - first.start
      const to = Math.min(folded.length, from + clause.text.length)
      const isLawful = isExempt(rule) || (from < to && isExcepted(rule, folded, from, to, language))
      return isLawful ? { ...clause, verdict: 'fine' as const } : clause
    })
  })
}

const sentenceCharactersMax = 600

/**
 * The clauses of a text that resemble known harmful clauses but don't match the wording of a rule. `known`:
 * the existing findings.
 */
export function findSuspicions(
  text: string,
  language: Language,
  whole: string,
  known: readonly ComplianceFinding[],
): ComplianceFinding[] {
  const { byName } = rulesFor(language)
  return readLawfully(text, language, whole).flatMap((clause) => {
    if (clause.verdict !== 'harm' && clause.verdict !== 'doubt') return []
    return faultsOf(clause, known, language).flatMap(({ words, theme }) => {
      const rule = byName.get(theme)
      return rule === undefined ? [] : [suspicionOf(rule, words, clause, language)]
    })
  })
}

interface Fault {
  readonly words: string
  readonly theme: string
}

/** The rules that a clause breaks. If the clause already has a finding, only its other faults. */
function faultsOf(
  { text, theme, judgement }: ReadClause,
  known: readonly ComplianceFinding[],
  language: Language,
): Fault[] {
  const words = text.replace(lead, '')
  const told = known.filter(({ quote }) => quote !== '' && (words.includes(quote) || quote.includes(words)))
  const themes = [...new Set([theme, ...judgement.themes])]
  if (told.length === 0) return themes.map((each) => ({ words, theme: each }))
  const rest = told
    .reduce((left, { quote }) => left.replace(quote, '\n'), words)
    .split(/[\n、]/u)
    .map((each) => each.trim())
    .filter((each) => each.length >= restMin)
    .map((each) => ({ words: each, judged: judgeClause(each, language) }))
    .find(({ judged }) => judged.harm >= restHarmMin)
  const isTold = (each: string): boolean =>
    told.some(({ rule }) => rule === each || (rule === 'gendered-title' && each === 'sex'))
  if (rest !== undefined && isTold('sex') && rest.judged.theme === 'sex') return []
  if (rest !== undefined) return [{ words: rest.words, theme: rest.judged.theme }]
  return themes
    .filter((each) => !isTold(each) && judgement.themes.length > 1)
    .map((each) => ({ words, theme: each }))
}

const restMin = 4
const restHarmMin = 0.85

/** A list marker, or the name of the speaker: `王姐：招个前台`. */
const lead =
  /^\s{0,9}(?:[-–—•·▪●○■□◆◇*★☆►]|\d{1,2}[.、)）])\s{0,9}|^@?(?:[\u3400-\u9fff]{1,4}|[a-z]{1,12}):\s?/iu

function suspicionOf(
  { name, severity, legalBasis, suggestion }: Rule,
  quote: string,
  { verdict }: ReadClause,
  language: Language,
): ComplianceFinding {
  if (verdict === 'harm') return { quote, rule: name, severity, legalBasis, suggestion }
  const least = severity === 'violation' ? 'risk' : severity
  return { quote, rule: name, severity: least, legalBasis, suggestion: `${doubt[language]}${suggestion}` }
}

const doubt: Record<Language, string> = { zh: '疑似，请核对：', en: 'Possibly; please check: ' }
