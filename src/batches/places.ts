import { createSemaphore, type Semaphore } from '../kit/index.ts'

/**
 * Storing a candidate's outcome uses a connection while it waits for its account's row. More than one per
 * account would only wait for each other. All together leave two thirds of the connections to calls.
 */
const ofAccountMax = 1
const shareOfConnections = 1 / 3
/** At least two, so that a locked account does not block the others even with few connections. */
const slotsMin = 2
/** More than the candidates that one process can run. */
const waitingMax = 1_000
/** The lock timeout of the write in front. */
const waitMaxMs = 5_000

export function createPlaces(connectionsMax: number): Semaphore {
  const slots = Math.max(slotsMin, Math.floor(connectionsMax * shareOfConnections))
  return createSemaphore({ slots, slotsPerTurnMax: ofAccountMax, waitingMax })
}

/** Runs a write when a slot for its account is free. Throws if none becomes free in time. */
export async function inPlace<T>(places: Semaphore, accountId: string, work: () => Promise<T>): Promise<T> {
  const leave =
    places.acquireNow(accountId) ?? (await places.acquire(accountId, AbortSignal.timeout(waitMaxMs)))
  try {
    return await work()
  } finally {
    leave()
  }
}
