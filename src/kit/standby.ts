/** Threads that a pool keeps loaded for the next task, unless others need the memory more. */
export interface Standby {
  /** The number of threads of the pool that must not end for being idle. */
  readonly threads: number
  /** Keeps this many alive, including busy ones: starts one after another if it fits. 0 ends it. */
  keep(threads: number): void
  /** Gives up one thread for others. The next one starts a minute later at the earliest. */
  giveUp(): void
  close(): void
}

export interface StandbyDeps {
  /** Living threads, including those that are starting. */
  living(): number
  hasRoom(): boolean
  /** Called when `threads` changed. Must not end a thread. */
  changed(): void
  /** Starts threads until this many are alive. */
  start(threads: number): void
  /** Ends an idle thread unless something else keeps it. */
  endIdle(): void
  lookAgain(): void
}

/**
 * Starting a thread takes over a second of processor time, so it is not repeated for each body that needs the
 * memory.
 */
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
