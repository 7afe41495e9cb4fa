import { createSemaphore, type Semaphore } from '../kit/index.ts'

/**
 * Storing a candidate's outcome uses a connection while it waits for its account's row. More than one per
 * account would only wait for each other. All together leave two thirds of the connections to calls.
 */
const slotsPerKeyMax = 1
const shareOfConnections = 1 / 3
/** At least two, so that a locked account does not block the others even with few connections. */
const slotsMin = 2
/** More than the candidates that one process can run. */
const waitingMax = 1_000
/** The lock timeout of the write in front. */
export const writeWait = { waitMsMax: 5_000 }

export function createWriteSlots(connectionsMax: number): Semaphore {
  const slots = Math.max(slotsMin, Math.floor(connectionsMax * shareOfConnections))
  return createSemaphore({ slots, slotsPerKeyMax, waitingMax })
}
