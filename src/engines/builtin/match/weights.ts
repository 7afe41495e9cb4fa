import type { RequirementFinding } from '../../../contract/index.ts'

/**
 * Every number that the score is made of. Shares are parts of their sum; a channel that a job doesn't ask for
 * is left out.
 */

/** What each channel brings, before those that are left out are shared among the others. */
export const channelShare = {
  /** The kind of work that both texts are about. */
  profile: 56,
  musts: 18,
  experience: 5,
  education: 3,
  title: 4,
  /** The words that both texts have. */
  similarity: 6,
  /** What both speak of, by the words that stand with one another in roles and in real texts. */
  topics: 35,
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
  jobsOwnTerms: 0.05,
  /** `了解`, `basic knowledge of`. */
  basic: 0.6,
  /** `正在学习`, `currently learning`. */
  learning: 0.35,
  /** Not named, but likely because of what is. */
  implied: 0.6,
  /** The name of a field of study where no studies are told of. */
  unstudied: 0.6,
} as const

/** From how much credit on a requirement counts as met, and as partly met. */
export const creditMet = 0.8
export const creditPartly = 0.3
/** What comes nearest to being met without it. */
export const creditJustUnmet = creditMet - 0.01
/** What is shown by what makes it likely: a sales engineer's years are years of sales. */
export const creditNear = 0.85
/** Years of other work, where nothing shows what is asked for; what showing it adds; those of the trade. */
export const creditElsewhere = { unshown: 0.25, shown: 0.45, ofTrade: 0.7 } as const
/** A degree still studied for, or the one below; and a school without a degree, which is to be asked. */
export const creditDegree = {
  inProgress: 0.79,
  oneBelow: 0.3,
  schoolAlone: 0.6,
  schoolForHigher: 0.3,
} as const
/** A requirement of this weight that isn't met is decisive: the summary never calls such a match strong. */
export const decisiveWeightMin = 0.8

/** A title that is wished for or listed as a skill; one that another title makes likely. */
export const titleTouched = 0.5
export const titleNear = 0.6

/** Cosine of the weighted words of both texts: what is worth nothing and what is worth all. */
export const similarityFloor = 0.01
export const similarityCeiling = 0.22
/** The part of a line's weighted words that the resume holds: what is worth nothing and what is worth all. */
export const coverageFloor = 0.1
export const coverageCeiling = 0.55

/** In a profile, the part of a mention that goes to what the thing is a case of, and to what goes with it. */
export const profileParent = 0.5
export const profileImplied = 0.3
/** A job's title, or the first thing that it asks for where it has none, counts so many times more. */
export const profileLead = 2
/** What is only touched upon, wished for or being learned. */
export const profileTouched = 0.3
/** What a bare list names, without a word of what was done with it. */
export const profileListed = 0.8
/** How much of what is usual is counted over real texts; the rest is the mean of the roles. */
export const profileBackgroundShare = 0.5

/** Fewer names than these tell in part what kind of work a resume is about, or a job. */
export const profileNamesMin = 4
export const profileJobNamesMin = 7

/** Likeness of two profiles: what is worth nothing and what is worth all. */
export const profileFloor = -0.2
export const profileCeiling = 0.9

/** Likeness of what two texts speak of: what is worth nothing and what is worth all. */
export const topicsFloor = -0.1
export const topicsCeiling = 0.7

/**
 * What the musts allow and promise, by how far they are met altogether (0 to 1); between these points goes a
 * line. Beyond such a bound a tenth counts, so that equal candidates still stand in order.
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

/** From these scores on, a band begins. */
export const bands = { strong: 75, good: 56, weak: 42 } as const
/**
 * Who is invited: the part of all musts that a strong match meets; of those that are no duties, the part that
 * any other meets, or meets at least in part; of what is met by work, the part that isn't only listed.
 */
export const mustsOf = { strongMet: 0.8, goodMet: 0.5, goodSome: 0.6, usedOfMet: 0.5 } as const
/** Musts that a candidate has or hasn't: where one is open, the candidate is asked before an interview. */
export const hardKinds: ReadonlySet<RequirementKind> = new Set(['degree', 'certificate', 'language', 'years'])
/** From this value of the profile on, the work is of the same kind. */
export const sameKindMin = 0.9
export type Band = keyof typeof bands | 'poor'

export type Status = RequirementFinding['status']
