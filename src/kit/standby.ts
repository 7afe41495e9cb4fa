/** Threads that a pool keeps loaded for the next task, as long as others need their memory less. */
export interface Standby {
  /** How many threads of the pool must not end for being idle. */
  readonly threads: number
  /** Keeps so many alive, those at work included: starts one after another where it fits. 0 ends it. */
  keep(threads: number): void
  /** Gives up one thread for others; the next one starts a minute later at the earliest. */
  giveUp(): void
  close(): void
}

export interface StandbyDeps {
  /** Threads that live, those that are starting included. */
  living(): number
  hasRoom(): boolean
  /** To be called when `threads` changed: ends nothing. */
  changed(): void
  /** Starts threads until so many live. */
  start(threads: number): void
  /** Ends an idle thread unless something else keeps it. */
  endIdle(): void
  lookAgain(): void
}

/** To start a thread takes over a second of processor time: not again for each body that needs the memory. */
const restMs = 60_000

export function createStandby(deps: StandbyDeps): Standby {
  const { living } = deps
  let threads = 0
  let rests: NodeJS.Timeout | undefined
  const set = (count: number) => {
    threads = count
    deps.changed()
  }
  const end = () => {
    set(0)
    deps.endIdle()
  }
  return {
    get threads() {
      return threads
    },
    keep(wanted) {
      if (wanted === 0) return threads === 0 ? undefined : end()
      const mayStart = living() < wanted && rests === undefined && deps.hasRoom()
      set(mayStart ? living() + 1 : Math.min(wanted, living()))
      if (mayStart) deps.start(threads)
    },
    giveUp() {
      end()
      clearTimeout(rests)
      rests = setTimeout(() => {
        rests = undefined
        deps.lookAgain()
      }, restMs).unref()
    },
    close: () => clearTimeout(rests),
  }
}
