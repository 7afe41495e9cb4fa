import type { Requirement } from '../job/requirements.ts'
import { withoutWaived } from '../job/waived.ts'
import type { LineIndex } from '../read/line-index.ts'
import { denies } from '../read/negation.ts'
import { quote } from '../read/quote.ts'
import type { Segment } from '../read/segment.ts'
import { type WorkField, yearsIn } from '../resume/employment.ts'
import type { ResumeFacts, Shown } from '../resume/resume.ts'
import {
  creditDegree,
  creditElsewhere,
  creditJustUnmet,
  creditMet,
  creditNear,
  creditPartly,
  type Status,
} from '../weights.ts'

/** What the resume shows for one requirement. */
export interface Assessed {
  readonly requirement: Requirement
  readonly status: Status
  /** 0 to 1: what the score counts. */
  readonly credit: number
  /** A verbatim quote of the resume, or null. */
  readonly evidence: string | null
  /** What it is a quote of. */
  readonly shownBy: Segment | undefined
  /** Names of what was asked for and not found. */
  readonly missing: readonly string[]
}

interface Finding {
  readonly credit: number
  readonly shownBy: Segment | undefined
  /** Where in the normalised segment it is named. */
  readonly at?: number
  readonly missing: readonly string[]
}

/** Holds one requirement against a resume. */
export function assess(requirement: Requirement, facts: ResumeFacts, lines: LineIndex): Assessed {
  const findings = [...checks(requirement, facts, lines)]
  const credit = findings.reduce((sum, each) => sum + each.credit, 0) / Math.max(1, findings.length)
  const best = findings.filter((each) => each.shownBy !== undefined).sort((a, b) => b.credit - a.credit)[0]
  const missing = findings.flatMap((each) => each.missing)
  // A duty's names and its words say the same twice.
  const isTold = requirement.kind === 'duty' && credit >= creditMet
  const complete = findings.length > 0 && (isTold || findings.every((each) => each.credit >= creditMet))
  const status = complete ? 'met' : credit >= creditPartly && best !== undefined ? 'partly' : 'not_met'
  const shownBy = status === 'not_met' ? undefined : best?.shownBy
  return {
    requirement,
    status,
    credit: status === 'not_met' ? Math.min(credit, best?.credit ?? 0) : credit,
    evidence: shownBy === undefined ? null : quote(shownBy, best?.at),
    shownBy,
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
    const years = yearsFinding(requirement.yearsMin, requirement.field, facts, concepts?.credit ?? 0)
    yield years
    /** What is likely where the years were spent is likely enough. */
    const isOfDomain = requirement.concepts.every(({ key }) => key.startsWith('domains:'))
    const isLikely = concepts?.missing.length === 0 || isOfDomain
    if (concepts !== undefined && years.credit >= creditMet && isLikely) {
      yield { ...concepts, credit: Math.max(concepts.credit, creditNear), missing: [] }
      return
    }
  }
  if (concepts !== undefined) yield concepts
  const vague = requirement.kind === 'duty' || requirement.kind === 'other'
  if (vague || (requirement.concepts.length === 0 && requirement.kind === 'skill')) {
    yield wordsFinding(requirement, lines)
  }
}

/** Where somebody wants to work is said by a wish alone; where somebody lives is nobody's business. */
const wish = /期望|意向|出差|到岗|驻场|relocat|willing to travel|\bremote\b|\bon-?site\b|\bhybrid\b/u

