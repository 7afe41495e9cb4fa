import type { ScoreParts } from '../../../../contract/index.ts'
import { nearestRoles, type Profile } from '../kind/profile.ts'
import { type Channel, channelShare } from '../weights.ts'
import type { Scored } from './score.ts'

const rolesListed = 3
const decimals = 4

/** The parts of a score, so that it can be recomputed by hand; values have four decimals. */
export function scoreParts(scored: Scored, job: Profile, resume: Profile): ScoreParts {
  const { channels, preferred, floor, ceiling } = scored
  const found = Object.entries(channels).filter((entry): entry is [Channel, number] => entry[1] !== undefined)
  return {
    channels: found.map(([name, value]) => ({ name, weight: channelShare[name], value: short(value) })),
    preferred:
      preferred === undefined ? null : { points: short(preferred.points), value: short(preferred.value) },
    floor: short(floor),
    ceiling: short(ceiling),
    roles: { job: nearestRoles(job, rolesListed), resume: nearestRoles(resume, rolesListed) },
  }
}

const short = (value: number): number => Number(value.toFixed(decimals))
