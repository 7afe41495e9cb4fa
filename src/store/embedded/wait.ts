import { setTimeout as sleep } from 'node:timers/promises'

export interface Patience {
  readonly timeoutMs: number
  readonly everyMs: number
}

/**
 * Polls until there is an answer; undefined if there was none in about `timeoutMs`. The limit is a number of
 * polls, so a loaded machine gets more time.
 */
export async function waitFor<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  patience: Patience,
): Promise<T | undefined> {
  const questionsMax = Math.ceil(patience.timeoutMs / patience.everyMs) + 1
  for (let question = 0; question < questionsMax; question += 1) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await sleep(patience.everyMs)
  }
  return undefined
}
