import { ramp } from '../read/vectors.ts'
import {
  type Band,
  bands,
  beyondBound,
  type Channel,
  ceilings,
  channelShare,
  floors,
  kindWeight,
  preferredPartOfLightestMust,
  preferredPointsMax,
  profileCeiling,
  profileFloor,
  topicsCeiling,
  topicsFloor,
} from '../weights.ts'
import type { Assessed } from './assess.ts'

/** The value of each channel, 0 to 1; undefined if the job has no demand of that kind. */
export type Channels = Readonly<Record<Channel, number | undefined>>

/** The inputs of the score besides the requirements. */
export interface Likeness {
  /** The likeness of the profiles, −1 to 1; undefined if the job names no known concept. */
  readonly profile: number | undefined
  /** 0 to 1. */
  readonly similarity: number
  readonly title: number | undefined
  /** The likeness of the topics, −1 to 1; undefined if it can't be determined. */
  readonly topics: number | undefined
  /** The reliability of the job's profile, 0 to 1. */
  readonly profileTrust: number
}

export interface Scored {
  /** 0 to 100, not rounded. */
  readonly score: number
  readonly band: Band
  readonly channels: Channels
  readonly preferred: { readonly points: number; readonly value: number } | undefined
  /** The degree to which the musts are met together, 0 to 1; undefined if there are none. */
  readonly mustsMet: number | undefined
  readonly floor: number
  readonly ceiling: number
}

const channelOfKind = (kind: string): Channel =>
  kind === 'years' ? 'experience' : kind === 'degree' || kind === 'major' ? 'education' : 'musts'

/**
 * The score: a weighted mean of the channels, bounded by a floor and a ceiling from the musts. Preferred
 * requirements account for at most their own share.
 */
export function score(assessed: readonly Assessed[], likeness: Likeness): Scored {
  const musts = assessed.filter(({ requirement }) => requirement.priority === 'must')
  const channels = channelsOf(musts, likeness)
  const value = meanCredit(assessed.filter(({ requirement }) => requirement.priority === 'preferred'))
  const points = Math.min(preferredPointsMax, preferredPartOfLightestMust * lightestMust(musts, channels))
  const preferred = value === undefined ? undefined : { points, value }
  const mustsMet = meanCredit(musts)
  const floor = mustsMet === undefined ? 0 : between(floors, mustsMet)
  const ceiling = mustsMet === undefined ? 100 : between(ceilings, mustsMet)
  const total = bounded(withPreferred(100 * weightedMean(channels), preferred), floor, ceiling)
  return { score: total, band: bandOf(total), channels, preferred, mustsMet, floor, ceiling }
}

/** The mean of the channels, 0 to 1, before preferences and bounds are applied. */
export function meanOfChannels(musts: readonly Assessed[], likeness: Likeness): number {
  return weightedMean(channelsOf(musts, likeness))
}

function channelsOf(musts: readonly Assessed[], likeness: Likeness): Channels {
  const ofChannel = (channel: Channel): number | undefined =>
    meanCredit(musts.filter(({ requirement }) => channelOfKind(requirement.kind) === channel))
  return {
    profile: profileCredit(likeness),
    musts: ofChannel('musts'),
    experience: ofChannel('experience'),
    education: ofChannel('education'),
    title: likeness.title,
    similarity: likeness.similarity,
    topics: likeness.topics === undefined ? undefined : ramp(likeness.topics, topicsFloor, topicsCeiling),
  }
}

/** If few concepts define the kind of work, the similarity of words fills in, if it is higher. */
function profileCredit({ profile, profileTrust, similarity }: Likeness): number | undefined {
  if (profile === undefined) return undefined
  const ofProfile = ramp(profile, profileFloor, profileCeiling)
  return Math.max(ofProfile, profileTrust * ofProfile + (1 - profileTrust) * similarity)
}

/** The score with other shares, for fitting them. */
export function rescore(scored: Scored, shares: Shares): number {
  const { channels, preferred, floor, ceiling } = scored
  return bounded(withPreferred(100 * weightedMean(channels, shares), preferred), floor, ceiling)
}

/**
 * The weight of a requirement in its group. Places and requirements that must not be judged weigh nothing.
 */
export function weightOf({ requirement: { kind, weight, isBarred } }: Assessed): number {
  return kind === 'place' || isBarred ? 0 : (weight ?? kindWeight[kind])
}

function withPreferred(base: number, preferred: Scored['preferred']): number {
  return preferred === undefined ? base : base * (1 - (preferred.points / 100) * (1 - preferred.value))
}

function bounded(value: number, floor: number, ceiling: number): number {
  if (value > ceiling) return ceiling + beyondBound * (value - ceiling)
  return value < floor ? floor - beyondBound * (floor - value) : value
}

/** Piecewise linear interpolation; constant before the first point and after the last. */
function between(points: readonly (readonly [number, number])[], at: number): number {
  let [lastX, lastY] = points[0] ?? [0, 0]
  for (const [x, y] of points) {
    if (at <= x) return x === lastX ? y : lastY + ((y - lastY) * (at - lastX)) / (x - lastX)
    ;[lastX, lastY] = [x, y]
  }
  return lastY
}

function meanCredit(assessed: readonly Assessed[]): number | undefined {
  const weight = assessed.reduce((sum, each) => sum + weightOf(each), 0)
  if (weight === 0) return undefined
  return assessed.reduce((sum, each) => sum + weightOf(each) * each.credit, 0) / weight
}

function entries(channels: Channels): [Channel, number][] {
  return Object.entries(channels).filter((entry): entry is [Channel, number] => entry[1] !== undefined)
}

type Shares = Readonly<Record<Channel, number>>

function shareSum(channels: Channels, shares: Shares = channelShare): number {
  return entries(channels).reduce((sum, [channel]) => sum + shares[channel], 0)
}

function weightedMean(channels: Channels, shares: Shares = channelShare): number {
  const sum = entries(channels).reduce((total, [channel, credit]) => total + shares[channel] * credit, 0)
  return sum / shareSum(channels, shares)
}

/** The points that the lightest must is worth: missing it costs at least this much. */
function lightestMust(musts: readonly Assessed[], channels: Channels): number {
  const points = musts
    .filter((each) => weightOf(each) > 0)
    .map((each) => {
      const channel = channelOfKind(each.requirement.kind)
      const peers = musts.filter((other) => channelOfKind(other.requirement.kind) === channel)
      const weight = peers.reduce((sum, other) => sum + weightOf(other), 0)
      return ((100 * channelShare[channel]) / shareSum(channels)) * (weightOf(each) / weight)
    })
  return points.length === 0 ? preferredPointsMax : Math.min(...points)
}

export function bandOf(value: number): Band {
  if (value >= bands.strong) return 'strong'
  if (value >= bands.good) return 'good'
  return value >= bands.weak ? 'weak' : 'poor'
}
