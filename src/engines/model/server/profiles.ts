import { type Clock, errorFields, type Log } from '../../../kit/index.ts'
import type { Probed } from './probe.ts'
import type { ServerProfile } from './profile.ts'

/** The cached profile of the server. It is probed once, and again if its behaviour changes. */
export interface Profiles {
  /** Rejects if the server can't be probed. Concurrent calls share one probe. */
  get(): Promise<ServerProfile>
  /** A newer profile than the stale one. Returns the current profile if the last probe is recent. */
  renewed(stale: ServerProfile): Promise<ServerProfile>
}

/** The least time between a probe and the renewal of a known profile. */
const probeEveryMs = 30_000
const failedProbeEveryMs = 2_000

export function createProfiles(probe: () => Promise<Probed>, clock: Clock, log: Log): Profiles {
  let known: ServerProfile | undefined
  let probing: Promise<ServerProfile> | undefined
  let failure: unknown
  let endedMs = Number.NEGATIVE_INFINITY
  const since = () => clock.monotonicMs() - endedMs

  const begin = async (): Promise<ServerProfile> => {
    try {
      const { profile, followsSchema, requests } = await probe()
      known = profile
      failure = undefined
      log.info({ ...profile, followsSchema, requests }, 'the server of the model was probed')
      return profile
    } catch (error) {
      failure = error
      log.warn(errorFields(error), 'the server of the model can not be probed')
      throw error
    } finally {
      endedMs = clock.monotonicMs()
      probing = undefined
    }
  }
  const share = () => {
    probing ??= begin()
    return probing
  }
  return {
    async get() {
      if (known !== undefined) return known
      if (failure !== undefined && since() < failedProbeEveryMs) throw failure
      return share()
    },
    async renewed(stale) {
      if (known !== undefined && (known !== stale || since() < probeEveryMs)) return known
      return share()
    },
  }
}
