import { internalError, limits } from '../contract/index.ts'
import { createSemaphore, type Semaphore, SemaphoreFull } from '../kit/index.ts'
import { CallerGone } from './execute.ts'

/** Semaphores, fair by account, for calls that keep a database connection. */
export interface ConnectionSlots {
  readonly starts: Semaphore
  readonly reads: Semaphore
}

/**
 * The transaction of a start uses a connection while it waits for its account. More than one per account
 * would only wait for each other. All starts together leave half of the connections to other calls. Each
 * waiting start has a body in memory.
 */
const ofStarts = { share: 0.5, slotsPerKeyMax: 1, waitingMax: 512 }
/** Reading is free, so any account may read without end; it then delays only itself. */
const ofReads = { share: 0.4, slotsPerKeyMax: 2, waitingMax: 2_000 }

/** When more calls wait than allowed, the account with the most has one refused. */
export function createConnectionSlots(connectionsMax: number): ConnectionSlots {
  const semaphore = ({ share, ...options }: typeof ofStarts) =>
    createSemaphore({ slots: Math.max(1, Math.floor(connectionsMax * share)), ...options })
  return { starts: semaphore(ofStarts), reads: semaphore(ofReads) }
}

/**
 * Runs the work when a slot for its account is free. A call that still waits is given up when `disconnected`
 * aborts.
 */
export async function inSlot<T>(
  slots: Semaphore,
  accountId: string,
  disconnected: AbortSignal | null,
  work: () => Promise<T>,
): Promise<T> {
  const waiting = slots.acquire(accountId, {
    ...{ waitMsMax: limits.queueWaitMaxMs, signal: disconnected ?? undefined },
  })
  const release = await waiting.catch((error: unknown) => {
    if (disconnected?.aborted) throw new CallerGone('the caller hung up', { cause: error })
    throw internalError(error instanceof SemaphoreFull ? 'engine_unavailable' : 'timeout', { cause: error })
  })
  return await work().finally(release)
}
