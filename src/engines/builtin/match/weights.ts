import type { RequirementFinding } from '../../../contract/index.ts'

/**
 * All constants of the score. Shares are relative to their sum; a channel that doesn't apply to a job is
 * left out.
 */

/** The share of each channel, before the shares of unused channels are redistributed. */
export const channelShare = {
  /** The kind of work of both texts. */
  profile: 56,
  musts: 18,
  experience: 5,
  education: 3,
  title: 4,
  /** The words that both texts share. */
  similarity: 6,
  /** The topics of both texts, by words that occur together in roles and in real texts. */
  topics: 35,
} as const
export type Channel = keyof typeof channelShare

/** Maximum points that all preferred requirements can add together. */
export const preferredPointsMax = 10
/** Preferred requirements never add more than this share of the lightest must's weight. */
export const preferredPartOfLightestMust = 0.9

/** The weight of a requirement by its kind. */
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

/** The strength of evidence by the section of the resume. */
export const strength = {
  experience: 1,
  project: 1,
  plain: 1,
  summary: 0.9,
  education: 0.9,
  skills: 0.85,
  wish: 0,
  /** A list that contains only the job's own terms. */
  jobsOwnTerms: 0.05,
  /** `了解`, `basic knowledge of`. */
  basic: 0.6,
  /** `正在学习`, `currently learning`. */
  learning: 0.35,
  /** Not named, but implied by another concept. */
  implied: 0.6,
  /** The name of a field of study outside a context of studies. */
  unstudied: 0.6,
} as const

/** Minimum credit for a requirement to count as met, and as partly met. */
export const creditMet = 0.8
export const creditPartly = 0.3
/** The highest credit that doesn't count as met. */
export const creditJustUnmet = creditMet - 0.01
/** Credit for implied evidence: a sales engineer's years imply years of sales. */
export const creditNear = 0.85
/**
 * Credit for years of other work: without evidence of the field, the addition with evidence, and in the
 * same trade.
 */
export const creditElsewhere = { unshown: 0.25, shown: 0.45, ofTrade: 0.7 } as const
/**
 * Credit for a degree in progress, for one level below, and for a school without a degree, which becomes a
 * question.
 */
export const creditDegree = {
  inProgress: 0.79,
  oneBelow: 0.3,
  schoolAlone: 0.6,
  schoolForHigher: 0.3,
} as const
/** An unmet requirement of at least this weight is decisive: the summary never calls such a match strong. */
export const decisiveWeightMin = 0.8

/** Credit for a title that is wished for or listed as a skill, and for an implied title. */
export const titleTouched = 0.5
export const titleNear = 0.6

/** Bounds for the cosine of the weighted words of both texts: no credit, full credit. */
export const similarityFloor = 0.01
export const similarityCeiling = 0.22
/** Bounds for the share of a line's weighted words that the resume holds: no credit, full credit. */
export const coverageFloor = 0.1
export const coverageCeiling = 0.55

/** In a profile, the part of a mention that counts for the concept's parents, and for implied concepts. */
export const profileParent = 0.5
export const profileImplied = 0.3
/** The factor for a job's title, or for its first clause if it has no title. */
export const profileLead = 2
/** The weight of concepts that are only touched upon, wished for or being learned. */
export const profileTouched = 0.3
/** The weight of concepts in a bare list, without a description of work. */
export const profileListed = 0.8
/** The share of the background that is counted over real texts; the rest is the mean of the roles. */
export const profileBackgroundShare = 0.5

/** With fewer names than these, the profile of a resume or of a job counts only in part. */
export const profileNamesMin = 4
export const profileJobNamesMin = 7

/** Bounds for the likeness of two profiles: no credit, full credit. */
export const profileFloor = -0.2
export const profileCeiling = 0.9

/** Bounds for the likeness of the topics: no credit, full credit. */
export const topicsFloor = -0.1
export const topicsCeiling = 0.7

/**
 * The floor and ceiling of the score, by the degree to which the musts are met (0 to 1), interpolated
 * linearly. Beyond a bound, a tenth of the difference counts, so that equal candidates remain ordered.
 */
export const ceilings: readonly (readonly [met: number, score: number])[] = [
  [0, 46],
  [0.5, 76],
  [0.8, 100],
]
export const floors: readonly (readonly [met: number, score: number])[] = [
  [0.5, 0],
  [1, 64],
]
export const beyondBound = 0.1

/** The minimum score of each band. */
export const bands = { strong: 75, good: 56, weak: 42 } as const
/**
 * Thresholds for an invitation. `strongMet`: the share of all musts that a strong match meets. `goodMet`
 * and `goodSome`: the share of non-duty musts that any match meets, and meets at least partly. `usedOfMet`:
 * the share of met musts with evidence from work.
 */
export const mustsOf = { strongMet: 0.8, goodMet: 0.5, goodSome: 0.6, usedOfMet: 0.5 } as const
/**
 * Kinds of musts that a candidate either has or lacks. If one is open, the candidate is asked before an
 * interview.
 */
export const hardKinds: ReadonlySet<RequirementKind> = new Set(['degree', 'certificate', 'language', 'years'])
/** From this profile value on, the work is of the same kind. */
export const sameKindMin = 0.9
export type Band = keyof typeof bands | 'poor'

export type Status = RequirementFinding['status']
