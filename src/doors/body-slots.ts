import { internalError, limits } from '../contract/index.ts'
import {
  type Clock,
  createMemoryBudget,
  createSemaphore,
  type MemoryBudget,
  type Semaphore,
  SemaphoreFull,
  WaitedTooLong,
} from '../kit/index.ts'
import { type Arrivals, type ArrivalTimes, createArrivals } from './body-arrivals.ts'

/**
 * Slots for bodies in memory, by size, so that their total memory is bounded and small bodies never wait for
 * large ones. A body that needs a larger slot than it has waits, and the rest of it stays unread.
 */
export interface BodySlots {
  /** For bodies that have begun to arrive and need no slot yet. */
  readonly arrivals: Arrivals
  readonly bySize: Readonly<Record<SlotSize, Semaphore>>
  /**
   * Takes memory for what is kept of a parsed body, so that its slot is free for the next one; the result
   * gives it back, once. Null if the next upload would not fit then.
   */
  readonly keep: (bytes: number) => (() => void) | null
  /** The memory budget of bodies. */
  readonly budget: MemoryBudget
  readonly times: BodyTimes
}

/** An `upload` has more than 1 MB, or no length; a `huge` body is larger than any data URL. */
export type SlotSize = 'small' | 'upload' | 'huge'

/** The time limits of a body. The server limits the whole request. */
export interface BodyTimes extends ArrivalTimes {
  /** Waiting for a slot. */
  readonly waitMs: number
  /** Waiting for memory after getting a slot. */
  readonly memoryWaitMs: Readonly<Record<SlotSize, number>>
}

export const usualBodyTimes: BodyTimes = {
  quietMs: 20_000,
  graceMs: 30_000,
  waitMs: limits.queueWaitMaxMs,
  memoryWaitMs: { small: 0, upload: 5_000, huge: 20_000 },
}

export interface BodySlotsOptions {
  readonly uploadsMax: number
  readonly clock: Clock
  /** Default: unlimited. */
  readonly budget?: MemoryBudget
  readonly times?: BodyTimes
}

/** The part of a body that is read before it needs its first slot, and so the memory of each waiting body. */
export const arrivedBytesMax = 64 * 1024
/** The largest body of each size. No valid call has more than a data URL and 1 MB. */
const sizeBytesMax = {
  small: 1024 * 1024,
  upload: limits.fileDataUrlCharactersMax + 1024 * 1024,
  huge: limits.bodyBytesMax,
}
/**
 * The minimum rate of a body with a slot, far below what it needs to arrive within the time limit of a
 * request. A body with more to send, or in a scarce slot, must be faster.
 */
const bytesPerSecond = { small: 4_000, upload: 16_000, huge: 256_000 }
/** The memory of a waiting body: what has arrived, and what was read ahead. */
const waitingMb = 0.25
/** The share of slots that one account leaves to others: half of them. */
const shareOfAccount = 0.5
/** When slow senders hold all slots, an account without a slot gets an additional one after this time. */
const extraSlotAfterMs = 3_000
/**
 * At most 96 MB, and 64 MB of waiting bodies. Beyond that, one body of the account with the most is refused.
 */
const smallMax = { slots: 96, slotsPerKeyMax: 48, waitingMax: 1_000, leavesFree: true, extraSlotAfterMs }
const uploadsWaiting = { waitingMax: 256, leavesFree: true, extraSlotAfterMs }
/** Memory for what is kept of parsed bodies, besides half of the upload slots: half as much as these take. */
const shareKept = 0.5

export function createBodySlots(options: BodySlotsOptions): BodySlots {
  const { uploadsMax: slots, clock, budget = createMemoryBudget(), times = usualBodyTimes } = options
  const slotsPerKeyMax = Math.ceil(slots * shareOfAccount)
  return {
    arrivals: createArrivals({ ...times, clock }),
    bySize: {
      small: createSemaphore(smallMax),
      upload: createSemaphore({ ...uploadsWaiting, slots, slotsPerKeyMax }),
      // A body that holds this slot waits for no other, so there is no deadlock.
      huge: createSemaphore({ slots: 1, slotsPerKeyMax: 1, waitingMax: uploadsWaiting.waitingMax }),
    },
    keep: createKeeping(slots, budget),
    budget,
    times,
  }
}

/** Threads need memory too: parsed bodies take only free memory, and not all of it. */
function createKeeping(uploadsMax: number, budget: MemoryBudget): BodySlots['keep'] {
  const nextMb = sizeBytesMax.upload / 1e6
  const keptMbMax = uploadsMax * nextMb * shareKept
  let keptMb = 0
  return (bytes) => {
    const mb = bytes / 1e6
    if (keptMb + mb > keptMbMax || !budget.hasFree(mb + nextMb)) return null
    keptMb += mb
    const giveBack = budget.take(mb)
    let holds = true
    return () => {
      if (!holds) return
      holds = false
      keptMb -= mb
      giveBack()
    }
  }
}

/** The slot size for a body of which this much arrived; null: none needed. `length` as announced. */
export function slotSizeFor(arrivedBytes: number, length: number | null): SlotSize | null {
  if (arrivedBytes <= arrivedBytesMax) return null
  // A body that announces a huge length waits with little in memory, and takes no slot of smaller ones.
  if (Math.max(arrivedBytes, length ?? 0) > sizeBytesMax.upload) return 'huge'
  return length !== null && length <= sizeBytesMax.small ? 'small' : 'upload'
}

/** The owner of the body: slots are shared fairly among accounts. */
export interface BodyOwner {
  readonly accountId: string
  readonly disconnected: AbortSignal
}

interface WantedSlot {
  readonly size: SlotSize
  readonly length: number | null
  /** The slot that the body already has. */
  readonly has?: SlotSize | null
}

/**
 * Waits for a slot and takes its memory; the result gives both back, once. Throws `internal_error` if too
 * many bodies wait, or this one waited too long.
 */
export async function takeSlot(
  slots: BodySlots,
  { size, length, has = null }: WantedSlot,
  owner: BodyOwner,
): Promise<() => void> {
  const { bySize, budget, times } = slots
  const giveBackWaiting = budget.take(waitingMb)
  const wait = { signal: owner.disconnected, waitMsMax: times.waitMs }
  const release = await bySize[size]
    .acquire(owner.accountId, wait)
    .finally(giveBackWaiting)
    .catch((error: unknown) => {
      throw slotFault(error)
    })
  const held = has === null ? 0 : sizeBytesMax[has]
  const mb = (Math.min(length ?? Infinity, sizeBytesMax[size]) - held) / 1e6
  try {
    const giveBack = await budget.takeWithin(mb, times.memoryWaitMs[size], owner.disconnected)
    return () => {
      giveBack()
      release()
    }
  } catch (error) {
    release()
    throw error
  }
}

/** The minimum rate of a body in a slot. */
export function minRate(size: SlotSize): number {
  return bytesPerSecond[size]
}

function slotFault(error: unknown): unknown {
  if (error instanceof SemaphoreFull) {
    return internalError('engine_unavailable', { internal: 'too many bodies wait', cause: error })
  }
  if (error instanceof WaitedTooLong) {
    return internalError('timeout', { isBusy: true, internal: 'no upload slot in time', cause: error })
  }
  return error
}
