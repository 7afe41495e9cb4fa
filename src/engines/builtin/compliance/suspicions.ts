import type { ComplianceFinding } from '../../../contract/index.ts'
import type { Language } from '../text/index.ts'
import { bySentence, judgeClause, type ReadClause, readClauses } from './clauses/index.ts'
import { fold } from './fold.ts'
import { type Rule, rulesFor } from './rules.ts'
import { exemptionsIn, isExcepted } from './scan.ts'

/**
 * What each clause of a text is; one that a rule excuses is fine. `whole`: where exceptions may stand.
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
 * The clauses of a text that are like clauses known to be harmful, by the rules whose wording they don't
 * have. `known`: what was found already.
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
    const rule = byName.get(clause.theme)
    const words = untold(clause.text.replace(lead, ''), known, language)
    return rule === undefined || words === undefined ? [] : [suspicionOf(rule, words, clause, language)]
  })
}

/** A clause, or of one in which something is told already what else of it harms. */
function untold(words: string, known: readonly ComplianceFinding[], language: Language): string | undefined {
  const told = known.filter(({ quote }) => quote !== '' && (words.includes(quote) || quote.includes(words)))
  if (told.length === 0) return words
  const rest = told
    .reduce((left, { quote }) => left.replace(quote, '\n'), words)
    .split(/[\n、]/u)
    .map((each) => each.trim())
  return rest.find((each) => each.length >= restMin && judgeClause(each, language).harm >= restHarmMin)
}

const restMin = 4
const restHarmMin = 0.7

/** The mark of a list, or who speaks: `王姐：招个前台`. */
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
