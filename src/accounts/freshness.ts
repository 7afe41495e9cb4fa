/**
 * Decides how long cached callers may be trusted. Every read of the credentials' version counts from the
 * moment it was *started*, because what it saw is not older than that. So a slow answer gives little time or
 * none, and an unresponsive database gives none.
 */
export interface Freshness {
  /**
   * Records a version that was read. True if it is the newest known one, so that what was read with it may be
   * cached. Calls `forgetAll` first if the version has changed.
   */
  observe(read: { version: number; startedAtMs: number; endedAtMs: number }): boolean
  isFresh(nowMs: number): boolean
}

export function createFreshness(livesMs: number, forgetAll: () => void): Freshness {
  let known: number | undefined
  let freshUntilMs = Number.NEGATIVE_INFINITY
  let latestEndMs = Number.NEGATIVE_INFINITY
  return {
    observe({ version, startedAtMs, endedAtMs }) {
      // A smaller version comes from an overtaken read. If the read began after the newest one had ended, the
      // database itself went back, for example to a backup.
      const isOutdated = known !== undefined && version < known && startedAtMs <= latestEndMs
      if (isOutdated) return false
      if (version !== known) {
        known = version
        freshUntilMs = Number.NEGATIVE_INFINITY
        forgetAll()
      }
      freshUntilMs = Math.max(freshUntilMs, startedAtMs + livesMs)
      latestEndMs = Math.max(latestEndMs, endedAtMs)
      return true
    },
    isFresh: (nowMs) => nowMs < freshUntilMs,
  }
}
