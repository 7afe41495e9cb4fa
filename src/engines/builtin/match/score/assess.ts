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
  strength,
} from '../weights.ts'
import { type Found, fewestPlaces, type Place } from './places.ts'

/** The evidence in the resume for one requirement. */
export interface Assessed {
  readonly requirement: Requirement
  readonly status: Status
  /** 0 to 1: the value used in the score. */
  readonly credit: number
  /**
   * Verbatim quotes of the resume as evidence, the strongest first. For an unmet requirement: a quote that
   * only touches on it, or none.
   */
  readonly quotes: readonly string[]
  /** The segment of the first quote. */
  readonly shownBy: Segment | undefined
  /** The names that were demanded and not found. */
  readonly missing: readonly string[]
  /** The names that the resume only touches on or implies. */
  readonly faint: readonly string[]
  /** Two judges disagree: it becomes a question and isn't reported as missing. */
  readonly isUnknown?: boolean
}

interface Finding {
  readonly credit: number
  /** The sentence that shows it; undefined if `found` has the evidence, or if there is none. */
  readonly place?: Place | undefined
  readonly found?: readonly Found[]
  readonly missing?: readonly string[]
  readonly faint?: readonly string[]
  /** The position where it is named, even if that is weak evidence. */
  readonly touched?: Place | undefined
}

/** The result for a requirement that must not be judged: the resume isn't searched. */
export function notJudged(requirement: Requirement): Assessed {
  const nothing = { quotes: [], shownBy: undefined, missing: [], faint: [] }
  return { requirement, status: 'not_met', credit: 0, ...nothing }
}

/** Compares one requirement with a resume. */
export function assess(requirement: Requirement, facts: ResumeFacts, lines: LineIndex): Assessed {
  const findings = [...checks(requirement, facts, lines)]
  const credit = findings.reduce((sum, each) => sum + each.credit, 0) / Math.max(1, findings.length)
  const shown = findings.filter(({ place, found = [] }) => place !== undefined || found.length > 0)
  const best = Math.max(0, ...shown.map((each) => each.credit))
  // The names and the words of a duty express the same demand, so one of them is enough.
  const isDutyMet = requirement.kind === 'duty' && credit >= creditMet
  const complete = findings.length > 0 && (isDutyMet || findings.every((each) => each.credit >= creditMet))
  const status = complete ? 'met' : credit >= creditPartly && shown.length > 0 ? 'partly' : 'not_met'
  const isShown = status !== 'not_met'
  const places = isShown ? placesOf(shown) : findings.flatMap(({ touched }) => touched ?? []).slice(0, 1)
  return {
    requirement,
    status,
    credit: status === 'not_met' ? Math.min(credit, best) : credit,
    quotes: [...new Set(places.map(({ segment, at }) => quote(segment, at)))],
    shownBy: isShown ? places[0]?.segment : undefined,
    missing: [...new Set(findings.flatMap((each) => each.missing ?? []))],
    faint: [...new Set(findings.flatMap((each) => each.faint ?? []))],
  }
}

/** The main demand comes first: years by dates, a degree by a degree; then the other names. */
function placesOf(shown: readonly Finding[]): Place[] {
  const main = shown.find((each) => each.credit >= creditPartly) ?? shown[0]
  const found = shown.flatMap((each) => each.found ?? [])
  const places = fewestPlaces(found, main?.place === undefined ? [] : [main.place])
  const other = shown.find(({ place }) => place !== undefined)?.place
  return places.length > 0 || other === undefined ? places : [other]
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
    /** If the years are met, an implied concept or domain is sufficient. */
    const isOfDomain = requirement.concepts.every(({ key }) => key.startsWith('domains:'))
    const isLikely = concepts?.missing?.length === 0 || isOfDomain
    if (concepts !== undefined && years.credit >= creditMet && isLikely) {
      yield { ...concepts, credit: Math.max(concepts.credit, creditNear), missing: [] }
      return
    }
  }
  const vague = requirement.kind === 'duty' || requirement.kind === 'other'
  if (vague || (requirement.concepts.length === 0 && requirement.kind === 'skill')) {
    yield wordsFinding(requirement, lines)
  }
  if (concepts !== undefined) yield concepts
}

/** Willingness to work at a place needs an explicit wish; the place of residence isn't used. */
const wish =
  /期望|意向|出差|到岗|驻场|[倒轮夜值加]班|[两三四]班|\bshifts?\b|\bweekends?\b|\bovertime\b|relocat|willing to travel|\bremote\b|\bon-?site\b|\bhybrid\b/u

