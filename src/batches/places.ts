import { createSemaphore, type Semaphore } from '../kit/index.ts'

/**
 * Writing a candidate's end down keeps a connection while it waits for its account's row: more than one of an
 * account would only wait for each other, and all together leave two thirds of the connections to calls.
 */
const ofAccountMax = 1
const shareOfConnections = 1 / 3
/** While one account is locked, others are written down, however few connections there are. */
const slotsMin = 2
/** More than a process may have candidates at work. */
const waitingMax = 1_000
/** As long as the lock that the one in front waits for. */
const waitMaxMs = 5_000

export function createPlaces(connectionsMax: number): Semaphore {
  const slots = Math.max(slotsMin, Math.floor(connectionsMax * shareOfConnections))
  return createSemaphore({ slots, slotsPerTurnMax: ofAccountMax, waitingMax })
}

/** Does what writes when it is its account's turn. Throws where that doesn't come. */
export async function inPlace<T>(places: Semaphore, accountId: string, work: () => Promise<T>): Promise<T> {
  const leave =
    places.acquireNow(accountId) ?? (await places.acquire(accountId, AbortSignal.timeout(waitMaxMs)))
  try {
    return await work()
  } finally {
    leave()
  }
}
