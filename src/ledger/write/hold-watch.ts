import type { Clock } from '../../kit/index.ts'

/** An open hold and its lease, as stored. */
export interface LeasedHold {
  readonly accountId: string
  readonly requestId: string
  readonly leaseUntilMs: number
  readonly leaseMs: number
}

/**
 * Returns the holds that this process has seen open under the same lease for longer than the lease lasts. The
 * caller passes all open holds repeatedly, and the watch measures them on the monotonic clock. Time of day is
 * not used: a clock that is set, or differs between machines, would end the holds of live calls.
 */
export function createHoldWatch(
  clock: Pick<Clock, 'monotonicMs'>,
): (open: readonly LeasedHold[]) => LeasedHold[] {
  let seenSinceMs: ReadonlyMap<string, number> = new Map()
  return (open) => {
    const nowMs = clock.monotonicMs()
    const since = new Map(open.map((hold) => [nameOf(hold), seenSinceMs.get(nameOf(hold)) ?? nowMs] as const))
    seenSinceMs = since
    return open.filter((hold) => nowMs - (since.get(nameOf(hold)) ?? nowMs) >= hold.leaseMs)
  }
}

/** An extended lease counts as a new one. */
const nameOf = ({ requestId, leaseUntilMs }: LeasedHold) => `${requestId} ${leaseUntilMs}`
