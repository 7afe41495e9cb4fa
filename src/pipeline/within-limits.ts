import { limits, type Turn } from '../contract/index.ts'
import { type Clock, createWorkLimit } from '../kit/index.ts'

export interface Limits {
  /** How long the work may take, without what it waits for others. */
  readonly workMs: number
  /** The most that it waits for others; `limits.turnWaitMaxMs` unless told otherwise. */
  readonly waitMs?: number
  readonly accountId: string
  readonly clock: Clock
}

/** Hands a piece of work the signal that ends it, and the turn by which it waits for others. */
export async function withinLimits<T>(
  { workMs, waitMs = limits.turnWaitMaxMs, accountId, clock }: Limits,
  work: (signal: AbortSignal, turn: Turn) => Promise<T>,
): Promise<T> {
  const limit = createWorkLimit({ turnOf: accountId, workMs, waitMs }, clock)
  try {
    return await work(limit.signal, limit.turn)
  } finally {
    limit.stop()
  }
}
