import { createFairQueue } from './fair-queue.ts'
import { createSpare } from './spare.ts'

/** A fair semaphore: at most `slots` holders. The others wait, and their turns are served in rounds. */
export interface Semaphore {
  /** A free slot without waiting; null if there is none. */
  acquireNow(turn: string): (() => void) | null
  /**
   * Waits for a slot. Rejects with the signal's reason if it aborts first, and with `SemaphoreFull` if too
   * many wait. The result releases the slot, once.
   */
  acquire(turn: string, signal: AbortSignal): Promise<() => void>
}

export interface SemaphoreOptions {
  readonly slots: number
  /** The maximum for one turn, even when others are free, so that other turns find a slot. */
  readonly slotsPerTurnMax: number
  /**
   * A turn enters only while it holds less than is free, so some slots are always left to turns that hold
   * none. Default: off.
   */
  readonly leavesFree?: boolean
  /**
   * If no slot became free for this long while callers wait, there is one more, for turns that hold none.
   * Default: never.
   */
  readonly spareAfterMs?: number
  /**
   * The maximum number of waiting callers. Beyond it, the last caller of the turn with the most is refused.
   */
  readonly waitingMax: number
}

export class SemaphoreFull extends Error {
  override readonly name = 'SemaphoreFull'
}

interface Waiting {
  readonly turn: string
  enter(): void
  refuse(): void
}

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { slots, slotsPerTurnMax, leavesFree = false, spareAfterMs, waitingMax } = options
  const waiting = createFairQueue<Waiting>(waitingMax)
  const heldByTurn = new Map<string, number>()
  let held = 0

  const mayEnter = (turn: string) => {
    const heldByIt = heldByTurn.get(turn) ?? 0
    const free = slots - held
    if (free > 0) return heldByIt < slotsPerTurnMax && (!leavesFree || heldByIt < free)
    return spare.isOpen && held === slots && heldByIt === 0
  }
  const count = (turn: string, change: 1 | -1) => {
    held += change
    const heldNow = (heldByTurn.get(turn) ?? 0) + change
    if (heldNow === 0) heldByTurn.delete(turn)
    else heldByTurn.set(turn, heldNow)
  }
  const letIn = () => {
    for (let next = waiting.take(mayEnter); next !== undefined; next = waiting.take(mayEnter)) {
      count(next.turn, 1)
      next.enter()
    }
    spare.note(waiting.size > 0, false)
  }
  const spare = createSpare(spareAfterMs, letIn)
  const releaseOnce = (turn: string) => {
    let holds = true
    return () => {
      if (!holds) return
      holds = false
      count(turn, -1)
      spare.note(waiting.size > 0, held < slots)
      letIn()
    }
  }
  // While a slot is free, only callers whose turn holds its maximum wait.
  const acquireNow = (turn: string) => {
    if (!mayEnter(turn)) return null
    waiting.served(turn)
    count(turn, 1)
    return releaseOnce(turn)
  }
  return {
    acquireNow,
    async acquire(turn, signal) {
      signal.throwIfAborted()
      const free = acquireNow(turn)
      if (free !== null) return free
      await new Promise<void>((resolve, reject) => {
        const stopListening = () => signal.removeEventListener('abort', giveUp)
        const entry: Waiting = {
          turn,
          enter: () => {
            stopListening()
            resolve()
          },
          refuse: () => {
            stopListening()
            reject(new SemaphoreFull('too many wait'))
          },
        }
        const giveUp = () => {
          waiting.delete(turn, entry)
          reject(signal.reason)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.add(turn, entry)?.refuse()
        spare.note(waiting.size > 0, false)
      })
      return releaseOnce(turn)
    },
  }
}
