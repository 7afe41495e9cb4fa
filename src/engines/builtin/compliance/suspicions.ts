import type { ComplianceFinding } from '../../../contract/index.ts'
import type { Language } from '../text/index.ts'
import { faultsIn } from './faults.ts'

/**
 * The words of a text that possibly break a rule. `whole`: the text that may contain lawful reasons.
 * `known`: the existing findings, which aren't repeated.
 */
export function findSuspicions(
  text: string,
  language: Language,
  whole: string,
  known: readonly ComplianceFinding[],
): ComplianceFinding[] {
  return faultsIn(text, language, whole).flatMap(({ rule, start, end, isDoubtful }) => {
    const quote = text.slice(start, end)
    const isTold = known.some(
      (finding) => finding.quote !== '' && (finding.quote.includes(quote) || quote.includes(finding.quote)),
    )
    if (!isDoubtful || isTold) return []
    const { name, severity, legalBasis, suggestion } = rule
    const least = severity === 'violation' ? 'risk' : severity
    return [
      {
        quote,
        rule: name,
        severity: least,
        legalBasis,
        suggestion: `${doubt[language]}${suggestion}`,
      },
    ]
  })
}

const doubt: Record<Language, string> = { zh: '疑似，请核对：', en: 'Possibly; please check: ' }
