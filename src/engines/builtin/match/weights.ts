import type { RequirementFinding } from '../../../contract/index.ts'

/**
 * Every number that the score is made of. Shares are of 100 points; a channel that a job doesn't ask for is
 * left out.
 */

/** What each channel brings, before those that are left out are shared among the others. */
export const channelShare = {
  musts: 36,
  experience: 8,
  education: 6,
  title: 12,
  similarity: 38,
} as const
export type Channel = keyof typeof channelShare

/** The most that all that is preferred can add together, in points. */
export const preferredPointsMax = 10
/** And never more than this part of what the lightest must weighs. */
export const preferredPartOfLightestMust = 0.9

/** What a requirement weighs among its equals, by its kind. */
export const kindWeight: Readonly<Record<RequirementKind, number>> = {
  skill: 1,
  certificate: 1,
  language: 0.8,
  domain: 0.6,
  years: 1,
  degree: 1,
  major: 0.6,
  duty: 0.6,
  other: 0.3,
  place: 0,
}
export type RequirementKind =
  | 'skill'
  | 'years'
  | 'degree'
  | 'major'
  | 'language'
  | 'certificate'
  | 'domain'
  | 'duty'
  | 'place'
  | 'other'

/** How far a place of a resume shows what it names. */
export const strength = {
  experience: 1,
  project: 1,
  plain: 1,
  summary: 0.9,
  education: 0.9,
  skills: 0.85,
  wish: 0,
  /** A list of nothing but the job's own terms. */
  jobsOwnTerms: 0.3,
  /** `了解`, `basic knowledge of`. */
  basic: 0.6,
  /** Not named, but likely because of what is. */
  implied: 0.6,
} as const

/** From how much credit on a requirement counts as met, and as partly met. */
export const creditMet = 0.8
export const creditPartly = 0.3
/** What is shown by what makes it likely: a sales engineer's years are years of sales. */
export const creditNear = 0.85

/** Cosine of the weighted words of both texts: what is worth nothing and what is worth all. */
export const similarityFloor = 0.01
export const similarityCeiling = 0.22
/** The part of a line's weighted words that the resume holds: what is worth nothing and what is worth all. */
export const coverageFloor = 0.1
export const coverageCeiling = 0.55

/** From these scores on, a band begins. */
export const bands = { strong: 75, good: 56, weak: 42 } as const
export type Band = keyof typeof bands | 'poor'

export type Status = RequirementFinding['status']
