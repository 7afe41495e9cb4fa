import type { TaskOwner } from '../../../contract/index.ts'
import { type Clock, createSemaphore, SemaphoreFull } from '../../../kit/index.ts'

/** Limits the concurrent requests to the server's capacity. Accounts are served round-robin. */
export interface Limiter {
  /**
   * Waits for a slot. Rejects with the signal's reason. Rejects with `LimiterFull` if too many calls wait,
   * or if the server asked for a longer pause than a call can wait.
   */
  acquire(owner: TaskOwner, signal: AbortSignal): Promise<Slot>
  state(): { readonly slots: number; readonly working: number; readonly waiting: number }
}

export interface Slot {
  /** Releases the slot; later calls have no effect. `busy`: the server reported too many requests. */
  release(how: 'answered' | 'busy' | 'other', pauseMs?: number): void
}

export class LimiterFull extends Error {
  override readonly name = 'LimiterFull'
  readonly quotesNothing = true
}

export interface LimiterOptions {
  readonly slotsMax: number
  readonly waitingMax: number
  /** The longest pause of the server that a call waits for. */
  readonly patienceMs: number
  readonly clock: Clock
}

/** From this number of slots on, the last slot is reserved for an account without one. */
const slotsToLeaveOneFrom = 4

/**
 * Additive increase, multiplicative decrease. A 429 halves the slots, once for all requests in progress at
 * that time. Each round of answers adds one slot.
 */
export function createLimiter({ slotsMax, waitingMax, patienceMs, clock }: LimiterOptions): Limiter {
  let slots = slotsMax
  let decreases = 0
  let pausedUntilMs = 0
  let wake: NodeJS.Timeout | undefined

  const pauseLeftMs = () => Math.max(0, pausedUntilMs - clock.monotonicMs())
  const semaphore = createSemaphore({
    ...{ slots: () => Math.floor(slots), waitingMax },
    policy: {
      mayEnter(account) {
        const isLast = Math.floor(slots) - semaphore.held === 1 && slots >= slotsToLeaveOneFrom
        return pauseLeftMs() === 0 && (!isLast || semaphore.heldBy(account) === 0)
      },
      mayExceed: () => false,
      released: () => {},
      changed() {
        clearTimeout(wake)
        const leftMs = pauseLeftMs()
        if (semaphore.waiting > 0 && leftMs > 0) wake = setTimeout(semaphore.recheck, Math.ceil(leftMs) + 1)
      },
    },
  })
  const waitFor = async (owner: TaskOwner, signal: AbortSignal) => {
    owner.waiting(1)
    try {
      return await semaphore.acquire(owner.key, { signal })
    } catch (error) {
      if (!(error instanceof SemaphoreFull)) throw error
      throw new LimiterFull('too many questions wait for the model')
    } finally {
      owner.waiting(-1)
    }
  }
  return {
    async acquire(owner, signal) {
      signal.throwIfAborted()
      if (pauseLeftMs() > patienceMs) throw new LimiterFull('the model asked for a long pause')
      const leave = semaphore.acquireNow(owner.key) ?? (await waitFor(owner, signal))
      const startedAfter = decreases
      let isHeld = true
      owner.working(1)
      return {
        release(how, pauseMs = 0) {
          if (!isHeld) return
          isHeld = false
          owner.working(-1)
          if (how === 'answered') slots = Math.min(slotsMax, slots + 1 / slots)
          if (how === 'busy' && startedAfter === decreases) {
            slots = Math.max(1, slots / 2)
            decreases += 1
          }
          pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + pauseMs)
          leave()
        },
      }
    },
    state: () => ({ slots: Math.floor(slots), working: semaphore.held, waiting: semaphore.waiting }),
  }
}
