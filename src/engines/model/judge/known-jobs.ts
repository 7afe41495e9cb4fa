import { createRecentMap } from '../../../kit/index.ts'
import type { GivenRequirement } from '../../builtin/match/job/requirements.ts'

/** A cache of extracted requirements for batches and retries. */
export interface KnownJobs {
  /**
   * The requirements of a job. Concurrent calls for one job share a single `ask`. If it fails, the next
   * waiting call asks again.
   */
  get(key: string, ask: () => Promise<readonly GivenRequirement[]>): Promise<readonly GivenRequirement[]>
}

const jobsMax = 256

/** Keeps a bounded number of jobs in memory; job texts are never persisted. */
export function createKnownJobs(): KnownJobs {
  const known = createRecentMap<readonly GivenRequirement[]>(jobsMax)
  const asking = new Map<string, Promise<unknown>>()
  return {
    async get(key, ask) {
      for (let other = asking.get(key); other !== undefined; other = asking.get(key)) {
        await other.catch(() => {})
      }
      const found = known.get(key)
      if (found !== undefined) return found
      const question = ask()
      asking.set(key, question)
      try {
        const requirements = await question
        known.set(key, requirements)
        return requirements
      } finally {
        asking.delete(key)
      }
    },
  }
}
