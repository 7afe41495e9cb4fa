import { type Clock, errorFields, type Log } from '../kit/index.ts'
import type { Queryable } from '../store/index.ts'
import { readVersion } from './credential-reads.ts'
import type { Freshness } from './freshness.ts'
import type { LastUsed } from './last-used.ts'

const pollEveryMs = 400
/** While the database does not answer, at most this many polls wait for it. */
const pollsInFlightMax = 2
const lastUsedEveryMs = 60_000

/**
 * The authenticator's background work: polls the version of the credentials and records when keys were used.
 * A poll needs no time limit, because a late answer proves nothing recent and extends nothing.
 */
export function startTasks(
  deps: { database: Queryable; clock: Clock; log: Log },
  freshness: Freshness,
  lastUsed: LastUsed,
): { close(): Promise<void> } {
  const { database, clock, log } = deps
  const inFlight = new Set<Promise<void>>()
  let answering = true

  const poll = async () => {
    const startedAtMs = clock.monotonicMs()
    try {
      const version = await readVersion(database)
      freshness.observe({ version, startedAtMs, endedAtMs: clock.monotonicMs() })
      if (!answering) log.info({}, 'changes of credentials can be asked for again')
      answering = true
    } catch (error) {
      if (answering)
        log.warn(errorFields(error), 'changes of credentials cannot be asked for: each call looks up')
      answering = false
    }
  }
  const pollUnlessWaiting = () => {
    if (inFlight.size >= pollsInFlightMax) return
    const polled = poll().finally(() => inFlight.delete(polled))
    inFlight.add(polled)
  }
  const flush = async () => {
    try {
      await lastUsed.flush()
    } catch (error) {
      log.warn(errorFields(error), 'when keys were last used could not be written; it is tried again')
    }
  }
  const timers = [setInterval(pollUnlessWaiting, pollEveryMs), setInterval(flush, lastUsedEveryMs)]
  for (const timer of timers) timer.unref()

  return {
    async close() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([...inFlight, flush()])
    },
  }
}
