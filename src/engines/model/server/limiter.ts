import type { TaskOwner } from '../../../contract/index.ts'
import { type Clock, createFairQueue } from '../../../kit/index.ts'

/** How many requests are under way at a time: as many as the server takes, in turns of accounts. */
export interface Limiter {
  /**
   * Waits for a slot. Rejects with the signal's reason, or with `LimiterFull` where too many wait or the
   * server wants longer to be left alone than a call can wait.
   */
  acquire(owner: TaskOwner, signal: AbortSignal): Promise<Slot>
  state(): { readonly slots: number; readonly working: number; readonly waiting: number }
}

export interface Slot {
  /** Gives the slot back, once. `busy`: the server said that there were too many. */
  release(how: 'answered' | 'busy' | 'other', pauseMs?: number): void
}

export class LimiterFull extends Error {
  override readonly name = 'LimiterFull'
  readonly quotesNothing = true
}

export interface LimiterOptions {
  readonly slotsMax: number
  readonly waitingMax: number
  /** No call waits longer for a server that asked for a pause. */
  readonly patienceMs: number
  readonly clock: Clock
}

interface Waiting {
  readonly owner: TaskOwner
  enter(): void
  refuse(): void
}

/** With so many slots, one is left to an account that has none. */
const slotsToLeaveOneFrom = 4

/**
 * Additive increase, multiplicative decrease: a 429 halves the slots, once for all requests that were under
 * way by then; every round of answers adds one.
 */
export function createLimiter({ slotsMax, waitingMax, patienceMs, clock }: LimiterOptions): Limiter {
  const queue = createFairQueue<Waiting>(waitingMax)
  const workingOf = new Map<string, number>()
  let slots = slotsMax
  let working = 0
  let decreases = 0
  let pausedUntilMs = 0
  let wake: NodeJS.Timeout | undefined

  const pauseLeftMs = () => Math.max(0, pausedUntilMs - clock.monotonicMs())
  const mayEnter = (account: string) => {
    const free = Math.floor(slots) - working
    if (free <= 0 || pauseLeftMs() > 0) return false
    const isLast = free === 1 && slots >= slotsToLeaveOneFrom
    return !isLast || !workingOf.has(account)
  }
  const count = (account: string, change: 1 | -1) => {
    working += change
    const now = (workingOf.get(account) ?? 0) + change
    if (now === 0) workingOf.delete(account)
    else workingOf.set(account, now)
  }
  const letIn = () => {
    for (let next = queue.take(mayEnter); next !== undefined; next = queue.take(mayEnter)) {
      count(next.owner.key, 1)
      next.enter()
    }
    if (queue.size > 0 && pauseLeftMs() > 0) wakeLater()
  }
  const wakeLater = () => {
    clearTimeout(wake)
    wake = setTimeout(letIn, Math.ceil(pauseLeftMs()) + 1)
  }
  const slotOf = (owner: TaskOwner): Slot => {
    const [startedAfter, account] = [decreases, owner.key]
    let isHeld = true
    owner.working(1)
    return {
      release(how, pauseMs = 0) {
        if (!isHeld) return
        isHeld = false
        owner.working(-1)
        count(account, -1)
        if (how === 'answered') slots = Math.min(slotsMax, slots + 1 / slots)
        if (how === 'busy' && startedAfter === decreases) {
          slots = Math.max(1, slots / 2)
          decreases += 1
        }
        pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + pauseMs)
        letIn()
      },
    }
  }
  const waitFor = (owner: TaskOwner, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        owner,
        enter: () => leave(resolve),
        refuse: () => leave(() => reject(new LimiterFull('too many questions wait for the model'))),
      }
      const leave = (then: () => void) => {
        signal.removeEventListener('abort', giveUp)
        owner.waiting(-1)
        then()
      }
      const giveUp = () => {
        queue.delete(owner.key, entry)
        leave(() => reject(signal.reason))
      }
      owner.waiting(1)
      signal.addEventListener('abort', giveUp, { once: true })
      queue.add(owner.key, entry)?.refuse()
      letIn()
    })
  return {
    async acquire(owner, signal) {
      signal.throwIfAborted()
      if (pauseLeftMs() > patienceMs) throw new LimiterFull('the model asked for a long pause')
      if (mayEnter(owner.key)) {
        queue.served(owner.key)
        count(owner.key, 1)
      } else await waitFor(owner, signal)
      return slotOf(owner)
    },
    state: () => ({ slots: Math.floor(slots), working, waiting: queue.size }),
  }
}
