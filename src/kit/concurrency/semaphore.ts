import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { WaitedTooLong } from './work-limit.ts'

/**
 * A fair semaphore: a limited number of slots. Callers that find none wait in a fair queue, and their
 * fairness keys (accounts) are served in rounds.
 */
export interface Semaphore {
  /** A free slot without waiting; null if there is none. The result releases it, once. */
  acquireNow(key: string): (() => void) | null
  /**
   * Waits for a slot. Rejects with `SemaphoreFull` if too many wait, with `WaitedTooLong` after `waitMsMax`,
   * and with the signal's reason if it aborts first. The result releases the slot, once.
   */
  acquire(key: string, limits?: WaitLimits): Promise<() => void>
  /** Runs the work in a slot, and releases the slot however the work ends. */
  run<T>(key: string, limits: WaitLimits, work: () => Promise<T>): Promise<T>
  readonly held: number
  heldBy(key: string): number
  readonly waiting: number
  waitingOf(key: string): number
  waitingKeys(): Iterable<string>
  /** Whether the extra slot is open. */
  readonly hasExtraSlot: boolean
  /** Lets waiting callers enter. Call it when one may enter for another reason than a release. */
  recheck(): void
  /** Rejects the next waiting caller. */
  failNext(error: Error): void
}

export interface WaitLimits {
  readonly signal?: AbortSignal | undefined
  readonly waitMsMax?: number
}

export interface SemaphoreOptions {
  readonly slots: number | (() => number)
  /**
   * The maximum for one key, even when others are free, so that other keys find a slot. Default: none.
   */
  readonly slotsPerKeyMax?: number
  /**
   * A key gets a slot only while it holds less than is free, so some slots are always left to keys that hold
   * none. Default: off.
   */
  readonly leavesFree?: boolean
  /**
   * If no slot became free for this long while callers wait, there is one more, for keys that hold none.
   * Default: never.
   */
  readonly extraSlotAfterMs?: number | undefined
  /**
   * The maximum number of waiting callers. Beyond it, the last caller of the key with the most is refused.
   */
  readonly waitingMax: number | (() => number)
  /** The rules of a thread pool. */
  readonly policy?: SemaphorePolicy
}

export interface SemaphorePolicy {
  /** A further condition for each slot. */
  mayEnter(key: string): boolean
  /** Whether the key may use one slot beyond `slots`. */
  mayExceed(key: string): boolean
  /** Called after a release, before the next caller enters. */
  released(): void
  /** Called after each change of holders and waiting callers. */
  changed(): void
}

export class SemaphoreFull extends Error {
  override readonly name = 'SemaphoreFull'
}

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { slotsPerKeyMax = Number.POSITIVE_INFINITY, leavesFree = false, policy } = options
  const queue = createFairQueue<Waiting>(options.waitingMax)
  const heldByKey = new Map<string, number>()
  let held = 0

  const slots = () => (typeof options.slots === 'number' ? options.slots : options.slots())
  const heldBy = (key: string) => heldByKey.get(key) ?? 0
  const isFreeFor = (key: string) => {
    const [own, free] = [heldBy(key), slots() - held]
    if (free > 0 ? own >= slotsPerKeyMax || (leavesFree && own >= free) : !mayExceed(key, free)) return false
    return policy?.mayEnter(key) ?? true
  }
  const mayExceed = (key: string, free: number) =>
    free === 0 && ((extraSlot.isOpen && heldBy(key) === 0) || (policy?.mayExceed(key) ?? false))
  const count = (key: string, change: 1 | -1) => {
    held += change
    const heldNow = heldBy(key) + change
    if (heldNow === 0) heldByKey.delete(key)
    else heldByKey.set(key, heldNow)
  }
  const recheck = () => {
    for (let next = queue.take(isFreeFor); next !== undefined; next = queue.take(isFreeFor)) {
      count(next.key, 1)
      next.enter()
    }
    noteChange()
  }
  const noteChange = () => {
    extraSlot.note(queue.size > 0, false)
    policy?.changed()
  }
  const extraSlot = createExtraSlot(options.extraSlotAfterMs, recheck)
  const releaseOnce = (key: string) => {
    let holds = true
    return () => {
      if (!holds) return
      holds = false
      count(key, -1)
      extraSlot.note(queue.size > 0, held < slots())
      policy?.released()
      recheck()
    }
  }
  const acquireNow = (key: string) => {
    if (!isFreeFor(key)) return null
    queue.served(key)
    count(key, 1)
    policy?.changed()
    return releaseOnce(key)
  }
  const acquire = async (key: string, limits: WaitLimits = {}) => {
    limits.signal?.throwIfAborted()
    const free = acquireNow(key)
    if (free !== null) return free
    await waitIn(queue, key, limits, noteChange)
    return releaseOnce(key)
  }
  return {
    ...{ acquireNow, acquire, heldBy, recheck, waitingOf: queue.sizeOf, waitingKeys: queue.keys },
    run: async (key, limits, work) => {
      const release = await acquire(key, limits)
      return await work().finally(release)
    },
    get held() {
      return held
    },
    get waiting() {
      return queue.size
    },
    get hasExtraSlot() {
      return extraSlot.isOpen
    },
    failNext(error) {
      queue.take()?.fail(error)
      noteChange()
    },
  }
}

interface Waiting {
  readonly key: string
  enter(): void
  fail(error: unknown): void
}

/** Waits in the queue until the entry is taken; calls `changed` when it joins and when it gives up. */
function waitIn(
  queue: FairQueue<Waiting>,
  key: string,
  { signal, waitMsMax }: WaitLimits,
  changed: () => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const entry: Waiting = {
      key,
      enter() {
        leave()
        resolve()
      },
      fail(error) {
        leave()
        reject(error)
      },
    }
    const giveUp = (error: unknown) => {
      queue.delete(key, entry)
      entry.fail(error)
      changed()
    }
    const onAbort = () => giveUp(signal?.reason)
    const tooLong = () => giveUp(new WaitedTooLong('no slot became free in time'))
    const timer = waitMsMax === undefined ? undefined : setTimeout(tooLong, waitMsMax).unref()
    signal?.addEventListener('abort', onAbort)
    queue.add(key, entry)?.fail(new SemaphoreFull('too many wait'))
    changed()
  })
}

/**
 * The slot beyond the others, for when callers that do not end hold all of them. It opens after callers
 * waited for `afterMs` without a slot becoming free, and closes when one does.
 */
function createExtraSlot(afterMs: number | undefined, opened: () => void) {
  let timer: NodeJS.Timeout | undefined
  let isOpen = false
  const open = () => {
    timer = undefined
    isOpen = true
    opened()
  }
  return {
    get isOpen() {
      return isOpen
    },
    note(waits: boolean, gotFree: boolean) {
      if (gotFree) isOpen = false
      if (gotFree || !waits) {
        clearTimeout(timer)
        timer = undefined
      }
      if (waits && !isOpen && afterMs !== undefined) timer ??= setTimeout(open, afterMs).unref()
    },
  }
}
