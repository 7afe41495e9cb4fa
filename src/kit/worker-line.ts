import { createBacklog } from './backlog.ts'
import { createFairQueue } from './fair-queue.ts'
import { createSpare } from './spare.ts'
import type { TaskTurn } from './work-limit.ts'

export interface LineOptions<Entry> {
  /** The most that work at a time. */
  readonly threads: number
  readonly spareAfterMs: number | undefined
  readonly queueMax: number
  /** Threads that live. */
  living(): number
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
  start(): void
}

/** Who works and who waits. While a thread is free, nobody waits. */
export interface Line<Entry> {
  readonly working: ReadonlySet<Entry>
  join(entry: Entry): void
  leave(entry: Entry): void
  startNext(): void
  everyone(): Entry[]
}

/** Threads of others end for tasks that waited for so long: as long as it takes to start one. */
const patienceMs = 1_000

export function createLine<Entry extends LineEntry>(options: LineOptions<Entry>): Line<Entry> {
  const { threads, spareAfterMs, queueMax, growAfterMs, living, mayGrow, refuse } = options
  const waiting = createFairQueue<Entry>(queueMax)
  const working = new Set<Entry>()
  const backlog = createBacklog([growAfterMs, Math.max(growAfterMs, patienceMs)], () => startNext())
  const spare = createSpare(spareAfterMs, () => startNext())
  /** Whether one more works than there are usual places for. */
  let spareWorks = false

  const isUsual = () => {
    if (working.size >= threads) return false
    if (working.size < living()) return true
    if (living() > 0 && backlog.step === 0) return false
    if (!mayGrow(backlog.step === 2)) return false
    backlog.restart()
    return true
  }
  const isSpare = (turn: string) =>
    spare.isOpen && !spareWorks && [...working].every((entry) => entry.turn.of !== turn)

  const begin = (entry: Entry, usual: boolean) => {
    spareWorks ||= !usual
    working.add(entry)
    entry.turn.working(1)
    entry.start()
  }
  const note = (gotFree: boolean) => {
    backlog.note(waiting.size > 0)
    spare.note(waiting.size > 0, gotFree)
  }
  const startNext = () => {
    while (waiting.size > 0) {
      const usual = isUsual()
      const next = usual ? waiting.take() : waiting.take(isSpare)
      if (next === undefined) break
      next.turn.waiting(-1)
      begin(next, usual)
    }
    note(false)
  }
  return {
    working,
    join(entry) {
      const usual = isUsual()
      if (usual || isSpare(entry.turn.of)) return void begin(entry, usual)
      entry.turn.waiting(1)
      const length = waiting.size
      const tooMany = waiting.add(entry.turn.of, entry)
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
    everyone: () => [...waiting.items(), ...working],
  }
}
