/** Measures how long tasks have been waiting without a break, in steps. */
export interface Backlog {
  /** The number of steps that have passed. */
  readonly step: number
  /** Call it after each change: whether any task waits. */
  note(waits: boolean): void
  /** Restarts the measurement, after something was done about the backlog. */
  restart(): void
}

/** Calls `passed` at each step. A step of 0 ms has always passed. */
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
