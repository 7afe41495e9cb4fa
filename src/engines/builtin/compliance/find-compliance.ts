import type { ComplianceFinding } from '../../../contract/index.ts'
import type { Language } from '../text/index.ts'
import { absentFacts, factsSource } from './facts.ts'
import { type Hit, scannerFor } from './scan.ts'
import { findSuspicions } from './suspicions.ts'
import { findTone } from './tone.ts'

/** A text full of the same mistake is told once per wording, and at most this often in all. */
const findingsMax = 100

/**
 * What a job description says that is unlawful, risky or unwise, in the order of the text, and what it
 * lacks.
 */
export function findCompliance(text: string, language: Language): ComplianceFinding[] {
  const known = findWording(text, language)
  const suspected = findSuspicions(text, language, text, known)
  return [...distinct(inOrder(text, [...known, ...suspected])), ...findInWhole(text, text, language)]
}

/** By where their quotes stand; those that begin at one place stay as they come. */
function inOrder(text: string, findings: readonly ComplianceFinding[]): ComplianceFinding[] {
  return findings
    .map((finding) => ({ finding, at: text.indexOf(finding.quote) }))
    .sort((a, b) => a.at - b.at)
    .map(({ finding }) => finding)
}

/** What a text as a whole is objected to for. `stated`: the text, and what is stated beside it. */
export function findInWhole(text: string, stated: string, language: Language): ComplianceFinding[] {
  return [...(language === 'en' ? findTone(text) : []), ...findAbsence(text, stated, language)]
}

/** What rules surely object to in a text. `whole`: where exceptions may stand, when that is more. */
export function findWording(text: string, language: Language, whole = text): ComplianceFinding[] {
  const hits = scannerFor(whole, language)(text)
  return distinct(hits.map((hit) => findingOf(hit, text)))
}

/**
 * What the law asks a whole job description to state and this one doesn't; none for a text too short to
 * be one. What isn't there has no quote.
 */
function findAbsence(text: string, stated: string, language: Language): ComplianceFinding[] {
  const { name, severity, legalBasis, suggestion, charactersMin } = factsSource(language)
  if (text.trim() === '' || text.length < charactersMin) return []
  const labels = absentFacts(stated, language).flatMap(({ label, required }) => (required ? [label] : []))
  if (labels.length === 0) return []
  const facts = labels.join(language === 'zh' ? '、' : ', ')
  return [{ quote: '', rule: name, severity, legalBasis, suggestion: suggestion.replace('{facts}', facts) }]
}

/** The finding of a hit; its quote is a verbatim part of the line. */
export function findingOf({ rule, start, end }: Hit, line: string): ComplianceFinding {
  const { name, severity, legalBasis, suggestion } = rule
  return { quote: line.slice(start, end), rule: name, severity, legalBasis, suggestion }
}

/** Every rule and wording once, the first `findingsMax` of them. */
export function distinct(findings: readonly ComplianceFinding[]): ComplianceFinding[] {
  const seen = new Map(findings.map((finding) => [`${finding.rule}\n${finding.quote}`, finding]))
  return [...seen.values()].slice(0, findingsMax)
}
