import type { Reading } from '../../builtin/match/match.ts'
import { unionMonths } from '../../builtin/match/read/dates.ts'
import type { Segment } from '../../builtin/match/read/segment.ts'
import type { ResumeFacts } from '../../builtin/match/resume/resume.ts'
import type { Assessed } from '../../builtin/match/score/assess.ts'
import { creditJustUnmet } from '../../builtin/match/weights.ts'
import { normalize } from '../../builtin/text/index.ts'
import { isHardCondition } from './hard-conditions.ts'
import { isRelated } from './related.ts'
import { levelsAgainst, levelsInPart, type ModelStatus, type ModelVerdict } from './verdicts.ts'

/** A settled requirement, with the trust in it from 0 to 1. */
export interface Settled {
  readonly assessed: Assessed
  readonly trust: number
}

/** A verdict whose quotes were found verbatim in the resume. */
export interface CheckedVerdict extends Omit<ModelVerdict, 'quotes' | 'requirement'> {
  readonly quotes: readonly string[]
}

/**
 * Trust by evidence: both readings agree, the model's quote is verified, only one reading claims it, or no
 * evidence.
 */
const trust = { both: 1, quoted: 0.75, loose: 0.5, silent: 0.4, lowered: 0.25, unknown: 0 } as const
const credit = { met: 1, partly: 0.6, against: 0.05, none: 0 } as const
/** The most requirements that one unrelated quote may support; beyond this, it supports none. */
const looseUsesMax = 2

/**
 * Combines the builtin reading and the model's verdicts, requirement by requirement. A claim of the model
 * counts only with a quote that is in the resume. Years come from dates and degrees of the builtin reading.
 * Hard conditions need both readings to agree.
 */
export function settle(
  { assessed, facts }: Pick<Reading, 'assessed' | 'facts'>,
  verdicts: readonly (CheckedVerdict | undefined)[],
): Settled[] {
  const quoted = verdicts.map((verdict) => verdict && withinSegments(verdict, facts))
  const uses = Map.groupBy(
    quoted.flatMap((verdict, index) => {
      const requirement = assessed[index]?.requirement
      const isLoose = verdict !== undefined && requirement !== undefined && verdict.quotes.length > 0
      return isLoose && !isRelated(requirement, verdict.quotes) ? verdict.quotes : []
    }),
    (quote) => quote,
  )
  const isOverused = (quotes: readonly string[]): boolean =>
    quotes.some((quote) => (uses.get(quote)?.length ?? 0) > looseUsesMax)
  return assessed.map((own, index) => {
    const verdict = quoted[index]
    if (verdict === undefined || own.requirement.isBarred) return { assessed: own, trust: trust.lowered }
    if (own.requirement.kind === 'place') return { assessed: own, trust: trustOf(own, statusOf(verdict)) }
    const isShown = verdict.quotes.length > 0
    const isLoose = isShown && !isRelated(own.requirement, verdict.quotes)
    const each = { own, verdict, facts, isLoose }
    if (claims(verdict) && (!isShown || (isLoose && isOverused(verdict.quotes)))) return lowered(each)
    if (isHardCondition(own.requirement)) return settleHard(each)
    if (own.requirement.kind === 'years') return settleYears(each)
    return settleOther(each)
  })
}

interface Both {
  readonly own: Assessed
  readonly verdict: CheckedVerdict
  readonly facts: ResumeFacts
  readonly isLoose: boolean
}

const claims = ({ status }: CheckedVerdict): boolean => status === 'met' || status === 'partly'

/** A claim without a valid quote: use the builtin result, but not above the claim. */
function lowered({ own, verdict }: Both): Settled {
  if (own.status === 'met' && verdict.status === 'partly') {
    return {
      assessed: { ...own, status: 'partly', credit: Math.min(own.credit, credit.partly) },
      trust: trust.lowered,
    }
  }
  return { assessed: own, trust: trust.lowered }
}

/** The status, limited by the level. */
function statusOf({ status, level }: CheckedVerdict): ModelStatus {
  if (status !== 'met' && status !== 'partly') return status
  if (levelsAgainst.has(level)) return 'not_met'
  return status === 'met' && levelsInPart.has(level) ? 'partly' : status
}

function settleHard({ own, verdict }: Both): Settled {
  const status = statusOf(verdict)
  const isMissing = status === 'not_met' || status === 'not_stated'
  if (isMissing !== (own.status === 'not_met')) {
    const nothing = { quotes: [], shownBy: undefined, missing: [], faint: [] }
    const unknown = { ...own, ...nothing, status: 'not_met', isUnknown: true } as const
    return { assessed: { ...unknown, credit: isMissing ? credit.none : own.credit }, trust: trust.unknown }
  }
  if (isMissing || status === own.status || own.requirement.kind === 'degree') {
    return { assessed: own, trust: trustOf(own, status) }
  }
  return {
    assessed: { ...own, status: 'partly', credit: Math.min(own.credit, credit.partly) },
    trust: trust.loose,
  }
}

