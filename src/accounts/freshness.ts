/**
 * For how long remembered callers may be believed. Every read of the database that tells the version of the
 * credentials counts, from the moment at which it was *started*: what it saw is at least that young. So a
 * slow answer gives little time or none, and silence of the database gives none.
 */
export interface Freshness {
  /**
   * Takes notice of a version that was read. True if it is the newest one known, so that what was read with
   * it may be remembered. `forgetAll` is called first where it differs from the one before.
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
      // A smaller version comes from a read that was overtaken, unless it began after the newest one had
      // ended: then the database itself went back, such as to a backup.
      const overtaken = known !== undefined && version < known && startedAtMs <= latestEndMs
      if (overtaken) return false
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
