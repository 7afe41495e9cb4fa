import type { Assessed } from './assess.ts'
import {
  type Band,
  bands,
  type Channel,
  channelShare,
  kindWeight,
  preferredPartOfLightestMust,
  preferredPointsMax,
} from './weights.ts'

/** What each channel found, 0 to 1; undefined where the job asks for nothing of the kind. */
export type Channels = Readonly<Record<Channel, number | undefined>>

export interface Scored {
  /** 0 to 100, not rounded. */
  readonly score: number
  readonly band: Band
  readonly channels: Channels
}

const channelOfKind = (kind: string): Channel =>
  kind === 'years' ? 'experience' : kind === 'degree' || kind === 'major' ? 'education' : 'musts'

/**
 * The score: a weighted mean of the channels, of which what is preferred may fill no more than its own
 * share.
 */
export function score(assessed: readonly Assessed[], similarity: number, title: number | undefined): Scored {
  const musts = assessed.filter(({ requirement }) => requirement.priority === 'must')
  const preferred = assessed.filter(({ requirement }) => requirement.priority === 'preferred')
  const channels: Channels = {
    musts: meanCredit(musts.filter(({ requirement }) => channelOfKind(requirement.kind) === 'musts')),
    experience: meanCredit(
      musts.filter(({ requirement }) => channelOfKind(requirement.kind) === 'experience'),
    ),
    education: meanCredit(musts.filter(({ requirement }) => channelOfKind(requirement.kind) === 'education')),
    title,
    similarity,
  }
  const preferredCredit = meanCredit(preferred)
  const core = weightedMean(channels)
  if (preferredCredit === undefined) return { score: core * 100, band: bandOf(core * 100), channels }
  const points = Math.min(preferredPointsMax, preferredPartOfLightestMust * lightestMust(musts, channels))
  const total = core * (100 - points) + points * preferredCredit * core
  return { score: total, band: bandOf(total), channels }
}

function weightOf(each: Assessed): number {
  return kindWeight[each.requirement.kind]
}

function meanCredit(assessed: readonly Assessed[]): number | undefined {
  const weight = assessed.reduce((sum, each) => sum + weightOf(each), 0)
  if (weight === 0) return undefined
  return assessed.reduce((sum, each) => sum + weightOf(each) * each.credit, 0) / weight
}

function shareSum(channels: Channels): number {
  return entries(channels).reduce((sum, [channel]) => sum + channelShare[channel], 0)
}

function entries(channels: Channels): [Channel, number][] {
  return Object.entries(channels).filter((entry): entry is [Channel, number] => entry[1] !== undefined)
}

function weightedMean(channels: Channels): number {
  const sum = entries(channels).reduce(
    (total, [channel, credit]) => total + channelShare[channel] * credit,
    0,
  )
  return sum / shareSum(channels)
}

/** Points that the lightest must is worth: missing it costs at least so much. */
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
