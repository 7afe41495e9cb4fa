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
 * Where bodies stand while they are in memory, by their size: so what all of them take together is bounded,
 * and small ones never wait for large ones. Who needs a larger place than the one it has waits with the rest
 * unread.
 */
export interface BodyPlaces {
  /** For what has begun to arrive: it needs no place yet. */
  readonly arrivals: Arrivals
  readonly bySize: Readonly<Record<PlaceSize, Semaphore>>
  /**
   * Takes the memory of what is kept of a body that was read, so that its place is free for the next one; the
   * result gives it back, once. Null where there would be no room for the next one then.
   */
  readonly keep: (bytes: number) => (() => void) | null
  /** What they take their memory of. */
  readonly room: MemoryRoom
  readonly times: BodyTimes
}

/** `upload`s are more than 1 MB, or tell no length; `huge` ones are more than a data URL can be. */
export type PlaceSize = 'small' | 'upload' | 'huge'

/** What a body may take in time. The server bounds the whole of a request. */
export interface BodyTimes extends ArrivalTimes {
  /** Waiting for a place. */
  readonly waitMs: number
  /** Waiting for memory with a place. */
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
  /** Boundless by default. */
  readonly room?: MemoryRoom
  readonly times?: BodyTimes
}

/** What has arrived of a body that waits for its first place: so much of each of them is in memory. */
export const arrivedBytesMax = 64 * 1024
/** The largest body of each size. Nothing that fits a call has more than a data URL and 1 MB. */
const sizeBytesMax = {
  small: 1024 * 1024,
  upload: limits.fileDataUrlCharactersMax + 1024 * 1024,
  huge: limits.bodyBytesMax,
}
/**
 * What is expected of a body in a place, far less than what it takes to arrive within the time of a request:
 * who has more to send, or holds a place that there are few of, has to be faster.
 */
const bytesPerSecond = { small: 4_000, upload: 16_000, huge: 256_000 }
/** What a body takes while it waits: what has arrived, and what was read ahead of it. */
const waitingMb = 0.25
/** What an account leaves to others, whatever it sends: half of the places. */
const shareOfAccount = 0.5
/** Of a full house with slow senders, somebody who has no place gets one more after this time. */
const spareAfterMs = 3_000
/** 96 MB at most, and 64 MB of those that wait. One more, and the account with the most is refused one. */
const smallMax = { slots: 96, slotsPerTurnMax: 48, waitingMax: 1_000, leavesFree: true, spareAfterMs }
const uploadsWaiting = { waitingMax: 256, leavesFree: true, spareAfterMs }
/** What is kept of bodies that were read, beside half of the uploads' places: half as much as these take. */
const shareKept = 0.5

export function createBodyPlaces(options: BodyPlacesOptions): BodyPlaces {
  const { uploadsMax: slots, clock, room = createMemoryRoom(), times = usualBodyTimes } = options
  const slotsPerTurnMax = Math.ceil(slots * shareOfAccount)
  return {
    arrivals: createArrivals({ ...times, clock }),
    bySize: {
      small: createSemaphore(smallMax),
      upload: createSemaphore({ ...uploadsWaiting, slots, slotsPerTurnMax }),
      // Who is here waits for no other place: nobody waits for ever.
      huge: createSemaphore({ slots: 1, slotsPerTurnMax: 1, waitingMax: uploadsWaiting.waitingMax }),
    },
    keep: createKeeping(slots, room),
    room,
    times,
  }
}

/** Threads may need the room, too: bodies that were read take no more of it than there is, and not all. */
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

/** Where a body has to be of which so much arrived; null: where it is. `length` as it was announced. */
export function placeFor(arrivedBytes: number, length: number | null): PlaceSize | null {
  if (arrivedBytes <= arrivedBytesMax) return null
  // What tells that it will be huge waits with little in memory, and takes no place of smaller ones.
  if (Math.max(arrivedBytes, length ?? 0) > sizeBytesMax.upload) return 'huge'
  return length !== null && length <= sizeBytesMax.small ? 'small' : 'upload'
}

/** Whose body it is: places go round among accounts. */
export interface BodyOwner {
  readonly accountId: string
  readonly disconnected: AbortSignal
}

interface PlaceWanted {
  readonly size: PlaceSize
  readonly length: number | null
  /** The place that the body has already. */
  readonly has?: PlaceSize | null
}

/**
 * Waits for a place and takes its memory; the result gives both back, once. Throws `internal_error` where too
 * many wait, or one waited too long.
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

/** Takes memory when others gave it back, or after some time whatever is left: others may never. */
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

/** How fast a body in a place must arrive, beside its grace. */
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
    ? internalError('timeout', { isBusy: true, internal: 'no place for a body in time' })
    : null
}
