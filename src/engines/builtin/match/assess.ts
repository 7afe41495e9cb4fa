import type { LineIndex } from './line-index.ts'
import { quote } from './quote.ts'
import type { Requirement } from './requirements.ts'
import type { ResumeFacts, Shown } from './resume.ts'
import type { Segment } from './segments.ts'
import { creditMet, creditPartly, type Status } from './weights.ts'

/** What the resume shows for one requirement. */
export interface Assessed {
  readonly requirement: Requirement
  readonly status: Status
  /** 0 to 1: what the score counts. */
  readonly credit: number
  /** A verbatim quote of the resume, or null. */
  readonly evidence: string | null
  /** Names of what was asked for and not found. */
  readonly missing: readonly string[]
}

interface Finding {
  readonly credit: number
  readonly evidence: string | null
  readonly missing: readonly string[]
}

/** Holds one requirement against a resume. */
export function assess(requirement: Requirement, facts: ResumeFacts, lines: LineIndex): Assessed {
  const findings = [...checks(requirement, facts, lines)]
  const credit = findings.reduce((sum, each) => sum + each.credit, 0) / Math.max(1, findings.length)
  const best = findings.filter((each) => each.evidence !== null).sort((a, b) => b.credit - a.credit)[0]
  const missing = findings.flatMap((each) => each.missing)
  const complete = findings.length > 0 && findings.every((each) => each.credit >= creditMet)
  const status = complete ? 'met' : credit >= creditPartly && best !== undefined ? 'partly' : 'not_met'
  const evidence = status === 'not_met' ? null : (best?.evidence ?? null)
  return {
    requirement,
    status,
    credit: status === 'not_met' && best === undefined ? 0 : credit,
    evidence,
    missing,
  }
}

function* checks(requirement: Requirement, facts: ResumeFacts, lines: LineIndex): Iterable<Finding> {
  if (requirement.kind === 'place') {
    yield wordsFinding(requirement, lines, isWish)
    return
  }
  if (requirement.degree !== undefined) yield degreeFinding(requirement.degree, facts)
  const concepts = requirement.concepts.length > 0 ? conceptFinding(requirement, facts) : undefined
  if (requirement.yearsMin !== undefined) {
    const years = yearsFinding(requirement.yearsMin, facts)
    yield { ...years, credit: years.credit * yearsElsewhere(concepts?.credit ?? 1) }
  }
  if (concepts !== undefined) yield concepts
  const vague = requirement.kind === 'duty' || requirement.kind === 'other'
  if (vague || (requirement.concepts.length === 0 && requirement.kind === 'skill')) {
    yield wordsFinding(requirement, lines)
  }
}

/** Where somebody wants to work is said by a wish alone; where somebody lives is nobody's business. */
const wish = /期望|意向|出差|到岗|驻场|relocat|willing to travel|\bremote\b|\bon-?site\b|\bhybrid\b/u

function isWish(segment: Segment): boolean {
  return segment.section === 'wish' || wish.test(segment.norm)
}

/** Years count little where the resume doesn't show what they are to be years of. */
function yearsElsewhere(conceptCredit: number): number {
  return 0.25 + 0.75 * conceptCredit
}

function conceptFinding(requirement: Requirement, facts: ResumeFacts): Finding {
  const found = requirement.concepts.map((concept) => ({ concept, shown: shownFor(concept.key, facts) }))
  const credits = found.map(({ shown }) => (shown === undefined ? 0 : Math.min(1, shown.strength)))
  const best = Math.max(...credits)
  const mean = credits.reduce((sum, credit) => sum + credit, 0) / credits.length
  const credit = requirement.anyOf ? best : mean
  const shown = found[credits.indexOf(best)]?.shown
  const missing = requirement.anyOf && best > 0 ? [] : found.filter((each) => each.shown === undefined)
  return {
    credit:
      !requirement.anyOf && Math.min(...credits) < creditMet ? Math.min(credit, creditMet - 0.01) : credit,
    evidence: shown === undefined ? null : quote(shown.segment, shown.at),
    missing: missing.map(({ concept }) => concept.name),
  }
}

function shownFor(key: string, facts: ResumeFacts): Shown | undefined {
  const direct = facts.concepts.get(key)
  const implied = facts.implied.get(key)
  if (direct === undefined || implied === undefined) return direct ?? implied
  return direct.strength >= implied.strength ? direct : implied
}

function yearsFinding(yearsMin: number, facts: ResumeFacts): Finding {
  const years = facts.months / 12
  const longest = facts.employment[0]
  const evidence = longest === undefined ? null : quote(longest)
  const stated = facts.statedYears
  if (evidence === null) {
    if (stated === undefined) return { credit: 0, evidence: null, missing: [] }
    return { credit: Math.min(1, stated.years / yearsMin), evidence: quote(stated.segment), missing: [] }
  }
  if (years >= yearsMin) return { credit: 1, evidence, missing: [] }
  /** What is only claimed lifts what is dated half way. */
  const claimed = stated === undefined ? years : Math.max(years, (years + stated.years) / 2)
  return { credit: Math.min(creditMet - 0.01, claimed / yearsMin), evidence, missing: [] }
}

function degreeFinding(level: number, facts: ResumeFacts): Finding {
  const { degree, school } = facts
  if (degree !== undefined) {
    const evidence = quote(degree.segment)
    if (degree.level > level || (degree.level === level && !degree.inProgress)) {
      return { credit: 1, evidence, missing: [] }
    }
    if (degree.level === level) return { credit: 0.79, evidence, missing: [] }
    return { credit: degree.level === level - 1 ? 0.3 : 0, evidence, missing: [] }
  }
  if (school === undefined) return { credit: 0, evidence: null, missing: [] }
  /** A school without a degree: to be asked, not to be held against anybody. */
  return { credit: level <= 3 ? 0.6 : 0.3, evidence: quote(school), missing: [] }
}

function wordsFinding(
  requirement: Requirement,
  lines: LineIndex,
  mayServe?: (segment: Segment) => boolean,
): Finding {
  const { best, bestCredit, anywhereCredit } = lines.find(requirement.words, mayServe)
  const evidence = best === undefined ? null : quote(best)
  return { credit: (anywhereCredit + bestCredit) / 2, evidence, missing: [] }
}
