import { createBacklog } from './backlog.ts'
import { createFairQueue } from './fair-queue.ts'
import { createSlowTurns } from './slow-turns.ts'
import { createSpare } from './spare.ts'
import type { TaskTurn } from './work-limit.ts'

export interface LineOptions<Entry> {
  /** The most that work at a time. */
  readonly threads: number
  readonly spareAfterMs: number | undefined
  readonly slowAfterMs: number | undefined
  readonly queueMax: number
  /** Threads that live. */
  living(): number
  /** Threads that are loaded and have no task. */
  idle(): number
  /** Keeps so many threads alive, and starts those that are missing. */
  reserve(threads: number): void
  /** Tasks wait for so long before there is a thread more. */
  readonly growAfterMs: number
  /** Whether there may be one more; `patient` where tasks have waited for long. */
  mayGrow(patient: boolean): boolean
  /** Called with who is one too many. */
  refuse(entry: Entry, waiting: number): void
}

/** What stands in line. */
export interface LineEntry {
  readonly turn: TaskTurn
  /** Whether a thread has it. */
  readonly isTaken: boolean
  start(): void
}

/** Who works and who waits. While a thread is free, nobody waits. */
export interface Line<Entry> {
  readonly working: ReadonlySet<Entry>
  join(entry: Entry): void
  leave(entry: Entry): void
  startNext(): void
  /** Watches a task of the turn that a thread has taken; the result is to be called when it ended. */
  watch(turn: string): () => void
  everyone(): Entry[]
}

/** Threads of others end for tasks that waited for so long: as long as it takes to start one. */
const patienceMs = 1_000

export function createLine<Entry extends LineEntry>(options: LineOptions<Entry>): Line<Entry> {
  const { threads, spareAfterMs, queueMax, growAfterMs, living, idle, mayGrow, refuse } = options
  const waiting = createFairQueue<Entry>(queueMax)
  const working = new Set<Entry>()
  const backlog = createBacklog([growAfterMs, Math.max(growAfterMs, patienceMs)], () => startNext())
  const spare = createSpare(spareAfterMs, () => startNext())
  const slow = createSlowTurns(options.slowAfterMs, () => startNext())
  /** Whether one more works than there are usual places for. */
  let spareWorks = false

  const worksFor = (turn: string) => [...working].some((entry) => entry.turn.of === turn)
  const slowAtWork = () => (slow.any ? [...working].filter(({ turn }) => slow.has(turn.of)).length : 0)
  const waitsInTime = () => waiting.size > 0 && (!slow.any || [...waiting.turns()].some(isInTime))
  const isInTime = (turn: string) => !slow.has(turn)

  const isUsual = () => {
    // One that is slow has one more, so that as many as usual are left to the others.
    if (working.size >= threads + Math.min(1, slowAtWork())) return false
    if (working.size < living()) return true
    if (living() > 0 && backlog.step === 0) return false
    if (!mayGrow(backlog.step === 2)) return false
    backlog.restart()
    return true
  }
  const isSpare = (turn: string) => spare.isOpen && !spareWorks && !worksFor(turn)
  /**
   * A slow turn has one thread at a time, and never the last one that others could have: what hangs is ended
   * with its thread, and to start another takes seconds.
   */
  const mayBeSlow = (turn: string) => {
    if (working.size > threads || idle() === 0 || worksFor(turn)) return false
    const inTime = [...working].filter((entry) => entry.isTaken && isInTime(entry.turn.of)).length
    return idle() + inTime >= 2
  }
  /** For each slow task at work there is a thread, for the next one that waits, and for all others. */
  const reserve = () => {
    if (!slow.any) return options.reserve(0)
    const atWork = slowAtWork()
    const waits = [...waiting.turns()].some((turn) => slow.has(turn) && !worksFor(turn)) ? 1 : 0
    options.reserve(atWork + waits === 0 ? 0 : Math.min(threads, atWork + waits) + 1)
  }

  const begin = (entry: Entry, usual: boolean) => {
    spareWorks ||= !usual
    working.add(entry)
    entry.turn.working(1)
    entry.start()
  }
  const note = (gotFree: boolean) => {
    backlog.note(waitsInTime())
    spare.note(waiting.size > 0, gotFree)
    reserve()
  }
  const startNext = () => {
    while (waiting.size > 0) {
      const usual = waitsInTime() && isUsual()
      const mayGo = (turn: string) => (slow.has(turn) ? mayBeSlow(turn) : usual || isSpare(turn))
      const next = waiting.take(mayGo)
      if (next === undefined) break
      next.turn.waiting(-1)
      begin(next, usual || slow.has(next.turn.of))
    }
    note(false)
  }
  return {
    working,
    join(entry) {
      const turn = entry.turn.of
      const usual = slow.has(turn) ? mayBeSlow(turn) : isUsual()
      if (usual || isSpare(turn)) {
        waiting.served(turn)
        return void begin(entry, usual)
      }
      entry.turn.waiting(1)
      const length = waiting.size
      const tooMany = waiting.add(turn, entry)
      if (tooMany !== undefined) refuse(tooMany, length)
      note(false)
    },
    leave(entry) {
      const worked = working.delete(entry)
      if (worked) entry.turn.working(-1)
      else entry.turn.waiting(-1)
      waiting.delete(entry.turn.of, entry)
      // The first place that gets free is that of the one too many.
      const gotFree = worked && !spareWorks
      if (worked) spareWorks = false
      note(gotFree)
    },
    startNext,
    watch: (turn) => slow.watch(turn),
    everyone: () => [...waiting.items(), ...working],
  }
}