const refusal =
  /不(?:接受|能|愿|想|考虑|希望|方便|出差|加班)|无法|拒绝|\bnot (?:willing|able|open)\b|\bunable\b|\bno (?:travel|relocation)\b|\bcan(?:'t|not)\b|\bwon't\b/u

function isWish(segment: Segment): boolean {
  return (segment.section === 'wish' || wish.test(segment.norm)) && !refusal.test(segment.norm)
}

function conceptFinding(requirement: Requirement, facts: ResumeFacts): Finding {
  const { anyOf } = requirement
  const asked = oneOfEach(requirement.concepts).map((each) => ({
    ...each,
    shown: shownFor(each.keys, facts),
  }))
  const credits = asked.map(({ shown }) => Math.min(1, shown?.strength ?? 0))
  const best = Math.max(...credits)
  const mean = credits.reduce((sum, credit) => sum + credit, 0) / credits.length
  const found = asked.flatMap(({ keys, shown }) => (shown === undefined ? [] : [{ ...shown, keys }]))
  const strongest = found.filter(({ strength }) => Math.min(1, strength) === best).slice(0, 1)
  const names = (serves: (shown: Shown | undefined) => boolean): string[] =>
    anyOf && best > 0 ? [] : asked.filter(({ shown }) => serves(shown)).flatMap((each) => each.names)
  return {
    credit: anyOf ? best : Math.min(...credits) < creditMet ? Math.min(mean, creditJustUnmet) : mean,
    found: anyOf ? strongest : found,
    missing: names((shown) => shown === undefined),
    faint: names((shown) => shown !== undefined && shown.strength < creditMet),
    touched: asked
      .flatMap(({ keys }) => keys.flatMap((key) => facts.concepts.get(key) ?? []))
      .find((each) => each.strength > strength.jobsOwnTerms),
  }
}

interface Asked {
  readonly keys: readonly string[]
  readonly names: readonly string[]
}

/** Groups the meanings of one name, and all fields of study: one of each group is enough. */
function oneOfEach(concepts: Requirement['concepts']): Asked[] {
  const isMajor = (key: string): boolean => key.startsWith('majors:')
  const groups = Map.groupBy(concepts, ({ key, name }) => (isMajor(key) ? 'majors:' : name))
  return [...groups.values()].map((group) => ({
    keys: group.map(({ key }) => key),
    names: [...new Set(group.map(({ name }) => name))],
  }))
}

/** The strongest evidence for any of these keys. An implied concept is quoted where it is named, if it is. */
function shownFor(keys: readonly string[], { concepts, implied }: ResumeFacts): Shown | undefined {
  const strongest = (places: ResumeFacts['concepts']): Shown | undefined =>
    keys
      .flatMap((key) => places.get(key) ?? [])
      .reduce<Shown | undefined>(
        (most, each) => (most && most.strength >= each.strength ? most : each),
        undefined,
      )
  const [direct, likely] = [strongest(concepts), strongest(implied)]
  if (likely === undefined || direct === undefined || direct.strength === 0) return likely ?? direct
  return direct.strength >= likely.strength ? direct : { ...direct, strength: likely.strength }
}

/**
 * Years in the demanded field. Other years get partial credit if the resume shows the field elsewhere
 * (`shown`, 0 to 1), and little credit if it doesn't.
 */
function yearsFinding(
  yearsMin: number,
  field: WorkField | undefined,
  { employment }: ResumeFacts,
  shown: number,
): Finding {
  const { years, nearYears, segment, stated } = yearsIn(employment, field)
  if (years >= yearsMin) return { credit: 1, place: begin(segment) }
  if (nearYears >= yearsMin) return { credit: creditNear, place: begin(segment) }
  const isDated = employment.jobs.length > 0
  if (!isDated && stated !== undefined) {
    return { credit: Math.min(1, stated.years / yearsMin), place: begin(stated.segment) }
  }
  /** Claimed years that exceed the dated ones count half of the difference. */
  const dated = Math.max(years, nearYears * creditNear)
  const claimed = stated === undefined ? dated : Math.max(dated, (dated + stated.years) / 2)
  const inField = Math.min(creditJustUnmet, claimed / yearsMin)
  const all = field === undefined ? undefined : yearsIn(employment, undefined)
  const allYears = Math.max(all?.years ?? 0, isDated ? 0 : (all?.stated?.years ?? 0))
  const isShown = shown >= creditPartly
  const { unshown } = creditElsewhere
  const elsewhere =
    Math.min(1, allYears / yearsMin) * (unshown + creditElsewhere.shown * (isShown ? shown : 0))
  const ofTrade =
    field === undefined || field.trade.length === 0 ? undefined : { ...field, keys: field.trade }
  const trade = ofTrade && yearsIn(employment, ofTrade)
  const tradeYears = Math.max(trade?.years ?? 0, isDated ? 0 : (trade?.stated?.years ?? 0))
  const inTrade = Math.min(1, tradeYears / yearsMin) * creditElsewhere.ofTrade
  if (inTrade > Math.max(inField, elsewhere)) {
    return { credit: inTrade, place: begin(trade?.segment ?? trade?.stated?.segment) }
  }
  if (inField >= elsewhere) return { credit: inField, place: begin(segment ?? stated?.segment) }
  const other = segment ?? (isShown ? (all?.segment ?? all?.stated?.segment) : undefined)
  return { credit: Math.min(creditJustUnmet, elsewhere), place: begin(other) }
}

/** The start of a sentence, as the position of evidence in the sentence. */
const begin = (segment: Segment | undefined): Place | undefined => segment && { segment, at: 0 }

/** The level in `degrees.ts`. */
const bachelorLevel = 3

function degreeFinding(level: number, facts: ResumeFacts): Finding {
  const { degree, school } = facts
  if (degree !== undefined) {
    const place = begin(degree.segment)
    if (degree.level > level || (degree.level === level && !degree.inProgress)) {
      return { credit: 1, place }
    }
    if (degree.level === level) return { credit: creditDegree.inProgress, place }
    return { credit: degree.level === level - 1 ? creditDegree.oneBelow : 0, place }
  }
  if (school === undefined) return { credit: 0 }
  /** A school without a degree becomes a question, so it gets partial credit. */
  const credit = level <= bachelorLevel ? creditDegree.schoolAlone : creditDegree.schoolForHigher
  return { credit, place: begin(school) }
}

function wordsFinding(
  requirement: Requirement,
  lines: LineIndex,
  mayServe?: (segment: Segment) => boolean,
): Finding {
  const find = denies(withoutWaived(requirement.norm)) ? lines.findDenied : lines.find
  const { best, bestCredit, anywhereCredit } = find(requirement.words, mayServe)
  return { credit: (anywhereCredit + bestCredit) / 2, place: begin(best) }
}
