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
}

export interface WaitLimits {
  readonly signal?: AbortSignal | undefined
  readonly waitMsMax?: number
}

export interface SemaphoreOptions {
  readonly slots: number
  /** The maximum for one key, even when others are free, so that other keys find a slot. */
  readonly slotsPerKeyMax: number
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
  readonly waitingMax: number
}

export class SemaphoreFull extends Error {
  override readonly name = 'SemaphoreFull'
}

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { slots, slotsPerKeyMax, leavesFree = false, waitingMax, extraSlotAfterMs } = options
  const semaphore = createPolicySemaphore({
    ...{ waitingMax, extraSlotAfterMs, slots: () => slots },
    mayEnter(key) {
      const [own, free] = [semaphore.heldBy(key), slots - semaphore.held]
      return free <= 0 || (own < slotsPerKeyMax && (!leavesFree || own < free))
    },
  })
  return semaphore
}

/** The rules of a semaphore whose slots are not a fixed number: those of a thread pool. */
export interface SemaphorePolicy {
  readonly waitingMax: number | (() => number)
  readonly extraSlotAfterMs: number | undefined
  slots(): number
  /** Whether the key may take a slot while one is left, the one beyond `slots` included. */
  mayEnter(key: string): boolean
  /** Whether the key may use one slot beyond `slots`. */
  mayExceed?(key: string): boolean
  /** Called after a release, before the next caller enters. */
  released?(): void
  /** Called after each change of holders and waiting callers. */
  changed?(): void
}

export interface PolicySemaphore extends Semaphore {
  readonly held: number
  readonly waiting: number
  heldBy(key: string): number
  waitingOf(key: string): number
  waitingKeys(): Iterable<string>
  /** Whether keys that hold nothing may use one slot beyond `slots`, because none became free for long. */
  readonly hasExtraSlot: boolean
  /** Lets waiting callers enter. Call it when one may enter for another reason than a release. */
  recheck(): void
  /** Rejects the next waiting caller. */
  failNext(error: Error): void
}

interface Waiting {
  readonly key: string
  enter(): void
  fail(error: unknown): void
}

export function createPolicySemaphore(policy: SemaphorePolicy): PolicySemaphore {
  const queue = createFairQueue<Waiting>(policy.waitingMax)
  const heldByKey = new Map<string, number>()
  let held = 0

  const heldBy = (key: string) => heldByKey.get(key) ?? 0
  const isFreeFor = (key: string) => {
    const exceeds = (extraSlot.isOpen && heldBy(key) === 0) || policy.mayExceed?.(key)
    return held < policy.slots() + (exceeds ? 1 : 0) && policy.mayEnter(key)
  }
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
  const noteChange = (gotFree = false) => {
    extraSlot.note(queue.size > 0, gotFree)
    policy.changed?.()
  }
  const extraSlot = createExtraSlot(policy.extraSlotAfterMs, recheck)
  const releaseOnce = (key: string) => {
    let holds = true
    return () => {
      if (!holds) return
      holds = false
      count(key, -1)
      extraSlot.note(queue.size > 0, held < policy.slots())
      policy.released?.()
      recheck()
    }
  }
  const acquireNow = (key: string) => {
    if (!isFreeFor(key)) return null
    queue.served(key)
    count(key, 1)
    policy.changed?.()
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
    acquireNow,
    acquire,
    async run(key, limits, work) {
      const release = await acquire(key, limits)
      try {
        return await work()
      } finally {
        release()
      }
    },
    get held() {
      return held
    },
    get waiting() {
      return queue.size
    },
    heldBy,
    waitingOf: queue.sizeOf,
    waitingKeys: queue.keys,
    get hasExtraSlot() {
      return extraSlot.isOpen
    },
    recheck,
    failNext(error) {
      queue.take()?.fail(error)
      noteChange()
    },
  }
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
