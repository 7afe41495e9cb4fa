import type { ComplianceFinding } from '../../../contract/index.ts'
import type { Language } from '../text/index.ts'
import { absentFacts, factsSource } from './facts.ts'
import { type Hit, scannerFor } from './scan.ts'
import { findSuspicions } from './suspicions.ts'
import { findTone } from './tone.ts'

/** Each wording is reported once. This is the maximum number of findings. */
const findingsMax = 100

/**
 * Finds unlawful, risky or unwise wording in a job description, in the order of the text, and its missing
 * facts.
 */
export function findCompliance(text: string, language: Language): ComplianceFinding[] {
  const known = findWording(text, language)
  const suspected = findSuspicions(text, language, text, known)
  return [...distinct(inOrder(text, [...known, ...suspected])), ...findInWhole(text, text, language)]
}

/** Sorts by the position of the quotes; findings at the same position keep their order. */
function inOrder(text: string, findings: readonly ComplianceFinding[]): ComplianceFinding[] {
  return findings
    .map((finding) => ({ finding, at: text.indexOf(finding.quote) }))
    .sort((a, b) => a.at - b.at)
    .map(({ finding }) => finding)
}

/** The findings on a text as a whole. `stated`: the text and the facts stated outside it. */
export function findInWhole(text: string, stated: string, language: Language): ComplianceFinding[] {
  return [...(language === 'en' ? findTone(text) : []), ...findAbsence(text, stated, language)]
}

/** The findings of rules in a text. `whole`: the larger text that may contain exceptions, if there is one. */
export function findWording(text: string, language: Language, whole = text): ComplianceFinding[] {
  const hits = scannerFor(whole, language)(text)
  return distinct(hits.map((hit) => findingOf(hit, text)))
}

/**
 * The legally required facts that a complete job description lacks; empty if the text is too short to be
 * one. A missing fact has no quote.
 */
function findAbsence(text: string, stated: string, language: Language): ComplianceFinding[] {
  const { name, severity, legalBasis, suggestion, charactersMin } = factsSource(language)
  if (text.trim() === '' || text.length < charactersMin) return []
  const labels = absentFacts(stated, language).flatMap(({ label, required }) => (required ? [label] : []))
  if (labels.length === 0) return []
  const facts = labels.join(language === 'zh' ? '、' : ', ')
  return [{ quote: '', rule: name, severity, legalBasis, suggestion: suggestion.replace('{facts}', facts) }]
}

/** The finding of a hit. Its quote is a verbatim part of the line. */
export function findingOf({ rule, start, end }: Hit, line: string): ComplianceFinding {
  const { name, severity, legalBasis, suggestion } = rule
  return { quote: line.slice(start, end), rule: name, severity, legalBasis, suggestion }
}

/** Each rule and wording once, limited to the first `findingsMax`. */
export function distinct(findings: readonly ComplianceFinding[]): ComplianceFinding[] {
  const seen = new Map(findings.map((finding) => [`${finding.rule}\n${finding.quote}`, finding]))
  return [...seen.values()].slice(0, findingsMax)
}
