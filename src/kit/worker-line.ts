import { createBacklog } from './backlog.ts'
import { createFairQueue } from './fair-queue.ts'
import { createSpare } from './spare.ts'
import type { TaskTurn } from './work-limit.ts'
import { createShares, type ShareOptions, type WorkingEntry } from './worker-shares.ts'

export interface LineOptions<Entry> extends ShareOptions {
  readonly spareAfterMs: number | undefined
  readonly queueMax: number
  /** Another thread starts after tasks waited for this long. */
  readonly growAfterMs: number
  /** Called with the entry that exceeds the limit. */
  refuse(entry: Entry, waiting: number): void
}

/** A waiting or running task. */
export interface LineEntry extends WorkingEntry {
  readonly turn: TaskTurn
  start(): void
}

/** The running and the waiting tasks. While a thread is free, no task waits. */
export interface Line<Entry> {
  readonly working: ReadonlySet<Entry>
  join(entry: Entry): void
  leave(entry: Entry): void
  startNext(): void
  /** Watches a task that a thread has taken; call the result when it ends. */
  watch(turn: string): () => void
  everyone(): Entry[]
  close(): void
}

/**
 * After tasks waited for this long, idle threads of other pools end for them: about the time to start one.
 */
const patienceMs = 1_000

export function createLine<Entry extends LineEntry>(options: LineOptions<Entry>): Line<Entry> {
  const { spareAfterMs, queueMax, growAfterMs, refuse } = options
  const waiting = createFairQueue<Entry>(queueMax)
  const working = new Set<Entry>()
  const backlog = createBacklog([growAfterMs, Math.max(growAfterMs, patienceMs)], () => startNext())
  const spare = createSpare(spareAfterMs, () => startNext())
  const shares = createShares({ ...options, working, waiting, backlog, changed: () => startNext() })
  /** Whether a task runs beyond the normal slots. */
  let spareWorks = false

  const isSpare = (turn: string) =>
    spare.isOpen && !spareWorks && !shares.isSlow(turn) && !shares.worksFor(turn)
  const begin = (entry: Entry, usual: boolean) => {
    spareWorks ||= !usual
    working.add(entry)
    entry.turn.working(1)
    entry.start()
  }
  const note = (gotFree: boolean) => {
    backlog.note(shares.waitsInTime())
    spare.note(waiting.size > 0, gotFree)
    shares.keepThreads()
  }
  const startNext = () => {
    while (waiting.size > 0) {
      const place = shares.waitsInTime() ? shares.place() : 'none'
      const isUsual = (turn: string) => shares.mayStart(turn, place)
      const next = waiting.take((turn) => isUsual(turn) || isSpare(turn))
      if (next === undefined) break
      next.turn.waiting(-1)
      begin(next, isUsual(next.turn.of))
    }
    note(false)
  }
  return {
    working,
    join(entry) {
      const turn = entry.turn.of
      const usual = shares.mayStart(turn, shares.isSlow(turn) ? 'none' : shares.place())
      if (usual || isSpare(turn)) {
        waiting.served(turn)
        begin(entry, usual)
        return shares.note(turn)
      }
      shares.note(turn)
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
      // The first slot that becomes free is that of the additional task.
      const gotFree = worked && !spareWorks
      if (worked) spareWorks = false
      note(gotFree)
    },
    startNext,
    watch: shares.watch,
    everyone: () => [...waiting.items(), ...working],
    close: shares.close,
  }
}
