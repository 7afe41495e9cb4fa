import { createSemaphore, SemaphoreFull } from '../kit/index.ts'
import { consoleFault } from './faults.ts'

/** Each hash takes 19 MiB and 30 ms of a thread, so only a few run at a time. */
const gateOptions = { slots: 2, slotsPerKeyMax: 1, waitingMax: 64 }
const busySeconds = 5

/** Runs work that hashes a password, fairly between client addresses. */
export type PasswordWork = <T>(key: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>

export function createPasswordWork(): PasswordWork {
  const gate = createSemaphore(gateOptions)
  return async (key, signal, work) => {
    const leave = await gate.acquire(key, { signal }).catch((error: unknown) => {
      if (!(error instanceof SemaphoreFull)) throw error
      throw consoleFault('too_many_attempts', { retryAfterSeconds: busySeconds })
    })
    return work().finally(leave)
  }
}