/**
 * Counts the years of the dated jobs that contain the quotes. Only the builtin reading can give more than
 * `partly`.
 */
function settleYears({ own, verdict, facts, isLoose }: Both): Settled {
  const status = statusOf(verdict)
  const yearsMin = own.requirement.yearsMin ?? 0
  if (
    own.status === 'met' ||
    !claims({ ...verdict, status: status as ModelVerdict['status'] }) ||
    yearsMin <= 0
  ) {
    return { assessed: own, trust: trustOf(own, status) }
  }
  const counted = yearsAt(facts, verdict.quotes) / yearsMin
  const earned = Math.min(creditJustUnmet, counted) * (isLoose ? credit.partly : 1)
  if (earned <= own.credit || earned < credit.partly / 2)
    return { assessed: own, trust: trustOf(own, status) }
  return {
    assessed: { ...shown(own, verdict, facts), status: 'partly', credit: earned },
    trust: isLoose ? trust.loose : trust.quoted,
  }
}

function settleOther({ own, verdict, facts, isLoose }: Both): Settled {
  const status = statusOf(verdict)
  if (status === 'met' || status === 'partly') {
    const isSame = status === own.status
    const held = isLoose ? trust.loose : trust.quoted
    const missing = status === 'met' ? [] : own.missing
    return {
      assessed: { ...shown(own, verdict, facts), status, credit: credit[status], missing },
      trust: isSame ? trust.both : held,
    }
  }
  const isContradicted = status === 'not_met' && verdict.quotes.length > 0
  const base = { ...own, status: 'not_met', shownBy: undefined } as const
  if (isContradicted) {
    const quotes = [...verdict.quotes]
    return { assessed: { ...base, credit: credit.against, quotes }, trust: trustOf(own, status) }
  }
  if (own.status === 'not_met') return { assessed: own, trust: trust.both }
  return { assessed: { ...base, credit: credit.none, quotes: [] }, trust: trust.silent }
}

function shown(own: Assessed, { quotes }: CheckedVerdict, facts: ResumeFacts): Assessed {
  const first = quotes[0] ?? ''
  const shownBy = facts.segments.find((segment) => overlaps(segment, first))
  return { ...own, quotes, shownBy, missing: [], faint: [] }
}

/** The trust by distance: equal, one step apart, or opposed. */
function trustOf(own: Assessed, status: ModelStatus): number {
  const rank = { met: 2, partly: 1, not_met: 0, not_stated: 0 } as const
  const apart = Math.abs(rank[own.status] - rank[status])
  return apart === 0 ? trust.both : apart === 1 ? trust.loose : trust.silent
}

/** Keeps the quotes that are in the candidate's own words. Text copied from the job is excluded. */
function withinSegments(verdict: CheckedVerdict, facts: ResumeFacts): CheckedVerdict {
  const quotes = verdict.quotes.filter((quote) => facts.segments.some((segment) => overlaps(segment, quote)))
  return { ...verdict, quotes }
}

const compactForms = new WeakMap<Segment, string>()

function overlaps(segment: Segment, quote: string): boolean {
  let own = compactForms.get(segment)
  if (own === undefined) {
    own = compact(segment.norm)
    compactForms.set(segment, own)
  }
  const said = compact(normalize(quote))
  return own.includes(said) || (own.length >= segmentCharactersMin && said.includes(own))
}

const segmentCharactersMin = 2
const compact = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** The years of the jobs that contain the quotes. A quote belongs to the last job that begins before it. */
function yearsAt({ employment, segments }: ResumeFacts, quotes: readonly string[]): number {
  const places = quotes.flatMap((quote) => segments.find((segment) => overlaps(segment, quote)) ?? [])
  const jobs = places.flatMap((place) => {
    return employment.jobs.filter(({ segment }) => segment.start <= place.start).at(-1) ?? []
  })
  return unionMonths([...new Set(jobs)].map(({ span }) => span)) / 12
}

/** The mean trust, weighted like the requirements in the score. */
export function confidenceOf(settled: readonly Settled[], weightOf: (each: Assessed) => number): number {
  const weighed = settled.map(({ assessed, trust: value }) => ({ weight: weightOf(assessed), value }))
  const sum = weighed.reduce((total, { weight }) => total + weight, 0)
  if (sum === 0) return 0
  return Number((weighed.reduce((total, { weight, value }) => total + weight * value, 0) / sum).toFixed(2))
}
