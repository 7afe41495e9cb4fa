import type { Backlog } from './backlog.ts'
import { createSharing } from './sharing.ts'
import { createSlowTurns, type SlowTurnsOptions } from './slow-turns.ts'

export interface ShareOptions extends SlowTurnsOptions {
  /** The most tasks at work at a time. */
  readonly threads: number
  readonly standbyForMs: number | undefined
  /** Threads that live. */
  living(): number
  /** Threads that are loaded and have no task. */
  idle(): number
  /** Keeps so many threads alive, and starts those that are missing. */
  reserve(threads: number): void
  /** The same, but only threads that fit in the room. */
  standby(threads: number): void
  /** Whether there may be one more; `patient` where tasks have waited for long. */
  mayGrow(patient: boolean): boolean
}

export interface WorkingEntry {
  readonly turn: { readonly of: string }
  /** Whether a thread has it. */
  readonly isTaken: boolean
}

/** Which turns may start a task now: any, those without a task at work, or none. */
export type Place = 'any' | 'without_work' | 'none'

/** Which turns may have a thread, and how many threads are kept for those that come next. */
export interface Shares {
  /** For turns that are not slow. A thread more may start for it. */
  place(): Place
  mayStart(turn: string, place: Place): boolean
  isSlow(turn: string): boolean
  worksFor(turn: string): boolean
  /** Whether a turn that is not slow waits. */
  waitsInTime(): boolean
  /** To be called after each change of what waits and works. */
  keepThreads(): void
  /** Notes a new task of a turn. */
  note(turn: string): void
  /** Watches a task of the turn that a thread has taken; the result is to be called when it ended. */
  watch(turn: string): () => void
  close(): void
}

interface ShareDeps extends ShareOptions {
  readonly working: ReadonlySet<WorkingEntry>
  readonly waiting: { readonly size: number; turns(): Iterable<string> }
  readonly backlog: Backlog
  changed(): void
}

export function createShares(deps: ShareDeps): Shares {
  const { threads, working, waiting, backlog, living, idle } = deps
  const slow = createSlowTurns(deps, deps.changed)
  const sharing = createSharing(deps.standbyForMs, deps.changed)

  const worksFor = (turn: string) => [...working].some((entry) => entry.turn.of === turn)
  const isInTime = (turn: string) => !slow.has(turn)
  const slowAtWork = () => (slow.any ? [...working].filter(({ turn }) => slow.has(turn.of)).length : 0)
  /**
   * A slow turn has one thread at a time, and never the last one that others could have: what hangs is ended
   * with its thread, and to start another takes seconds.
   */
  const mayBeSlow = (turn: string) => {
    if (working.size > threads || idle() === 0 || worksFor(turn)) return false
    const inTime = [...working].filter((entry) => entry.isTaken && isInTime(entry.turn.of)).length
    return idle() + inTime >= 2
  }
  return {
    place() {
      const isLeft = working.size < living()
      // A slow turn has one more, so that as many as usual are left to the others.
      if (working.size >= threads + Math.min(1, slowAtWork())) {
        // A task at work may hang: a turn without one doesn't wait for it.
        return slow.suspects > 0 && working.size === threads && isLeft ? 'without_work' : 'none'
      }
      if (isLeft) {
        // Without a standby, a second task of a turn would wait for a new thread: for as long, it waits here.
        const isStandby = sharing.isOn && backlog.step === 0 && living() - working.size === 1
        return isStandby ? 'without_work' : 'any'
      }
      if (living() > 0 && backlog.step === 0) return 'none'
      if (!deps.mayGrow(backlog.step === 2)) return 'none'
      backlog.restart()
      return 'any'
    },
    mayStart(turn, place) {
      if (slow.has(turn)) return mayBeSlow(turn)
      return place === 'any' || (place === 'without_work' && !worksFor(turn))
    },
    isSlow: slow.has,
    worksFor,
    waitsInTime: () => waiting.size > 0 && (!slow.any || [...waiting.turns()].some(isInTime)),
    keepThreads() {
      // A thread for each slow task at work, one for the next that waits, and one for all others.
      const waits = slow.any && [...waiting.turns()].some((turn) => slow.has(turn) && !worksFor(turn))
      const withOneFree = (count: number) => (count === 0 ? 0 : Math.min(threads, count) + 1)
      deps.reserve(withOneFree(slowAtWork() + Number(waits)))
      deps.standby(sharing.isOn ? Math.max(withOneFree(slow.suspects), 2) : 0)
    },
    note: sharing.note,
    watch: slow.watch,
    close: sharing.close,
  }
}
