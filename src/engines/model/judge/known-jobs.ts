import { createRecentMap } from '../../../kit/index.ts'
import type { GivenRequirement } from '../../builtin/match/job/requirements.ts'

/** Requirements of jobs, asked for once and kept for a batch and its retries. */
export interface KnownJobs {
  /**
   * Those of a job. Where another call asks for them already it is waited for; where that one gives up, the
   * next asks again. `ask` is called for one caller at a time.
   */
  get(key: string, ask: () => Promise<readonly GivenRequirement[]>): Promise<readonly GivenRequirement[]>
}

const jobsMax = 256

/** In memory alone, and bounded: a text of a job is nothing to be kept. */
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
