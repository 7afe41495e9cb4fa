/** For how long somebody has waited without a break, in steps. */
export interface Backlog {
  /** How many of the steps have passed. */
  readonly step: number
  /** To be told after each change whether anybody waits. */
  note(waits: boolean): void
  /** Begins to count anew: something was done about it. */
  restart(): void
}

/** Tells of each step as it passes; one of 0 ms has always passed. */
export function createBacklog(stepsMs: readonly number[], passed: () => void): Backlog {
  const atOnce = stepsMs.filter((ms) => ms === 0).length
  let step = atOnce
  let timers: NodeJS.Timeout[] = []
  const restart = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    step = atOnce
  }
  const start = (ms: number) =>
    setTimeout(() => {
      step += 1
      passed()
    }, ms).unref()
  return {
    get step() {
      return step
    },
    note(waits) {
      if (!waits) restart()
      else if (timers.length === 0) timers = stepsMs.filter((ms) => ms > 0).map(start)
    },
    restart,
  }
}
