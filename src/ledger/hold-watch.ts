import type { Clock } from '../kit/index.ts'

/** An open hold and its lease, as they stand in the table. */
export interface LeasedHold {
  readonly accountId: string
  readonly requestId: string
  readonly leaseUntilMs: number
  /** How long the lease is. */
  readonly leaseMs: number
}

/**
 * Tells which holds have been open under one lease for longer than it is, as far as this process has seen: it
 * is told all open holds again and again, and times them itself. No time of day has a say, since a clock that
 * is set, or that of another machine, would end the holds of calls that live.
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

/** A lease that was extended is another one. */
const nameOf = ({ requestId, leaseUntilMs }: LeasedHold) => `${requestId} ${leaseUntilMs}`