const refusal =
  /不(?:接受|能|愿|想|考虑|希望|方便|出差|加班)|无法|拒绝|\bnot (?:willing|able|open)\b|\bunable\b|\bno (?:travel|relocation)\b|\bcan(?:'t|not)\b|\bwon't\b/u

function isWish(segment: Segment): boolean {
  return (segment.section === 'wish' || wish.test(segment.norm)) && !refusal.test(segment.norm)
}

function conceptFinding(requirement: Requirement, facts: ResumeFacts): Finding {
  const ofKind = (key: string): boolean => key.startsWith(requirement.kind)
  const asked = [...requirement.concepts].sort((a, b) => Number(ofKind(b.key)) - Number(ofKind(a.key)))
  const found = asked.map((concept) => ({ concept, shown: shownFor(concept.key, facts) }))
  const credits = found.map(({ shown }) => (shown === undefined ? 0 : Math.min(1, shown.strength)))
  const best = Math.max(...credits)
  const mean = credits.reduce((sum, credit) => sum + credit, 0) / credits.length
  const credit = requirement.anyOf ? best : mean
  const shown = found[credits.indexOf(best)]?.shown
  const missing = requirement.anyOf && best > 0 ? [] : found.filter((each) => each.shown === undefined)
  return {
    credit:
      !requirement.anyOf && Math.min(...credits) < creditMet ? Math.min(credit, creditJustUnmet) : credit,
    shownBy: shown?.segment,
    at: shown?.at ?? 0,
    missing: missing.map(({ concept }) => concept.name),
  }
}

function shownFor(key: string, facts: ResumeFacts): Shown | undefined {
  const direct = facts.concepts.get(key)
  const implied = facts.implied.get(key)
  if (direct === undefined || implied === undefined) return direct ?? implied
  return direct.strength >= implied.strength ? direct : implied
}

/**
 * Years in the field that is asked for. Other years count in part where the resume shows the field somewhere
 * else (`shown`, 0 to 1), and hardly where it doesn't.
 */
function yearsFinding(
  yearsMin: number,
  field: WorkField | undefined,
  { employment }: ResumeFacts,
  shown: number,
): Finding {
  const { years, nearYears, segment, stated } = yearsIn(employment, field)
  const missing: string[] = []
  if (years >= yearsMin) return { credit: 1, shownBy: segment, missing }
  if (nearYears >= yearsMin) return { credit: creditNear, shownBy: segment, missing }
  const isDated = employment.jobs.length > 0
  if (!isDated && stated !== undefined) {
    return { credit: Math.min(1, stated.years / yearsMin), shownBy: stated.segment, missing }
  }
  /** What is only claimed lifts what is dated half way. */
  const dated = Math.max(years, nearYears * creditNear)
  const claimed = stated === undefined ? dated : Math.max(dated, (dated + stated.years) / 2)
  const inField = Math.min(creditJustUnmet, claimed / yearsMin)
  const all = field === undefined ? undefined : yearsIn(employment, undefined)
  const allYears = Math.max(all?.years ?? 0, isDated ? 0 : (all?.stated?.years ?? 0))
  const isShown = shown >= creditPartly
  const { unshown } = creditElsewhere
  const elsewhere =
    Math.min(1, allYears / yearsMin) * (unshown + creditElsewhere.shown * (isShown ? shown : 0))
  const trade = field === undefined ? undefined : yearsIn(employment, { ...field, keys: field.trade })
  const tradeYears = Math.max(trade?.years ?? 0, isDated ? 0 : (trade?.stated?.years ?? 0))
  const inTrade = Math.min(1, tradeYears / yearsMin) * creditElsewhere.ofTrade
  if (inTrade > Math.max(inField, elsewhere)) {
    return { credit: inTrade, shownBy: trade?.segment ?? trade?.stated?.segment, missing }
  }
  if (inField >= elsewhere) return { credit: inField, shownBy: segment ?? stated?.segment, missing }
  const other = segment ?? (isShown ? (all?.segment ?? all?.stated?.segment) : undefined)
  return { credit: Math.min(creditJustUnmet, elsewhere), shownBy: other, missing }
}

/** Of `degrees.ts`. */
const bachelorLevel = 3

function degreeFinding(level: number, facts: ResumeFacts): Finding {
  const { degree, school } = facts
  if (degree !== undefined) {
    const shownBy = degree.segment
    if (degree.level > level || (degree.level === level && !degree.inProgress)) {
      return { credit: 1, shownBy, missing: [] }
    }
    if (degree.level === level) return { credit: creditDegree.inProgress, shownBy, missing: [] }
    return { credit: degree.level === level - 1 ? creditDegree.oneBelow : 0, shownBy, missing: [] }
  }
  if (school === undefined) return { credit: 0, shownBy: undefined, missing: [] }
  /** A school without a degree: to be asked, not to be held against anybody. */
  const credit = level <= bachelorLevel ? creditDegree.schoolAlone : creditDegree.schoolForHigher
  return { credit, shownBy: school, missing: [] }
}

function wordsFinding(
  requirement: Requirement,
  lines: LineIndex,
  mayServe?: (segment: Segment) => boolean,
): Finding {
  const find = denies(withoutWaived(requirement.norm)) ? lines.findDenied : lines.find
  const { best, bestCredit, anywhereCredit } = find(requirement.words, mayServe)
  return { credit: (anywhereCredit + bestCredit) / 2, shownBy: best, missing: [] }
}
