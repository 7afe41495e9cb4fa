import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, internalError, limits } from '../contract/index.ts'
import {
  type Clock,
  createMemoryRoom,
  createSemaphore,
  type MemoryRoom,
  type Semaphore,
  SemaphoreFull,
} from '../kit/index.ts'
import { type Arrivals, type ArrivalTimes, createArrivals } from './body-arrivals.ts'

/**
 * Slots for bodies in memory, by size, so that their total memory is bounded and small bodies never wait for
 * large ones. A body that needs a larger slot than it has waits, and the rest of it stays unread.
 */
export interface BodyPlaces {
  /** For bodies that have begun to arrive and need no slot yet. */
  readonly arrivals: Arrivals
  readonly bySize: Readonly<Record<PlaceSize, Semaphore>>
  /**
   * Takes memory for what is kept of a parsed body, so that its slot is free for the next one; the result
   * gives it back, once. Null if the next upload would not fit then.
   */
  readonly keep: (bytes: number) => (() => void) | null
  /** The memory budget of bodies. */
  readonly room: MemoryRoom
  readonly times: BodyTimes
}

/** An `upload` has more than 1 MB, or no length; a `huge` body is larger than any data URL. */
export type PlaceSize = 'small' | 'upload' | 'huge'

/** The time limits of a body. The server limits the whole request. */
export interface BodyTimes extends ArrivalTimes {
  /** Waiting for a slot. */
  readonly waitMs: number
  /** Waiting for memory after getting a slot. */
  readonly roomMs: Readonly<Record<PlaceSize, number>>
}

export const usualBodyTimes: BodyTimes = {
  quietMs: 20_000,
  graceMs: 30_000,
  waitMs: limits.turnWaitMaxMs,
  roomMs: { small: 0, upload: 5_000, huge: 20_000 },
}

export interface BodyPlacesOptions {
  readonly uploadsMax: number
  readonly clock: Clock
  /** Default: unlimited. */
  readonly room?: MemoryRoom
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
const spareAfterMs = 3_000
/**
 * At most 96 MB, and 64 MB of waiting bodies. Beyond that, one body of the account with the most is refused.
 */
const smallMax = { slots: 96, slotsPerTurnMax: 48, waitingMax: 1_000, leavesFree: true, spareAfterMs }
const uploadsWaiting = { waitingMax: 256, leavesFree: true, spareAfterMs }
/** Memory for what is kept of parsed bodies, besides half of the upload slots: half as much as these take. */
const shareKept = 0.5

export function createBodyPlaces(options: BodyPlacesOptions): BodyPlaces {
  const { uploadsMax: slots, clock, room = createMemoryRoom(), times = usualBodyTimes } = options
  const slotsPerTurnMax = Math.ceil(slots * shareOfAccount)
  return {
    arrivals: createArrivals({ ...times, clock }),
    bySize: {
      small: createSemaphore(smallMax),
      upload: createSemaphore({ ...uploadsWaiting, slots, slotsPerTurnMax }),
      // A body that holds this slot waits for no other, so there is no deadlock.
      huge: createSemaphore({ slots: 1, slotsPerTurnMax: 1, waitingMax: uploadsWaiting.waitingMax }),
    },
    keep: createKeeping(slots, room),
    room,
    times,
  }
}

/** Threads need memory too: parsed bodies take only free memory, and not all of it. */
function createKeeping(uploadsMax: number, room: MemoryRoom): BodyPlaces['keep'] {
  const nextMb = sizeBytesMax.upload / 1e6
  const keptMbMax = uploadsMax * nextMb * shareKept
  let keptMb = 0
  return (bytes) => {
    const mb = bytes / 1e6
    if (keptMb + mb > keptMbMax || !room.hasRoom(mb + nextMb)) return null
    keptMb += mb
    const giveBack = room.take(mb)
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
export function placeFor(arrivedBytes: number, length: number | null): PlaceSize | null {
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

interface PlaceWanted {
  readonly size: PlaceSize
  readonly length: number | null
  /** The slot that the body already has. */
  readonly has?: PlaceSize | null
}

/**
 * Waits for a slot and takes its memory; the result gives both back, once. Throws `internal_error` if too
 * many bodies wait, or this one waited too long.
 */
export async function takePlace(
  places: BodyPlaces,
  { size, length, has = null }: PlaceWanted,
  owner: BodyOwner,
): Promise<() => void> {
  const waits = places.room.take(waitingMb)
  const leave = await take(places.bySize[size], places, owner).finally(waits)
  const held = has === null ? 0 : sizeBytesMax[has]
  const mb = (Math.min(length ?? Infinity, sizeBytesMax[size]) - held) / 1e6
  try {
    const giveBack = await takeSoon(places, { mb, waitMs: places.times.roomMs[size] }, owner)
    return () => {
      giveBack()
      leave()
    }
  } catch (error) {
    leave()
    throw error
  }
}

const lookEveryMs = 100

/**
 * Takes memory when it becomes free. After some time takes it in any case, because others may hold theirs for
 * ever.
 */
async function takeSoon(
  { room }: BodyPlaces,
  { mb, waitMs }: { readonly mb: number; readonly waitMs: number },
  { disconnected: signal }: BodyOwner,
): Promise<() => void> {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += lookEveryMs) {
    const giveBack = room.takeIfFree(mb)
    if (giveBack !== null) return giveBack
    await sleep(lookEveryMs, undefined, { signal })
  }
  return room.take(mb)
}

/** The minimum rate of a body in a slot. */
export function leastRate(size: PlaceSize): number {
  return bytesPerSecond[size]
}

async function take(
  semaphore: Semaphore,
  { times }: BodyPlaces,
  { accountId, disconnected }: BodyOwner,
): Promise<() => void> {
  const free = semaphore.acquireNow(accountId)
  if (free !== null) return free
  const tooLong = AbortSignal.timeout(times.waitMs)
  try {
    return await semaphore.acquire(accountId, AbortSignal.any([disconnected, tooLong]))
  } catch (error) {
    throw placeFault(error, tooLong) ?? error
  }
}

function placeFault(error: unknown, tooLong: AbortSignal): Fault | null {
  if (error instanceof SemaphoreFull) {
    return internalError('engine_unavailable', { internal: 'too many bodies wait', cause: error })
  }
  return tooLong.aborted
    ? internalError('timeout', { isBusy: true, internal: 'no upload slot in time' })
    : null
}
