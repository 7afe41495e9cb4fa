import { internalError, limits } from '../contract/index.ts'
import { createSemaphore, type Semaphore, SemaphoreFull } from '../kit/index.ts'
import { CallerGone } from './execute.ts'

/** Semaphores, fair by account, for calls that keep a database connection. */
export interface Places {
  readonly starts: Semaphore
  readonly reads: Semaphore
}

/**
 * The transaction of a start uses a connection while it waits for its account. More than one per account
 * would only wait for each other. All starts together leave half of the connections to other calls. Each
 * waiting start has a body in memory.
 */
const ofStarts = { share: 0.5, ofAccountMax: 1, waitingMax: 512 }
/** Reading is free, so any account may read without end; it then delays only itself. */
const ofReads = { share: 0.4, ofAccountMax: 2, waitingMax: 2_000 }

/** When more calls wait than allowed, the account with the most has one refused. */
export function createPlaces(connectionsMax: number): Places {
  const places = ({ share, ofAccountMax: slotsPerTurnMax, waitingMax }: typeof ofStarts) =>
    createSemaphore({ slots: Math.max(1, Math.floor(connectionsMax * share)), slotsPerTurnMax, waitingMax })
  return { starts: places(ofStarts), reads: places(ofReads) }
}

/**
 * Runs the work when a slot for its account is free. A call that still waits is given up when `disconnected`
 * aborts.
 */
export async function inPlace<T>(
  places: Semaphore,
  accountId: string,
  disconnected: AbortSignal | null,
  work: () => Promise<T>,
): Promise<T> {
  const leave = places.acquireNow(accountId) ?? (await takePlace(places, accountId, disconnected))
  try {
    return await work()
  } finally {
    leave()
  }
}

async function takePlace(
  places: Semaphore,
  accountId: string,
  disconnected: AbortSignal | null,
): Promise<() => void> {
  const tooLong = AbortSignal.timeout(limits.turnWaitMaxMs)
  try {
    return await places.acquire(
      accountId,
      disconnected === null ? tooLong : AbortSignal.any([tooLong, disconnected]),
    )
  } catch (error) {
    if (disconnected?.aborted) throw new CallerGone('the caller hung up', { cause: error })
    throw internalError(error instanceof SemaphoreFull ? 'engine_unavailable' : 'timeout', { cause: error })
  }
}
