import type { Backlog } from './backlog.ts'
import { createSharing } from './sharing.ts'
import { createSlowTurns, type SlowTurnsOptions } from './slow-turns.ts'

export interface ShareOptions extends SlowTurnsOptions {
  /** The maximum number of running tasks. */
  readonly threads: number
  readonly standbyForMs: number | undefined
  living(): number
  /** Threads that are loaded and idle. */
  idle(): number
  /** Keeps this many threads alive, and starts missing ones. */
  reserve(threads: number): void
  /** The same, but only threads that fit in the memory budget. */
  standby(threads: number): void
  /** Whether one more may start; `patient` if tasks have waited long. */
  mayGrow(patient: boolean): boolean
}

export interface WorkingEntry {
  readonly turn: { readonly of: string }
  /** Whether a thread has taken it. */
  readonly isTaken: boolean
}

/** Which turns may start a task now: any, those without a running task, or none. */
export type Place = 'any' | 'without_work' | 'none'

/** Decides which turns may use a thread, and how many threads are kept for the next ones. */
export interface Shares {
  /** For turns that are not slow. A thread may start for it. */
  place(): Place
  mayStart(turn: string, place: Place): boolean
  isSlow(turn: string): boolean
  worksFor(turn: string): boolean
  /** Whether a turn that is not slow has waiting tasks. */
  waitsInTime(): boolean
  /** Call it after each change of waiting or running tasks. */
  keepThreads(): void
  /** Records a new task of a turn. */
  note(turn: string): void
  /** Watches a task that a thread has taken; call the result when it ends. */
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
   * A slow turn has one thread at a time, and never the last one that others could use: a hanging task is
   * ended with its thread, and starting another takes seconds.
   */
  const mayBeSlow = (turn: string) => {
    if (working.size > threads || idle() === 0 || worksFor(turn)) return false
    const inTime = [...working].filter((entry) => entry.isTaken && isInTime(entry.turn.of)).length
    return idle() + inTime >= 2
  }
  return {
    place() {
      const isLeft = working.size < living()
      // A slow turn runs on an additional thread, so the others keep the usual number.
      if (working.size >= threads + Math.min(1, slowAtWork())) {
        // A running task may hang: a turn without a running task does not wait for it.
        return slow.suspects > 0 && working.size === threads && isLeft ? 'without_work' : 'none'
      }
      if (isLeft) {
        // Without a standby, a second task of a turn would wait for a new thread. Here it waits equally long.
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
      // A thread for each running slow task, one for the next waiting one, and one for all others.
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
